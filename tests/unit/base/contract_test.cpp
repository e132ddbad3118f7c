#include <gpuplan/base/contract.hpp>

#include <catch2/catch.hpp>

#include <string>

namespace {

std::string complaintOf(int value) {
    try {
        GPUPLAN_EXPECTS(value > 0, "a count is positive");
    } catch (const gpuplan::ContractViolation& broken) {
        return broken.what();
    }
    return {};
}

} // namespace

TEST_CASE("a kept promise says nothing", "[base][contract]") {
    CHECK(complaintOf(1).empty());
}

TEST_CASE("a broken promise names the rule, the condition and the file without its folder",
          "[base][contract]") {
    const std::string complaint = complaintOf(0);

    CHECK(complaint.find("a count is positive (value > 0, contract_test.cpp:") == 0);
    CHECK(complaint.find('/') == std::string::npos);
}
