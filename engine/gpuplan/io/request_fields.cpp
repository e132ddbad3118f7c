#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/service_fields.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>

namespace gpuplan::io {

using namespace model;

namespace {

const FieldTable<PoissonRequests>& poissonFields() {
    static const FieldTable<PoissonRequests> table("poisson_requests", "Gaps without memory.");
    return table;
}

const FieldTable<RenewalRequests>& renewalFields() {
    static const FieldTable<RenewalRequests> table = [] {
        FieldTable<RenewalRequests> t("renewal_requests", "Gaps of a gamma law.");
        t.add(required("cv", &RenewalRequests::cv, NumberForm{0.3, 5},
                       "coefficient of variation of the gaps: below 1 more regular than Poisson, "
                       "above 1 clumped",
                       "2"));
        return t;
    }();
    return table;
}

const FieldTable<BurstRequests>& burstFields() {
    static const FieldTable<BurstRequests> table = [] {
        FieldTable<BurstRequests> t("burst_requests",
                                    "Poisson whose rate switches at random between calm and burst "
                                    "(two-state MMPP); the mean rate stays as stated.");
        t.add(required("ratio", &BurstRequests::ratio, NumberForm{1, 1000, true},
                       "rate in a burst over the rate in calm", "5"));
        t.add(required("burst", &BurstRequests::burst, DurationForm{"1 s", "7 d"},
                       "mean length of a burst", "\"2 min\""));
        t.add(required("calm", &BurstRequests::calm, DurationForm{"1 s", "7 d"},
                       "mean length between two", "\"20 min\""));
        return t;
    }();
    return table;
}

const FieldTable<RequestLaw>& requestLawFields() {
    static const FieldTable<RequestLaw> table = [] {
        FieldTable<RequestLaw> t("request_law", "How gaps between requests vary.");
        t.add(kind<PoissonRequests, RequestLaw>(
            "poisson", object(poissonFields(), JsonLayout::Line), "without memory"));
        t.add(kind<RenewalRequests, RequestLaw>(
            "renewal", object(renewalFields(), JsonLayout::Line), "more or less regular"));
        t.add(kind<BurstRequests, RequestLaw>("bursts", object(burstFields(), JsonLayout::Line),
                                              "calm and bursts"));
        t.exactlyOne({"poisson", "renewal", "bursts"});
        return t;
    }();
    return table;
}

template <std::size_t N>
bool checkWeights(const std::array<double, N>& weights, std::string_view name,
                  const JsonValue& json, Reading& reading) {
    if (std::any_of(weights.begin(), weights.end(), [](double weight) { return weight > 0; }))
        return true;
    return reading.problem(json.find(name)->location(), "io.check.weights");
}

RequestProfile flatProfile() {
    RequestProfile profile;
    profile.hourly.fill(1);
    profile.weekly.fill(1);
    return profile;
}

const FieldTable<RequestProfile>& requestProfileFields() {
    static const FieldTable<RequestProfile> table = [] {
        FieldTable<RequestProfile> t("request_profile",
                                     "Random requests whose rate follows the hour and the weekday.",
                                     flatProfile());
        t.add(required("per_second", &RequestProfile::perSecond,
                       SourcedForm{DecimalForm{"0", "5000", true}}, "mean over a whole week",
                       "12.5"));
        t.add(defaulted("hourly", &RequestProfile::hourly,
                        ArrayForm<NumberForm, 24>{NumberForm{0, 1e6}},
                        "relative weight of each hour of the day (UTC), from 0 to 23"));
        t.add(defaulted("weekly", &RequestProfile::weekly,
                        ArrayForm<NumberForm, 7>{NumberForm{0, 1e6}},
                        "relative weight of each day, Monday to Sunday"));
        t.add(optionalPlain("law", &RequestProfile::law,
                            object(requestLawFields(), JsonLayout::Line),
                            "how gaps vary; absent: Poisson"));
        t.then("one weight of hourly and of weekly at least is above 0",
               [](RequestProfile& profile, const JsonValue& json, Reading& reading) {
                   const bool hourly = checkWeights(profile.hourly, "hourly", json, reading);
                   return checkWeights(profile.weekly, "weekly", json, reading) && hourly;
               });
        return t;
    }();
    return table;
}

const FieldTable<RequestTrace>& requestTraceFields() {
    static const FieldTable<RequestTrace> table = [] {
        FieldTable<RequestTrace> t(
            "request_trace",
            "Requests as recorded, from the plan's start on and again and again: a CSV file with "
            "the columns at_s (seconds since its own zero) or TIMESTAMP, and input_tokens and "
            "output_tokens where they are known; or with bin_start_s, bin_end_s and requests.");
        t.add(required("file", &RequestTrace::file, TextForm{4000},
                       "relative to the scenario's folder", "\"requests.csv\""));
        const ChoiceForm spread{
            Names<BinSpread>{{"even", BinSpread::Even}, {"poisson", BinSpread::Poisson}}};
        t.add(defaulted("spread", &RequestTrace::spread, spread,
                        "how the requests of a bin are spread over it"));
        return t;
    }();
    return table;
}

const FieldTable<FixedSize>& fixedSizeFields() {
    static const FieldTable<FixedSize> table = [] {
        FieldTable<FixedSize> t("fixed_size", "All requests are equally long.");
        t.add(required("input", &FixedSize::input, IntegerForm{1, mostTokens},
                       "tokens of the prompt", "1024"));
        t.add(required("output", &FixedSize::output, IntegerForm{1, mostTokens}, "tokens generated",
                       "256"));
        return t;
    }();
    return table;
}

bool checkSizes(LognormalSizes& sizes, const JsonValue& json, Reading& reading) {
    const auto order = [&](double less, double more, const char* lessName, const char* moreName) {
        return less <= more || reading.problem(json.find(moreName)->location(), "io.check.order",
                                               {inQuotes(lessName), numberText(less),
                                                inQuotes(moreName), numberText(more)});
    };
    bool good = order(sizes.inputMedian, sizes.inputMean, "input_median", "input_mean");
    good = order(sizes.outputMedian, sizes.outputMean, "output_median", "output_mean") && good;
    good = order(sizes.inputMedian, static_cast<double>(sizes.inputMost), "input_median",
                 "input_most") &&
           good;
    return order(sizes.outputMedian, static_cast<double>(sizes.outputMost), "output_median",
                 "output_most") &&
           good;
}

const FieldTable<LognormalSizes>& lognormalSizeFields() {
    static const FieldTable<LognormalSizes> table = [] {
        const NumberForm tokens{1, static_cast<double>(mostTokens)};
        FieldTable<LognormalSizes> t("lognormal_sizes",
                                     "Tokens of prompts and answers, drawn independently.");
        t.add(required("input_median", &LognormalSizes::inputMedian, tokens,
                       "half of the prompts are shorter", "1020"));
        t.add(required("input_mean", &LognormalSizes::inputMean, tokens,
                       "mean of the prompts, not below the median", "1155"));
        t.add(required("input_most", &LognormalSizes::inputMost, IntegerForm{1, mostTokens},
                       "longer draws are cut to this", "8192"));
        t.add(required("output_median", &LognormalSizes::outputMedian, tokens,
                       "half of the answers are shorter", "129"));
        t.add(required("output_mean", &LognormalSizes::outputMean, tokens,
                       "mean of the answers, not below the median", "211"));
        t.add(required("output_most", &LognormalSizes::outputMost, IntegerForm{1, mostTokens},
                       "longer draws are cut to this", "2048"));
        t.inlined(&LognormalSizes::provenance, provenanceFields());
        t.then("medians are not above means and the most", checkSizes);
        return t;
    }();
    return table;
}

const FieldTable<SizeShare>& sizeShareFields() {
    static const FieldTable<SizeShare> table = [] {
        FieldTable<SizeShare> t("size_share", "Requests of one size.");
        t.add(required("input", &SizeShare::input, IntegerForm{1, mostTokens},
                       "tokens of the prompt", "1024"));
        t.add(required("output", &SizeShare::output, IntegerForm{1, mostTokens}, "tokens generated",
                       "256"));
        t.add(defaulted("weight", &SizeShare::weight, NumberForm{0, 1e9, true},
                        "share of such requests, relative to the other entries"));
        return t;
    }();
    return table;
}

const FieldTable<ListedSizes>& listedSizeFields() {
    static const FieldTable<ListedSizes> table = [] {
        FieldTable<ListedSizes> t("listed_sizes", "Sizes as measured.");
        t.add(required(
            "sizes", &ListedSizes::sizes,
            ListForm<ObjectForm<SizeShare>>{object(sizeShareFields(), JsonLayout::Line), 1, 1000},
            "pairs of prompt and answer"));
        t.inlined(&ListedSizes::provenance, provenanceFields());
        return t;
    }();
    return table;
}

} // namespace

const FieldTable<Requests>& requestFields() {
    static const FieldTable<Requests> table = [] {
        FieldTable<Requests> t("requests", "When requests come.");
        t.add(kind<RequestProfile, Requests>("profile", object(requestProfileFields()),
                                             "drawn at random"));
        t.add(kind<RequestTrace, Requests>("trace", object(requestTraceFields(), JsonLayout::Line),
                                           "as recorded"));
        t.exactlyOne({"profile", "trace"});
        return t;
    }();
    return table;
}

const FieldTable<RequestSizes>& requestSizeFields() {
    static const FieldTable<RequestSizes> table = [] {
        FieldTable<RequestSizes> t("request_sizes", "How long prompts and answers are.");
        t.add(kind<FixedSize, RequestSizes>("fixed", object(fixedSizeFields(), JsonLayout::Line),
                                            "all alike"));
        t.add(kind<LognormalSizes, RequestSizes>("lognormal", object(lognormalSizeFields()),
                                                 "given by median and mean"));
        t.add(kind<ListedSizes, RequestSizes>("listed", object(listedSizeFields()),
                                              "pairs with weights"));
        t.exactlyOne({"fixed", "lognormal", "listed"});
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
