#include <gpuplan/base/hash.hpp>

#include <catch2/catch.hpp>

using namespace gpuplan;

TEST_CASE("FNV-1a 64 gives its published values", "[base][hash]") {
    // draft-eastlake-fnv, appendix of test vectors
    STATIC_REQUIRE(fnv1a64("") == 0xcbf29ce484222325ULL);
    STATIC_REQUIRE(fnv1a64("a") == 0xaf63dc4c8601ec8cULL);
    CHECK(fnv1a64("foobar") == 0x85944171f73967e8ULL);
}

TEST_CASE("FNV-1a in pieces is FNV-1a at once", "[base][hash]") {
    Fnv1a64 pieces;
    pieces.add("foo");
    pieces.add("");
    pieces.add("bar");

    CHECK(pieces.value() == fnv1a64("foobar"));
}

TEST_CASE("a word is hashed as its eight bytes, least significant first", "[base][hash]") {
    Fnv1a64 word;
    word.addWord(0x0807060504030201ULL);

    CHECK(word.value() == fnv1a64("\x01\x02\x03\x04\x05\x06\x07\x08"));
}

TEST_CASE("hex text has sixteen lower-case digits", "[base][hash]") {
    CHECK(hex64(0) == "0000000000000000");
    CHECK(hex64(0x0123456789abcdefULL) == "0123456789abcdef");
    CHECK(hex64(~0ULL) == "ffffffffffffffff");
}

TEST_CASE("SHA-256 gives its published values", "[base][hash]") {
    // FIPS 180-2, appendix B.1 and B.3, and the well-known digest of nothing
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256(std::string_view()) == sha256(""));
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256(std::string(1'000'000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
