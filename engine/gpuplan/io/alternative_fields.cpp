#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/service_fields.hpp>
#include <gpuplan/io/step_fields.hpp>

namespace gpuplan::io {

using namespace model;

namespace {

constexpr const char* largestSize = "1000 PB";

const FieldTable<EgressTier>& egressTierFields() {
    static const FieldTable<EgressTier> table = [] {
        FieldTable<EgressTier> t("egress_tier", "One price step of data that leaves.");
        t.add(optional("up_to", &EgressTier::upTo, BytesForm{"1 B", largestSize},
                       "size of this step a month; absent: all the rest", "\"10 TB\""));
        t.add(required("price", &EgressTier::price, PriceForm<per::Gigabyte>{}, "of this step"));
        return t;
    }();
    return table;
}

} // namespace

const FieldTable<Site>& siteFields() {
    static const FieldTable<Site> table = [] {
        FieldTable<Site> t("site", "Where owned nodes stand.");
        t.add(required("name", &Site::name, TextForm{100}, "name of the place", "\"oslo\""));
        t.add(optional("energy_price", &Site::energyPrice,
                       SourcedForm{PriceForm<per::KilowattHour>{}},
                       "needed where nodes are owned"));
        t.add(optional("pue", &Site::pue, SourcedForm{DecimalForm{"1", "10"}},
                       "power of the site per power of its machines; needed where nodes are owned",
                       "1.4"));
        t.add(optional("colocation", &Site::colocation,
                       SourcedForm{PriceForm<per::KilowattMonth>{}}, "rent by contracted power"));
        t.add(optional("contracted", &Site::contracted, PowerForm{"1 W", "10000 MW"},
                       "rented power; absent: the full power of all owned nodes", "\"120 kW\""));
        t.add(optional("staff", &Site::staff, SourcedForm{DecimalForm{"0", "100000"}},
                       "full-time equivalents", "0.5"));
        t.add(optional("salary", &Site::salary, SourcedForm{PriceForm<per::Year>{}},
                       "per full-time equivalent, with overhead"));
        t.add(optional("carbon_grams_per_kwh", &Site::carbonGramsPerKwh,
                       SourcedForm{DecimalForm{"0", "10000"}}, "CO2 equivalent of the site's power",
                       "30"));
        return t;
    }();
    return table;
}

const FieldTable<StorageLine>& storageFields() {
    static const FieldTable<StorageLine> table = [] {
        FieldTable<StorageLine> t("storage_line", "Storage that is kept over the whole plan.");
        t.add(required("tier", &StorageLine::tier, TextForm{},
                       "a storage tier of the catalog (gpuplan catalog list)", "\"s3-standard\""));
        t.add(required("capacity", &StorageLine::capacity, BytesForm{"1 B", largestSize},
                       "how much is kept", "\"500 TB\""));
        t.add(optional("price", &StorageLine::price, SourcedForm{PriceForm<per::GigabyteMonth>{}},
                       "in place of the catalog's"));
        const SourcedForm rate{BandwidthForm{"1 B/s", fastestRate}};
        t.add(optional("read", &StorageLine::read, rate,
                       "rate of the whole tier; in place of the catalog's", "\"12 GB/s\""));
        t.add(optional("write", &StorageLine::write, rate,
                       "rate of the whole tier; in place of the catalog's", "\"6 GB/s\""));
        t.add(optional("iops", &StorageLine::iops,
                       SourcedForm{DecimalForm{"0", "1000000000000", true}},
                       "random reads a second; in place of the catalog's", "500000"));
        t.add(optional("opens_per_second", &StorageLine::opensPerSecond,
                       SourcedForm{DecimalForm{"0", "1000000000000", true}},
                       "files one client opens in a second; in place of the catalog's", "2000"));
        return t;
    }();
    return table;
}

const FieldTable<EgressLine>& egressFields() {
    static const FieldTable<EgressLine> table = [] {
        FieldTable<EgressLine> t("egress_line", "Data that leaves, priced in steps.");
        t.add(required("per_month", &EgressLine::perMonth, BytesForm{"0 B", largestSize},
                       "how much leaves a month", "\"40 TB\""));
        t.add(required(
            "tiers", &EgressLine::tiers,
            ListForm<ObjectForm<EgressTier>>{object(egressTierFields(), JsonLayout::Line), 1, 100},
            "filled in order"));
        t.inlined(&EgressLine::provenance, provenanceFields());
        t.then("every step but the last has up_to",
               [](EgressLine& line, const JsonValue& json, Reading& reading) {
                   std::size_t i = 0;
                   for (const JsonValue tier : json.find("tiers")->items())
                       if (!line.tiers[i++].upTo && i != line.tiers.size())
                           return reading.problem(tier.location(), "io.check.tiers");
                   return true;
               });
        return t;
    }();
    return table;
}

const FieldTable<OtherLine>& otherLineFields() {
    static const FieldTable<OtherLine> table = [] {
        FieldTable<OtherLine> t("other_line", "A monthly cost that nothing else covers.");
        t.add(required("item", &OtherLine::item, TextForm{}, "what is paid for",
                       "\"support contract\""));
        t.add(
            required("price", &OtherLine::price, SourcedForm{PriceForm<per::Month>{}}, "a month"));
        return t;
    }();
    return table;
}

const FieldTable<Alternative>& alternativeFields() {
    static const FieldTable<Alternative> table = [] {
        FieldTable<Alternative> t("alternative", "One way to run the workload.");
        t.add(required("name", &Alternative::name, TextForm{100}, "unique name", "\"rent\""));
        t.add(required("kind", &Alternative::kind, ChoiceForm{alternativeKindNames()},
                       "cloud: all pools rented; owned: all bought; hybrid: both"));
        t.add(defaulted("queue", &Alternative::queue, ChoiceForm{queueRuleNames()},
                        "which waiting job starts next"));
        t.add(defaulted("placement", &Alternative::placement, ChoiceForm{placementRuleNames()},
                        "which nodes a job gets"));
        t.add(defaulted("estimates", &Alternative::estimates, ChoiceForm{estimateRuleNames()},
                        "run times the queue reckons with: the true ones, or the users'"));
        t.add(required("pools", &Alternative::pools,
                       ListForm<ObjectForm<Pool>>{object(poolFields()), 1, 255},
                       "tried in this order"));
        t.add(
            optional("site", &Alternative::site, object(siteFields()), "where owned nodes stand"));
        t.add(defaulted("storage", &Alternative::storage,
                        ListForm<ObjectForm<StorageLine>>{object(storageFields()), 0, 1000},
                        "storage, the whole plan long"));
        t.add(defaulted("egress", &Alternative::egress,
                        ListForm<ObjectForm<EgressLine>>{object(egressFields()), 0, 1000},
                        "data that leaves"));
        t.add(defaulted("other", &Alternative::other,
                        ListForm<ObjectForm<OtherLine>>{object(otherLineFields()), 0, 1000},
                        "further monthly costs"));
        t.add(defaulted(
            "changes", &Alternative::changes,
            ListForm<ObjectForm<StepChange>>{object(stepChangeFields(), JsonLayout::Line), 0, 255},
            "of the workload's step models, in this alternative"));
        t.add(defaulted("service_changes", &Alternative::serviceChanges,
                        ListForm<ObjectForm<ServiceChange>>{
                            object(serviceChangeFields(), JsonLayout::Line), 0, 255},
                        "of the workload's services, in this alternative"));
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
