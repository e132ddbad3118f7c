#include <gpuplan/base/diagnostic.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;

TEST_CASE("a full diagnostic reads place, severity, text, pointer and candidates",
          "[base][diagnostic]") {
    Diagnostics diagnostics;

    diagnostics.error({"a/plan.json", 41, 18, "/alternatives/1/gpu"}, "base.file.missing",
                      {inQuotes("x.csv")}, {"H100-SXM5", "H200"});

    CHECK(describe(diagnostics[0]) == "a/plan.json:41:18: error: there is no file \"x.csv\"\n"
                                      "  at /alternatives/1/gpu\n"
                                      "  did you mean \"H100-SXM5\", \"H200\"?\n");
}

TEST_CASE("what is not known of a place is left out", "[base][diagnostic]") {
    const auto described = [](Location at) {
        Diagnostics diagnostics;
        diagnostics.warning(std::move(at), "base.file.missing", {"a"});
        return describe(diagnostics);
    };

    CHECK(described({}) == "warning: there is no file a\n");
    CHECK(described({"t.csv", 0, 0, ""}) == "t.csv: warning: there is no file a\n");
    CHECK(described({"t.csv", 7, 0, ""}) == "t.csv:7: warning: there is no file a\n");
    CHECK(described({"t.csv", 0, 3, ""}) == "t.csv: warning: there is no file a\n");
    CHECK(described({"", 0, 0, "/a"}) == "warning: there is no file a\n  at /a\n");
}

TEST_CASE("control characters of a hostile name do not reach the terminal", "[base][diagnostic]") {
    Diagnostics diagnostics;

    diagnostics.note({"a\x1b[2J.json", 1, 1, "/a\nb"}, "base.file.missing", {"a"});

    CHECK(describe(diagnostics) == "a\\x1b[2J.json:1:1: note: there is no file a\n  at /a\\x0ab\n");
}

TEST_CASE("only errors count as errors", "[base][diagnostic]") {
    Diagnostics diagnostics;
    CHECK(diagnostics.empty());

    diagnostics.warning({}, "base.file.missing", {"a"});
    diagnostics.note({}, "base.file.missing", {"a"});
    CHECK(diagnostics.size() == 2);
    CHECK_FALSE(diagnostics.hasErrors());

    diagnostics.outside({}, "base.file.missing", {"a"});
    CHECK(diagnostics.hasErrors());
    CHECK(diagnostics[2].trouble == Trouble::Outside);
    CHECK(diagnostics[0].trouble == Trouble::Input);
}

TEST_CASE("appended errors count too", "[base][diagnostic]") {
    Diagnostics errors;
    errors.error({}, "base.file.missing", {"a"});
    Diagnostics all;

    all.append(errors);

    CHECK(all.hasErrors());
    CHECK(all == errors);
}

TEST_CASE("sorting goes by file, line and column and keeps equal places in order",
          "[base][diagnostic]") {
    Diagnostics diagnostics;
    diagnostics.note({"b", 1, 1, ""}, "base.file.missing", {"1"});
    diagnostics.note({"a", 10, 1, ""}, "base.file.missing", {"2"});
    diagnostics.note({"a", 9, 2, "z"}, "base.file.missing", {"3"});
    diagnostics.note({"a", 9, 2, "a"}, "base.file.missing", {"4"});
    diagnostics.note({"a", 9, 1, ""}, "base.file.missing", {"5"});

    diagnostics.sortByPlace();

    std::string order;
    for (const Diagnostic& diagnostic : diagnostics)
        order += diagnostic.message.arguments[0];
    CHECK(order == "53421");
}
