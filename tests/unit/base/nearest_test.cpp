#include <gpuplan/base/nearest.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;
using Names = std::vector<std::string>;

TEST_CASE("edit distance counts single edits and swaps of neighbours", "[base][nearest]") {
    CHECK(editDistance("", "") == 0);
    CHECK(editDistance("abc", "") == 3);
    CHECK(editDistance("", "abc") == 3);
    CHECK(editDistance("kitten", "sitting") == 3); // Levenshtein's textbook pair
    CHECK(editDistance("replay", "reply") == 1);
    CHECK(editDistance("replay", "replya") == 1);
    CHECK(editDistance("pool", "pooll") == 1);
}

TEST_CASE("edit distance ignores the case of ASCII letters", "[base][nearest]") {
    CHECK(editDistance("H100-SXM5", "h100-sxm5") == 0);
    CHECK(editDistance("[", "{") == 1); // 0x5b and 0x7b differ by the bit of the case
}

TEST_CASE("edit distance is the same both ways", "[base][nearest]") {
    CHECK(editDistance("conservative", "conserved") == editDistance("conserved", "conservative"));
}

TEST_CASE("the nearest name comes first, ties by spelling", "[base][nearest]") {
    const Names known = {"study", "replay", "report", "reply"};

    CHECK(nearest("repla", known) == Names{"replay", "reply"}); // report is 3 edits away
    CHECK(nearest("repla", known, 1) == Names{"replay"});
    CHECK(nearest("replx", {"replb", "repla"}) == Names{"repla", "replb"});
}

TEST_CASE("a name with nothing in common is not offered", "[base][nearest]") {
    CHECK(nearest("go", {"id", "up"}).empty());
    CHECK(nearest("", {"a", "ab"}).empty());
    CHECK(nearest("frobnicate", {"gpus", "nodes"}).empty());
    CHECK(nearest("gpu", {"gpus"}) == Names{"gpus"});
}

TEST_CASE("a hostile long name is answered at once and offered nothing", "[base][nearest]") {
    const std::string hostile(10'000'000, 'a');

    CHECK(nearest(hostile, {"gpus", "nodes"}).empty());
    CHECK(editDistance(hostile, hostile) == 0);
}
