#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/step_fields.hpp>

namespace gpuplan::io {

using namespace model;

namespace {

const FieldTable<FixedSupply>& fixedSupplyFields() {
    static const FieldTable<FixedSupply> table = [] {
        FieldTable<FixedSupply> t("fixed_supply", "Nodes that are always on and paid.");
        t.add(required("nodes", &FixedSupply::nodes, IntegerForm{1, mostNodes}, "how many", "8"));
        return t;
    }();
    return table;
}

const FieldTable<ElasticSupply>& elasticSupplyFields() {
    static const FieldTable<ElasticSupply> table = [] {
        FieldTable<ElasticSupply> t("elastic_supply", "Whole nodes leased on demand.");
        t.add(required("least_nodes", &ElasticSupply::leastNodes, IntegerForm{0, mostNodes},
                       "nodes that are always leased", "0"));
        t.add(required("most_nodes", &ElasticSupply::mostNodes, IntegerForm{1, mostNodes},
                       "never more than these", "8"));
        t.add(required("start_delay", &ElasticSupply::startDelay, DurationForm{"0 s", "365 d"},
                       "from request to ready", "\"3 min\""));
        t.add(required("idle_timeout", &ElasticSupply::idleTimeout, DurationForm{"0 s", "365 d"},
                       "a node above the least number that idles this long is released",
                       "\"10 min\""));
        t.then("least_nodes is not above most_nodes",
               [](ElasticSupply& supply, const JsonValue& json, Reading& reading) {
                   if (supply.leastNodes <= supply.mostNodes)
                       return true;
                   return reading.problem(json.find("least_nodes")->location(), "io.check.order",
                                          {"\"least_nodes\"", std::to_string(supply.leastNodes),
                                           "\"most_nodes\"", std::to_string(supply.mostNodes)});
               });
        return t;
    }();
    return table;
}

const FieldTable<OnDemand>& onDemandFields() {
    static const FieldTable<OnDemand> table("on_demand",
                                            "Paid by the hour of use, by the offer's billing rule; "
                                            "no fields.");
    return table;
}

const FieldTable<Spot>& spotFields() {
    static const FieldTable<Spot> table = [] {
        FieldTable<Spot> t("spot",
                           "Cheaper capacity that can be taken away. Losses are not played: "
                           "the expected rework is paid, and listed as estimated.");
        t.add(defaulted("rule", &Spot::rule, ChoiceForm{spotPriceRuleNames()},
                        "constant: the price of the price date; replay: the catalog's price "
                        "history"));
        t.add(required("interruptions_per_hour", &Spot::interruptionsPerHour,
                       SourcedForm{DecimalForm{"0", "1000"}}, "losses per node and hour", "0.05"));
        t.add(required("checkpoint", &Spot::checkpoint, DurationForm{"0 s", "30 d"},
                       "stall of one checkpoint", "\"30 s\""));
        t.add(required("restart", &Spot::restart, DurationForm{"0 s", "30 d"},
                       "to notice a loss, reschedule and load", "\"5 min\""));
        t.add(optional("interval", &Spot::interval, DurationForm{"1 s", "365 d"},
                       "work between checkpoints; absent: the best by Daly's formula",
                       "\"30 min\""));
        return t;
    }();
    return table;
}

const FieldTable<Commitment>& commitmentFields() {
    static const FieldTable<Commitment> table = [] {
        FieldTable<Commitment> t("commitment",
                                 "Reserved capacity: every hour of the term is paid, used or not.");
        t.add(required("term_months", &Commitment::termMonths, IntegerForm{1, mostMonths},
                       "length of the term, renewed until the plan ends", "12"));
        t.add(defaulted("upfront", &Commitment::upfront, ChoiceForm{upfrontNames()},
                        "how much is paid at the term's begin"));
        t.add(optional("upfront_per_node", &Commitment::upfrontPerNode, SourcedForm{MoneyForm{}},
                       "paid at each term's begin; with upfront partial or all", "\"150000 USD\""));
        t.add(optional("recurring", &Commitment::recurring, SourcedForm{PriceForm<per::Hour>{}},
                       "per node, every hour; absent: the catalog's"));
        return t;
    }();
    return table;
}

const FieldTable<CapexLine>& capexFields() {
    static const FieldTable<CapexLine> table = [] {
        FieldTable<CapexLine> t("capex_line", "Something bought at the plan's begin.");
        t.add(required("item", &CapexLine::item, TextForm{}, "what it is", "\"leaf switch\""));
        t.add(required("quantity", &CapexLine::quantity, DecimalForm{"0", "1000000", true},
                       "how many a node, or for the whole pool", "2"));
        t.add(defaulted("per_pool", &CapexLine::perPool, BoolForm{},
                        "the quantity is for the whole pool, not for each node"));
        t.add(required("unit_price", &CapexLine::unitPrice, SourcedForm{MoneyForm{}},
                       "price of one", "\"28000 USD\""));
        return t;
    }();
    return table;
}

const FieldTable<Owned>& ownedFields() {
    static const FieldTable<Owned> table = [] {
        FieldTable<Owned> t("owned", "Bought hardware, depreciated in equal parts over its life.");
        t.add(optional("bill_of_materials", &Owned::billOfMaterials, TextForm{},
                       "a system of the catalog (gpuplan catalog list): its lines for each node",
                       "\"8x H100 SXM server\""));
        t.add(defaulted("price_within_range", &Owned::priceWithinRange, NumberForm{0, 1},
                        "where between a catalog line's low (0) and high (1) price"));
        t.add(defaulted("lines", &Owned::lines,
                        ListForm<ObjectForm<CapexLine>>{object(capexFields()), 0, 1000},
                        "further things that are bought"));
        t.add(required("life_months", &Owned::lifeMonths, IntegerForm{1, mostMonths},
                       "months over which the hardware is depreciated", "48"));
        t.add(required("residual_share", &Owned::residualShare, SourcedForm{DecimalForm{"0", "1"}},
                       "share of the purchase that it is worth at the end of its life", "0.1"));
        t.add(required("maintenance_per_year", &Owned::maintenancePerYear,
                       SourcedForm{DecimalForm{"0", "1"}},
                       "share of the purchase a year, after the warranty", "0.05"));
        t.add(defaulted("warranty_months", &Owned::warrantyMonths, IntegerForm{0, mostMonths},
                        "months without maintenance cost"));
        t.add(required("idle_power", &Owned::idlePower, SourcedForm{PowerForm{"0 W", "1 MW"}},
                       "of a node without work", "\"2 kW\""));
        t.add(required("full_power", &Owned::fullPower, SourcedForm{PowerForm{"1 W", "1 MW"}},
                       "of a node with all GPUs busy", "\"10.2 kW\""));
        t.then("idle_power is not above full_power",
               [](Owned& owned, const JsonValue& json, Reading& reading) {
                   if (owned.idlePower.value <= owned.fullPower.value)
                       return true;
                   return reading.problem(json.find("idle_power")->location(), "io.check.order",
                                          {"\"idle_power\"", owned.idlePower.value.text(),
                                           "\"full_power\"", owned.fullPower.value.text()});
               });
        return t;
    }();
    return table;
}

} // namespace

const FieldTable<Supply>& supplyFields() {
    static const FieldTable<Supply> table = [] {
        FieldTable<Supply> t("supply", "How many nodes there are.");
        t.add(kind<FixedSupply, Supply>("fixed", object(fixedSupplyFields(), JsonLayout::Line),
                                        "always the same number"));
        t.add(kind<ElasticSupply, Supply>("elastic",
                                          object(elasticSupplyFields(), JsonLayout::Line),
                                          "as many as the queue needs"));
        t.exactlyOne({"fixed", "elastic"});
        return t;
    }();
    return table;
}

const FieldTable<PurchaseOption>& purchaseFields() {
    static const FieldTable<PurchaseOption> table = [] {
        FieldTable<PurchaseOption> t("purchase", "How the nodes are paid for.");
        t.add(kind<OnDemand, PurchaseOption>("on_demand", object(onDemandFields()),
                                             "by the hour of use"));
        t.add(kind<Spot, PurchaseOption>("spot", object(spotFields()), "interruptible"));
        t.add(kind<Commitment, PurchaseOption>("commitment", object(commitmentFields()),
                                               "reserved for a term"));
        t.add(kind<Owned, PurchaseOption>("owned", object(ownedFields()), "bought"));
        t.exactlyOne({"on_demand", "spot", "commitment", "owned"});
        return t;
    }();
    return table;
}

const FieldTable<Pool>& poolFields() {
    static const FieldTable<Pool> table = [] {
        FieldTable<Pool> t("pool", "Equal nodes, got and paid in one way.");
        t.add(
            required("name", &Pool::name, TextForm{100}, "unique in its alternative", "\"h100\""));
        t.add(optional("offer", &Pool::offer, TextForm{},
                       "a cloud offer of the catalog (gpuplan catalog list)",
                       "\"aws/p5.48xlarge/us-east-1\""));
        t.add(optionalPlain("gpu", &Pool::gpu, TextForm{},
                            "a GPU model of the catalog; needed without an offer", "\"h100-sxm\""));
        t.add(optionalPlain("gpus_per_node", &Pool::gpusPerNode, IntegerForm{1, 1024},
                            "GPUs of one node; needed without an offer", "8"));
        t.add(defaulted("speed", &Pool::speed, SourcedForm{DecimalForm{"0", "1000", true}},
                        "work done an hour, against the workload's own GPU"));
        t.add(required("supply", &Pool::supply, object(supplyFields()), "how many nodes"));
        t.add(required("purchase", &Pool::purchase, object(purchaseFields()),
                       "how they are paid for"));
        t.add(optional("price", &Pool::price, SourcedForm{PriceForm<per::Hour>{}},
                       "per node; in place of the catalog's"));
        t.add(optionalPlain("node", &Pool::node, object(nodeFields()),
                            "what stands around its GPUs, for jobs with a step model"));
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
