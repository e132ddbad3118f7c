#include <gpuplan/io/activity_form.hpp>
#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/service_fields.hpp>
#include <gpuplan/io/step_fields.hpp>
#include <gpuplan/workload/trace_reader.hpp>

#include <algorithm>

namespace gpuplan::io {

using namespace model;

namespace {

const FieldTable<FixedTime>& fixedTimeFields() {
    static const FieldTable<FixedTime> table = [] {
        FieldTable<FixedTime> t("fixed_time", "Every job runs equally long.");
        t.add(required("value", &FixedTime::value, DurationForm{"1 us", longestDuration},
                       "run time on the workload's own GPU", "\"2 h\""));
        return t;
    }();
    return table;
}

const FieldTable<ExponentialTime>& exponentialTimeFields() {
    static const FieldTable<ExponentialTime> table = [] {
        FieldTable<ExponentialTime> t("exponential_time", "Run times without memory.");
        t.add(required("mean", &ExponentialTime::mean, DurationForm{"1 us", longestDuration},
                       "mean run time", "\"2 h\""));
        return t;
    }();
    return table;
}

const FieldTable<LognormalTime>& lognormalTimeFields() {
    static const FieldTable<LognormalTime> table = [] {
        FieldTable<LognormalTime> t("lognormal_time",
                                    "Many short jobs and few long ones, by the two figures that "
                                    "cluster studies publish.");
        t.add(required("median", &LognormalTime::median, DurationForm{"1 us", longestDuration},
                       "half of the jobs are shorter", "\"874 s\""));
        t.add(required("mean", &LognormalTime::mean, DurationForm{"1 us", longestDuration},
                       "mean run time, above the median", "\"18006 s\""));
        t.then("mean is above median",
               [](LognormalTime& law, const JsonValue& json, Reading& reading) {
                   if (law.mean > law.median)
                       return true;
                   return reading.problem(json.find("mean")->location(), "io.check.lognormal",
                                          {durationText(law.mean), durationText(law.median)});
               });
        return t;
    }();
    return table;
}

using Law = decltype(DurationDistribution::law);

const FieldTable<Law>& lawFields() {
    static const FieldTable<Law> table = [] {
        FieldTable<Law> t("law", "How run times are spread.");
        t.add(kind<FixedTime, Law>("fixed", object(fixedTimeFields(), JsonLayout::Line),
                                   "every job the same"));
        t.add(kind<ExponentialTime, Law>(
            "exponential", object(exponentialTimeFields(), JsonLayout::Line), "given by the mean"));
        t.add(kind<LognormalTime, Law>("lognormal", object(lognormalTimeFields(), JsonLayout::Line),
                                       "given by median and mean"));
        t.exactlyOne({"fixed", "exponential", "lognormal"});
        return t;
    }();
    return table;
}

const FieldTable<GpuShare>& gpuShareFields() {
    static const FieldTable<GpuShare> table = [] {
        FieldTable<GpuShare> t("gpu_share", "How many jobs ask for so many GPUs.");
        t.add(required("gpus", &GpuShare::gpus, GpuCountForm{100'000}, "GPUs of a job, all at once",
                       "8"));
        t.add(required("weight", &GpuShare::weight, NumberForm{0, 1e6, true},
                       "share of such jobs, relative to the other entries", "0.25"));
        return t;
    }();
    return table;
}

const FieldTable<ProfileWorkload>& profileFields() {
    static const FieldTable<ProfileWorkload> table = [] {
        FieldTable<ProfileWorkload> t("profile", "Jobs drawn from distributions.");
        t.add(required("classes", &ProfileWorkload::classes,
                       ListForm<ObjectForm<JobClass>>{object(jobClassFields()), 1, 255},
                       "kinds of jobs"));
        return t;
    }();
    return table;
}

const FieldTable<TraceWorkload>& traceFields() {
    static const FieldTable<TraceWorkload> table = [] {
        FieldTable<TraceWorkload> t("trace", "Jobs as a cluster recorded them.");
        t.add(required("file", &TraceWorkload::file, TextForm{4000},
                       "the trace, relative to the scenario's folder", "\"jobs.csv\""));
        t.add(defaulted("format", &TraceWorkload::format, WordForm{workload::knownFormats()},
                        "form of the trace"));
        t.add(defaulted("processors_per_gpu", &TraceWorkload::processorsPerGpu,
                        IntegerForm{0, 100'000},
                        "swf only: processors that make one GPU; 0: none are GPUs"));
        t.add(required("activity", &TraceWorkload::activity, ActivityForm{},
                       "what the jobs are assumed to do with their GPUs"));
        return t;
    }();
    return table;
}

template <std::size_t N>
std::array<double, N> flat() {
    std::array<double, N> weights{};
    weights.fill(1);
    return weights;
}

template <std::size_t N>
bool checkWeights(const std::array<double, N>& weights, std::string_view name,
                  const JsonValue& json, Reading& reading) {
    if (std::any_of(weights.begin(), weights.end(), [](double weight) { return weight > 0; }))
        return true;
    return reading.problem(json.find(name)->location(), "io.check.weights");
}

} // namespace

const FieldTable<ArrivalProcess>& arrivalFields() {
    static const FieldTable<ArrivalProcess> table = [] {
        FieldTable<ArrivalProcess> t(
            "arrivals", "Random arrivals whose rate follows the hour of the day and the weekday.",
            ArrivalProcess{{}, flat<24>(), flat<7>()});
        t.add(required("jobs_per_day", &ArrivalProcess::jobsPerDay,
                       SourcedForm{DecimalForm{"0", "10000000", true}}, "mean over a whole week",
                       "120.5"));
        t.add(defaulted("hourly", &ArrivalProcess::hourly,
                        ArrayForm<NumberForm, 24>{NumberForm{0, 1e6}},
                        "relative weight of each hour of the day (UTC), from 0 to 23"));
        t.add(defaulted("weekly", &ArrivalProcess::weekly,
                        ArrayForm<NumberForm, 7>{NumberForm{0, 1e6}},
                        "relative weight of each day, Monday to Sunday"));
        t.then("one weight of hourly and of weekly at least is above 0",
               [](ArrivalProcess& arrivals, const JsonValue& json, Reading& reading) {
                   const bool hourly = checkWeights(arrivals.hourly, "hourly", json, reading);
                   return checkWeights(arrivals.weekly, "weekly", json, reading) && hourly;
               });
        return t;
    }();
    return table;
}

const FieldTable<DurationDistribution>& durationFields() {
    static const FieldTable<DurationDistribution> table = [] {
        FieldTable<DurationDistribution> t("run_time", "How long jobs run.");
        t.inlined(&DurationDistribution::law, lawFields());
        t.add(optional("least", &DurationDistribution::least, DurationForm{"0 s", longestDuration},
                       "shorter draws are raised to this", "\"1 s\""));
        t.add(optional("most", &DurationDistribution::most, DurationForm{"1 us", longestDuration},
                       "longer draws are cut to this", "\"7 d\""));
        t.inlined(&DurationDistribution::provenance, provenanceFields());
        t.then("least is not above most",
               [](DurationDistribution& law, const JsonValue& json, Reading& reading) {
                   if (!law.least || !law.most || *law.least <= *law.most)
                       return true;
                   return reading.problem(json.find("least")->location(), "io.check.order",
                                          {"\"least\"", durationText(*law.least), "\"most\"",
                                           durationText(*law.most)});
               });
        return t;
    }();
    return table;
}

const FieldTable<JobClass>& jobClassFields() {
    static const FieldTable<JobClass> table = [] {
        FieldTable<JobClass> t("job_class", "Jobs of one kind.");
        t.add(required("name", &JobClass::name, TextForm{100},
                       "unique name; random numbers depend on it", "\"pretraining\""));
        t.add(defaulted("kind", &JobClass::kind, ChoiceForm{jobKindNames()}, "what the jobs are"));
        t.add(optionalPlain("arrivals", &JobClass::arrivals, object(arrivalFields()),
                            "when they are submitted; needed without a service"));
        t.add(optionalPlain(
            "gpus", &JobClass::gpus,
            ListForm<ObjectForm<GpuShare>>{object(gpuShareFields(), JsonLayout::Line), 1, 1000},
            "how many GPUs they ask for; needed without a service"));
        t.add(optionalPlain("duration", &JobClass::duration, object(durationFields()),
                            "how long they run on the workload's own GPU; needed unless a step "
                            "states its work or there is a service"));
        t.add(defaulted("estimate_factor", &JobClass::estimateFactor, NumberForm{1, 1000},
                        "users' estimate of the run time, as a multiple of it"));
        t.add(defaulted("teams", &JobClass::teams, ListForm<TextForm>{TextForm{100}, 0, 1000},
                        "teams the jobs are dealt to"));
        t.add(defaulted("users", &JobClass::users, IntegerForm{1, 1'000'000},
                        "number of users the jobs are dealt to"));
        t.add(optionalPlain("model", &JobClass::model, TextForm{100},
                            "what is trained or served, as a tag of costs", "\"llm-7b\""));
        t.add(optionalPlain("activity", &JobClass::activity, ActivityForm{},
                            "what the jobs are assumed to do with their GPUs"));
        t.add(optional("step", &JobClass::step, object(stepFields()),
                       "what a training step is made of: run times and stalls follow from the "
                       "hardware"));
        t.add(optional("service", &JobClass::service, object(serviceFields()),
                       "an inference service, whose replicas are the jobs"));
        t.exactlyOne({"activity", "step", "service"});
        return t;
    }();
    return table;
}

const FieldTable<Workload>& workloadFields() {
    static const FieldTable<Workload> table = [] {
        FieldTable<Workload> t("workload", "The jobs that must be run.");
        t.add(kind<ProfileWorkload, Workload>("profile", object(profileFields()),
                                              "drawn from distributions"));
        t.add(kind<TraceWorkload, Workload>("trace", object(traceFields()), "as recorded"));
        t.exactlyOne({"profile", "trace"});
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
