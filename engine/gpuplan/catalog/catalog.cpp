#include <gpuplan/catalog/catalog.hpp>

#include <algorithm>
#include <span>
#include <tuple>

namespace gpuplan::catalog {

namespace {

template <typename Record, typename Key>
const Record* find(const std::vector<Record>& records, Key key, std::string_view id) {
    const auto found = std::ranges::find(records, id, key);
    return found == records.end() ? nullptr : &*found;
}

template <typename Record, typename Key>
std::vector<std::string> all(const std::vector<Record>& records, Key key) {
    std::vector<std::string> ids;
    ids.reserve(records.size());
    for (const Record& record : records)
        ids.push_back(record.*key);
    return ids;
}

std::span<const PriceChange> changesOf(const std::vector<PriceChange>& prices,
                                       std::string_view offer, PriceKind kind) {
    const auto key = [](const PriceChange& change) {
        return std::tuple(std::string_view(change.offer), change.kind);
    };
    const auto found = std::ranges::equal_range(prices, std::tuple(offer, kind), {}, key);
    return {found.begin(), found.end()};
}

/// A price somebody saw.
struct Sighting {
    const HourlyPrice* price = nullptr;
    const Provenance* provenance = nullptr;
    std::optional<Instant> seen;
};

Sourced<HourlyPrice> sourced(const Sighting& sighting, Instant when) {
    Sourced<HourlyPrice> result{*sighting.price, *sighting.provenance};
    std::string& note = result.provenance.note;
    std::string caveat;
    if (!sighting.seen)
        caveat = text(Message{"catalog.price.undated", {dateText(when)}});
    else if (*sighting.seen > when)
        caveat = text(Message{"catalog.price.later", {dateText(when), dateText(*sighting.seen)}});
    if (!caveat.empty())
        note = note.empty() ? caveat : caveat + "; " + note;
    return result;
}

} // namespace

std::vector<const BillLine*> purchaseLines(const BillOfMaterials& bill) {
    std::vector<const BillLine*> lines;
    for (const BillRole role : {BillRole::Whole, BillRole::Part}) {
        for (const BillLine& line : bill.lines)
            if (line.role == role)
                lines.push_back(&line);
        if (!lines.empty())
            break;
    }
    return lines;
}

void Catalogs::arrange() {
    std::ranges::stable_sort(prices, {}, [](const PriceChange& change) {
        return std::tuple(std::string_view(change.offer), change.kind, change.validFrom);
    });
}

const GpuModel* Catalogs::gpu(std::string_view id) const {
    return find(gpus, &GpuModel::id, id);
}
const CloudOffer* Catalogs::offer(std::string_view id) const {
    return find(offers, &CloudOffer::id, id);
}
const StorageTier* Catalogs::storageTier(std::string_view id) const {
    return find(storage, &StorageTier::id, id);
}
const Interconnect* Catalogs::interconnect(std::string_view id) const {
    return find(interconnects, &Interconnect::id, id);
}
const BillOfMaterials* Catalogs::bill(std::string_view system) const {
    return find(bills, &BillOfMaterials::system, system);
}
const OperatingFigure* Catalogs::figure(std::string_view id) const {
    return find(figures, &OperatingFigure::id, id);
}

std::vector<std::string> Catalogs::offerIds() const {
    return all(offers, &CloudOffer::id);
}
std::vector<std::string> Catalogs::gpuIds() const {
    return all(gpus, &GpuModel::id);
}
std::vector<std::string> Catalogs::storageIds() const {
    return all(storage, &StorageTier::id);
}
std::vector<std::string> Catalogs::interconnectIds() const {
    return all(interconnects, &Interconnect::id);
}
std::vector<std::string> Catalogs::billIds() const {
    return all(bills, &BillOfMaterials::system);
}
std::vector<std::string> Catalogs::figureIds() const {
    return all(figures, &OperatingFigure::id);
}

std::optional<Sourced<HourlyPrice>> Catalogs::priceAt(std::string_view offerId, PriceKind kind,
                                                      Instant when) const {
    std::vector<Sighting> sightings;
    for (const PriceChange& change : changesOf(prices, offerId, kind))
        sightings.push_back({&change.price, &change.provenance, change.validFrom});
    if (const CloudOffer* own = offer(offerId)) {
        const auto& price = kind == PriceKind::Spot ? own->spot : own->onDemand;
        if (price)
            sightings.push_back({&*price, &own->provenance, firstDay(own->provenance.asOf)});
    }
    const Sighting* before = nullptr;
    const Sighting* after = nullptr;
    const Sighting* undated = nullptr;
    for (const Sighting& sighting : sightings) {
        if (!sighting.seen)
            undated = &sighting;
        else if (*sighting.seen <= when)
            before = before != nullptr && *before->seen >= *sighting.seen ? before : &sighting;
        else
            after = after != nullptr && *after->seen <= *sighting.seen ? after : &sighting;
    }
    for (const Sighting* best : {before, after, undated})
        if (best != nullptr)
            return sourced(*best, when);
    return std::nullopt;
}

std::vector<PriceChange> Catalogs::history(std::string_view offerId, PriceKind kind) const {
    const auto changes = changesOf(prices, offerId, kind);
    return {changes.begin(), changes.end()};
}

Decimal perGpu(const HourlyPrice& price, std::int64_t gpus) {
    GPUPLAN_EXPECTS(gpus > 0, "an offer has GPUs");
    constexpr int places = 6;
    const Int128 parts = multiplyChecked(gpus, powerOfTen(price.amount.places()));
    return Decimal::scaled(
        multiplyDivideHalfEven(price.amount.mantissa(), powerOfTen(places), parts), places);
}

std::optional<Instant> firstDay(std::string_view date) {
    const auto years = [](std::string_view span) {
        return span.size() == 9 && span[4] == '-' && span.substr(0, 4) <= span.substr(5) &&
               firstDay(span.substr(5)).has_value();
    };
    if (years(date))
        date = date.substr(0, 4);
    for (const std::string_view missing : {"", "-01", "-01-01"})
        if (date.size() + missing.size() == 10)
            return parseInstant(std::string(date) + std::string(missing));
    return std::nullopt;
}

} // namespace gpuplan::catalog
