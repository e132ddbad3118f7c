#include <gpuplan/catalog/check.hpp>
#include <gpuplan/units/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace gpuplan::catalog {

namespace {

constexpr Bytes gigabyte{1'000'000'000};
constexpr Bytes terabyte{1'000'000'000'000};

/// A price of one GPU for an hour and where it stands.
struct Peer {
    double perGpu = 0;
    Location at;
    std::string price;
};

/// GPU, kind of price, currency.
using PeerGroup = std::tuple<std::string, std::string, std::string>;

Location placeOf(const Provenance& provenance, std::string_view field = {}) {
    Location at;
    at.file = provenance.file;
    at.pointer = provenance.pointer;
    if (!field.empty())
        at.pointer += "/" + std::string(field);
    return at;
}

/// Four significant digits: enough to compare by, and no tail of a division.
std::string shortNumber(double value) {
    if (value == 0)
        return "0";
    const int magnitude = static_cast<int>(std::floor(std::log10(std::fabs(value))));
    const auto decimal = Decimal::parse(fixedText(value, std::clamp(3 - magnitude, 0, 12)));
    return decimal ? decimal->text() : numberText(value);
}

/// The middle one; of an even number the mean of the two in the middle. `values` not empty.
double median(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

bool isAbove(const std::optional<HourlyPrice>& price, const std::optional<HourlyPrice>& limit) {
    return price && limit && price->currency == limit->currency && price->amount > limit->amount;
}

class Checker {
public:
    explicit Checker(const Catalogs& catalogs) : m_catalogs(catalogs) {}

    Diagnostics run() {
        for (const GpuModel& gpu : m_catalogs.gpus)
            checkGpu(gpu);
        for (const CloudOffer& offer : m_catalogs.offers)
            checkOffer(offer);
        for (const PriceChange& change : m_catalogs.prices)
            checkChange(change);
        for (const StorageTier& tier : m_catalogs.storage)
            checkTier(tier);
        for (const Interconnect& link : m_catalogs.interconnects)
            checkProvenance(link.provenance);
        for (const OperatingFigure& figure : m_catalogs.figures)
            checkFigure(figure);
        for (const BillOfMaterials& bill : m_catalogs.bills)
            for (const BillLine& line : bill.lines)
                checkLine(line);
        for (const PerfReference& measured : m_catalogs.performance)
            checkProvenance(measured.provenance);
        checkPeers();
        return std::move(m_found);
    }

private:
    void checkProvenance(const Provenance& provenance) {
        if (provenance.source.empty())
            m_found.error(placeOf(provenance), "catalog.check.source");
        if (provenance.asOf.empty())
            m_found.error(placeOf(provenance), "catalog.check.date");
        if (provenance.retrieved.empty())
            m_found.warning(placeOf(provenance), "catalog.check.retrieved");
        if (provenance.confidence == Confidence::Unknown)
            m_found.warning(placeOf(provenance), "catalog.check.confidence");
        checkDate(provenance.retrieved, provenance, "retrieved");
        checkDate(provenance.asOf, provenance, "as_of");
    }

    /// The first day the text may mean decides: `2026`, collected in November 2026, is no error.
    void checkDate(const std::string& date, const Provenance& provenance, std::string_view field) {
        if (date.empty())
            return;
        const auto day = firstDay(date);
        if (!day)
            m_found.error(placeOf(provenance, field), "catalog.check.no_date", {inQuotes(date)});
        else
            checkFuture(*day, date, provenance, field);
    }

    void checkFuture(Instant day, const std::string& shown, const Provenance& provenance,
                     std::string_view field) {
        const auto collected = firstDay(provenance.retrieved);
        if (collected && day > *collected)
            m_found.error(placeOf(provenance, field), "catalog.check.future",
                          {shown, provenance.retrieved});
    }

    template <typename T>
    void checkRange(const std::optional<T>& low, const std::optional<T>& high, Location at) {
        if (low && high && *high < *low)
            m_found.error(std::move(at), "catalog.check.range", {shown(*low), shown(*high)});
    }
    static std::string shown(const Money& value) { return value.text(); }
    static std::string shown(const Decimal& value) { return value.text(); }

    void checkMoney(const MoneyRange& range, const Provenance& provenance, const char* field) {
        checkDate(range.asOf, provenance, std::string(field) + "/as_of");
        if (range.gpus == 0)
            m_found.error(placeOf(provenance, field), "catalog.check.no_gpus");
        if (range.low && range.high && range.low->currency() == range.high->currency())
            checkRange(range.low, range.high, placeOf(provenance, field));
    }

    void checkGpu(const GpuModel& gpu) {
        checkProvenance(gpu.provenance);
        const Location at = placeOf(gpu.provenance, "memory");
        if (gpu.memory && *gpu.memory == Bytes{})
            m_found.error(at, "catalog.check.zero", {"memory"});
        else if (gpu.memory && *gpu.memory > terabyte)
            m_found.error(at, "catalog.check.gpu_memory_large", {gpu.memory->text()});
        else if (gpu.memory && *gpu.memory < gigabyte)
            m_found.error(at, "catalog.check.gpu_memory_small", {gpu.memory->text()});
        if (gpu.memoryBandwidth && gpu.memoryBandwidth->base() == 0)
            m_found.error(placeOf(gpu.provenance, "memory_bandwidth"), "catalog.check.zero",
                          {"memory_bandwidth"});
        if (gpu.tdp && gpu.tdp->base() == 0)
            m_found.error(placeOf(gpu.provenance, "tdp"), "catalog.check.zero", {"tdp"});
        checkMoney(gpu.purchase, gpu.provenance, "purchase");
        checkMoney(gpu.used, gpu.provenance, "used");
    }

    void checkOffer(const CloudOffer& offer) {
        checkProvenance(offer.provenance);
        if (offer.gpuCount == 0)
            m_found.error(placeOf(offer.provenance, "gpu_count"), "catalog.check.no_gpus");
        if (offer.memory &&
            (*offer.memory < gigabyte || offer.memory->base() > 64 * terabyte.base()))
            m_found.warning(placeOf(offer.provenance, "memory"), "catalog.check.host_memory",
                            {offer.memory->text()});
        checkAgainst(offer, offer.spot, "spot", offer.onDemand, "on_demand");
        checkAgainst(offer, offer.reserved1y, "reserved_1y", offer.onDemand, "on_demand");
        checkAgainst(offer, offer.reserved3y, "reserved_3y", offer.onDemand, "on_demand");
        checkAgainst(offer, offer.reserved3y, "reserved_3y", offer.reserved1y, "reserved_1y");
        if (offer.gpuPartOnly)
            return; // no peer of prices for whole machines
        addPeer(offer.onDemand, offer.gpu, offer.gpuCount, placeOf(offer.provenance, "on_demand"),
                "on_demand");
        addPeer(offer.spot, offer.gpu, offer.gpuCount, placeOf(offer.provenance, "spot"), "spot");
    }

    void checkAgainst(const CloudOffer& offer, const std::optional<HourlyPrice>& price,
                      std::string_view name, const std::optional<HourlyPrice>& limit,
                      std::string_view limitName) {
        if (isAbove(price, limit))
            m_found.warning(
                placeOf(offer.provenance, name), "catalog.check.above",
                {std::string(name), price->text(), std::string(limitName), limit->text()});
    }

    void checkChange(const PriceChange& change) {
        checkProvenance(change.provenance);
        checkFuture(change.validFrom, dateText(change.validFrom), change.provenance, "valid_from");
        const CloudOffer* offer = m_catalogs.offer(change.offer);
        if (offer == nullptr && !m_catalogs.offers.empty() && m_alone.insert(change.offer).second)
            m_found.note(placeOf(change.provenance, "offer"), "catalog.check.no_offer",
                         {inQuotes(change.offer)});
        if (offer != nullptr && change.gpuCount && *change.gpuCount != offer->gpuCount)
            m_found.warning(placeOf(change.provenance, "gpu_count"), "catalog.check.gpu_count",
                            {std::to_string(*change.gpuCount), std::to_string(offer->gpuCount)});
        if (change.kind == PriceKind::Spot)
            checkDatedSpot(change);
        if (offer != nullptr && offer->gpuPartOnly)
            return;
        addPeer(change.price, change.gpu, change.gpuCount.value_or(0),
                placeOf(change.provenance, "price"),
                change.kind == PriceKind::Spot ? "spot" : "on_demand");
    }

    /// Against the dated list price of that day, if one is known.
    void checkDatedSpot(const PriceChange& change) {
        std::optional<HourlyPrice> list;
        for (const PriceChange& other : m_catalogs.history(change.offer, PriceKind::OnDemand))
            if (other.validFrom <= change.validFrom)
                list = other.price;
        if (isAbove(change.price, list))
            m_found.warning(placeOf(change.provenance, "price"), "catalog.check.above",
                            {"spot", change.price.text(), "on_demand", list->text()});
    }

    void checkTier(const StorageTier& tier) {
        checkProvenance(tier.provenance);
        if (tier.purchaseLow && tier.purchaseHigh)
            checkRange<Decimal>(tier.purchaseLow->amount, tier.purchaseHigh->amount,
                                placeOf(tier.provenance, "purchase_low"));
    }

    void checkFigure(const OperatingFigure& figure) {
        checkProvenance(figure.provenance);
        const Location at = placeOf(figure.provenance);
        checkRange(figure.low, figure.high, at);
        checkRange(figure.low, figure.value, at);
        checkRange(figure.value, figure.high, at);
    }

    void checkLine(const BillLine& line) {
        checkProvenance(line.provenance);
        if (line.unitLow && line.unitHigh && line.unitLow->currency() == line.unitHigh->currency())
            checkRange(line.unitLow, line.unitHigh, placeOf(line.provenance, "unit_low"));
    }

    void addPeer(const std::optional<HourlyPrice>& price, const std::string& gpu,
                 std::int64_t gpuCount, Location at, const std::string& kind) {
        if (!price)
            return;
        if (price->amount.isZero())
            m_found.warning(at, "catalog.check.free", {kind});
        if (gpu.empty() || gpuCount <= 0)
            return;
        m_peers[{gpu, kind, price->currency.code()}].push_back(
            {perGpu(*price, gpuCount).toDouble(), std::move(at), price->text()});
    }

    void checkPeers() {
        for (const auto& [group, peers] : m_peers)
            for (const Peer& peer : peers)
                checkPeer(group, peers, peer);
    }

    void checkPeer(const PeerGroup& group, const std::vector<Peer>& peers, const Peer& peer) {
        std::vector<double> others;
        for (const Peer& other : peers)
            if (&other != &peer)
                others.push_back(other.perGpu);
        if (others.size() < 2 || peer.perGpu == 0)
            return;
        const double middle = median(others);
        const bool above = peer.perGpu > middle * farFromPeers;
        if (!above && peer.perGpu * farFromPeers >= middle)
            return;
        const auto& [gpu, kind, currency] = group;
        const double times = above ? peer.perGpu / middle : middle / peer.perGpu;
        m_found.warning(peer.at, above ? "catalog.check.far_above" : "catalog.check.far_below",
                        {peer.price, shortNumber(peer.perGpu) + " " + currency, gpu,
                         shortNumber(times), shortNumber(middle) + " " + currency,
                         std::to_string(others.size()), kind});
    }

    const Catalogs& m_catalogs;
    Diagnostics m_found;
    std::map<PeerGroup, std::vector<Peer>> m_peers;
    std::set<std::string> m_alone; ///< offers with dated prices only, once noted
};

} // namespace

Diagnostics check(const Catalogs& catalogs) {
    return Checker(catalogs).run();
}

} // namespace gpuplan::catalog
