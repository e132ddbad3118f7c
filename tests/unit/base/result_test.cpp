#include <gpuplan/base/provenance.hpp>
#include <gpuplan/base/result.hpp>

#include <catch2/catch.hpp>

#include <memory>

using namespace gpuplan;

namespace {

Diagnostics aWarning() {
    Diagnostics diagnostics;
    diagnostics.warning({}, "base.file.missing", {"a"});
    return diagnostics;
}

Diagnostics anError() {
    Diagnostics diagnostics;
    diagnostics.error({}, "base.file.missing", {"a"});
    return diagnostics;
}

} // namespace

TEST_CASE("a result holds its value, warnings beside it", "[base][result]") {
    const Result<std::string> plain(std::string("x"));
    const Result<std::string> warned("x", aWarning());

    CHECK(plain.ok());
    CHECK(*plain == "x");
    CHECK(plain->size() == 1);
    CHECK(warned.ok());
    CHECK(warned.diagnostics().size() == 1);
}

TEST_CASE("errors leave no value, even where one was given", "[base][result]") {
    const Result<int> failed(anError());
    const Result<int> doubtful(7, anError());

    CHECK_FALSE(failed);
    CHECK_FALSE(doubtful.ok());
    CHECK_THROWS_AS(failed.value(), ContractViolation);
    CHECK_THROWS_AS(*doubtful, ContractViolation);
}

TEST_CASE("a result without value and without error is a bug of ours", "[base][result]") {
    CHECK_THROWS_AS(Result<int>(Diagnostics{}), ContractViolation);
    CHECK_THROWS_AS(Result<int>(aWarning()), ContractViolation);
}

TEST_CASE("a value that can only be moved can be taken out", "[base][result]") {
    Result<std::unique_ptr<int>> result(std::make_unique<int>(5));

    const std::unique_ptr<int> taken = std::move(result).value();

    CHECK(*taken == 5);
}

TEST_CASE("a sourced value differs where value or source differ", "[base][provenance]") {
    const Sourced a{5, Provenance{.source = "list", .confidence = Confidence::High}};
    Sourced<int> b = a;
    CHECK(a == b);

    b.provenance.confidence = Confidence::Low;

    CHECK_FALSE(a == b);
    CHECK(Provenance{}.confidence == Confidence::Unknown);
}
