#include <gpuplan/report/canvas_text.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace gpuplan::report {

namespace {

// Advance widths in 1/2048 em, read from the hmtx tables of DejaVu Sans 2.37, regular and bold.
struct Run {
    char32_t first;
    std::span<const std::uint16_t> regular;
    std::span<const std::uint16_t> bold;
};

constexpr auto basicLatinRegular = std::to_array<std::uint16_t>(
    {651,  821,  942,  1716, 1303, 1946, 1597, 563,  799,  799,  1024, 1716, 651,  739,  651,  690,
     1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690,  690,  1716, 1716, 1716, 1087,
     2048, 1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604,  604,  1343, 1141, 1767, 1532, 1612,
     1235, 1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403, 799,  690,  799,  1716, 1024,
     1024, 1255, 1300, 1126, 1300, 1260, 721,  1300, 1298, 569,  569,  1186, 569,  1995, 1298, 1253,
     1300, 1300, 842,  1067, 803,  1298, 1212, 1675, 1212, 1212, 1075, 1303, 690,  1303, 1716});
constexpr auto basicLatinBold = std::to_array<std::uint16_t>(
    {713,  934,  1067, 1716, 1425, 2052, 1786, 627,  936,  936,  1071, 1716, 778,  850,  778,  748,
     1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 819,  819,  1716, 1716, 1716, 1188,
     2048, 1585, 1561, 1503, 1700, 1399, 1399, 1681, 1714, 762,  762,  1587, 1305, 2038, 1714, 1741,
     1501, 1741, 1577, 1475, 1397, 1663, 1585, 2259, 1579, 1483, 1485, 936,  748,  936,  1716, 1024,
     1024, 1382, 1466, 1214, 1466, 1389, 891,  1466, 1458, 702,  702,  1362, 702,  2134, 1458, 1407,
     1466, 1466, 1010, 1219, 979,  1458, 1335, 1892, 1321, 1335, 1192, 1458, 748,  1458, 1716});
constexpr auto latin1Regular = std::to_array<std::uint16_t>(
    {651,  821,  1303, 1303, 1303, 1303, 690,  1024, 1024, 2048, 965,  1253, 1716, 739,
     2048, 1024, 1024, 1716, 821,  821,  1024, 1303, 1303, 651,  1024, 821,  965,  1253,
     1985, 1985, 1985, 1087, 1401, 1401, 1401, 1401, 1401, 1401, 1995, 1430, 1294, 1294,
     1294, 1294, 604,  604,  604,  604,  1587, 1532, 1612, 1612, 1612, 1612, 1612, 1716,
     1612, 1499, 1499, 1499, 1499, 1251, 1239, 1290, 1255, 1255, 1255, 1255, 1255, 1255,
     2011, 1126, 1260, 1260, 1260, 1260, 569,  569,  569,  569,  1253, 1298, 1253, 1253,
     1253, 1253, 1253, 1716, 1253, 1298, 1298, 1298, 1298, 1212, 1300, 1212});
constexpr auto latin1Bold = std::to_array<std::uint16_t>(
    {713,  934,  1425, 1425, 1303, 1425, 748,  1024, 1024, 2048, 1155, 1323, 1716, 850,
     2048, 1024, 1024, 1716, 897,  897,  1024, 1507, 1303, 778,  1024, 897,  1155, 1323,
     2120, 2120, 2120, 1188, 1585, 1585, 1585, 1585, 1585, 1585, 2222, 1503, 1399, 1399,
     1399, 1399, 762,  762,  762,  762,  1716, 1714, 1741, 1741, 1741, 1741, 1741, 1716,
     1741, 1663, 1663, 1663, 1663, 1483, 1511, 1473, 1382, 1382, 1382, 1382, 1382, 1382,
     2146, 1214, 1389, 1389, 1389, 1389, 702,  702,  702,  702,  1407, 1458, 1407, 1407,
     1407, 1407, 1407, 1716, 1407, 1458, 1458, 1458, 1458, 1335, 1466, 1335});
constexpr auto cyrillicRegular = std::to_array<std::uint16_t>(
    {1294, 1610, 1249, 1430, 1300, 604,  604,  604,  2240, 2140, 1610, 1454, 1532, 1248, 1540, 1401,
     1405, 1405, 1249, 1600, 1294, 2206, 1313, 1532, 1532, 1454, 1540, 1767, 1540, 1612, 1540, 1235,
     1430, 1251, 1248, 1763, 1403, 1590, 1404, 2190, 2240, 1705, 1807, 1405, 1430, 2211, 1423, 1255,
     1263, 1207, 1076, 1416, 1260, 1845, 1089, 1331, 1331, 1237, 1309, 1545, 1339, 1253, 1339, 1300,
     1126, 1193, 1212, 1751, 1212, 1394, 1210, 1874, 1929, 1447, 1617, 1207, 1124, 1724, 1232, 1260,
     1260, 1280, 1076, 1124, 1067, 569,  569,  569,  1848, 1840, 1335, 1237, 1331, 1212, 1339});
constexpr auto cyrillicBold = std::to_array<std::uint16_t>(
    {1399, 1799, 1305, 1503, 1475, 762,  762,  762,  2364, 2314, 1799, 1674, 1714, 1579, 1714, 1585,
     1561, 1561, 1305, 1824, 1399, 2507, 1455, 1714, 1714, 1674, 1701, 2038, 1714, 1741, 1714, 1501,
     1503, 1397, 1579, 2031, 1579, 1900, 1655, 2530, 2715, 1924, 2122, 1561, 1503, 2404, 1577, 1382,
     1430, 1296, 1070, 1654, 1389, 2038, 1190, 1435, 1435, 1390, 1500, 1674, 1415, 1407, 1415, 1466,
     1214, 1187, 1335, 2032, 1321, 1518, 1406, 2175, 2264, 1539, 1852, 1295, 1214, 1991, 1315, 1389,
     1389, 1462, 1070, 1214, 1219, 702,  702,  702,  2030, 1958, 1504, 1390, 1435, 1335, 1415});

constexpr std::array<Run, 3> runs{{
    {0x20, basicLatinRegular, basicLatinBold},
    {0xa0, latin1Regular, latin1Bold},
    {0x401, cyrillicRegular, cyrillicBold},
}};

struct Single {
    char32_t sign;
    std::uint16_t regular;
    std::uint16_t bold;
};
constexpr auto singles = std::to_array<Single>({
    {0x2013, 1024, 1024},
    {0x2014, 2048, 2048},
    {0x2018, 651, 778},
    {0x2019, 651, 778},
    {0x201c, 1061, 1346},
    {0x201d, 1061, 1346},
    {0x2026, 2048, 2048},
    {0x202f, 409, 409},
    {0x20ac, 1303, 1425},
    {0x20bd, 1303, 1425},
    {0x2212, 1716, 1716},
    {0x2264, 1716, 1716},
    {0x2265, 1716, 1716},
});
constexpr std::uint16_t em = 2048;
constexpr std::string_view ellipsis = "\xe2\x80\xa6";

std::uint16_t advance(char32_t sign, Weight weight) {
    const bool bold = weight == Weight::Bold;
    for (const Run& run : runs)
        if (sign >= run.first && sign - run.first < run.regular.size())
            return (bold ? run.bold : run.regular)[sign - run.first];
    for (const Single& single : singles)
        if (single.sign == sign)
            return bold ? single.bold : single.regular;
    return em;
}

/// Bytes of the character that begins with `lead`; 1 for a byte that begins none.
std::size_t lengthAfter(unsigned char lead) {
    if (lead >= 0xf0 && lead < 0xf8)
        return 4;
    if (lead >= 0xe0)
        return lead < 0xf0 ? 3 : 1;
    return lead >= 0xc0 ? 2 : 1;
}

/// Takes one character off the front. Malformed bytes are taken one at a time as U+FFFD.
char32_t takeCharacter(std::string_view& utf8) {
    constexpr char32_t replacement = 0xfffd;
    const auto lead = static_cast<unsigned char>(utf8.front());
    const std::size_t length = lengthAfter(lead);
    if (length == 1) {
        utf8.remove_prefix(1);
        return lead < 0x80 ? lead : replacement;
    }
    if (utf8.size() < length) {
        utf8.remove_prefix(1);
        return replacement;
    }
    char32_t sign = lead & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(utf8[i]);
        if ((byte & 0xc0U) != 0x80) {
            utf8.remove_prefix(1);
            return replacement;
        }
        sign = (sign << 6U) | (byte & 0x3fU);
    }
    utf8.remove_prefix(length);
    return sign;
}

} // namespace

double textWidth(std::string_view utf8, double size, Weight weight) {
    std::uint64_t units = 0;
    while (!utf8.empty())
        units += advance(takeCharacter(utf8), weight);
    return static_cast<double>(units) / em * size;
}

std::string elided(std::string_view utf8, double width, double size, Weight weight) {
    if (textWidth(utf8, size, weight) <= width)
        return std::string(utf8);
    const double room = width - textWidth(ellipsis, size, weight);
    std::string_view rest = utf8;
    double used = 0;
    std::size_t kept = 0;
    while (!rest.empty()) {
        used += static_cast<double>(advance(takeCharacter(rest), weight)) / em * size;
        if (used > room)
            break;
        kept = utf8.size() - rest.size();
    }
    while (kept > 0 && utf8[kept - 1] == ' ')
        --kept;
    return std::string(utf8.substr(0, kept)) + std::string(ellipsis);
}

std::vector<std::string> wrapped(std::string_view utf8, double width, double size, std::size_t most,
                                 Weight weight) {
    std::vector<std::string> lines;
    while (!utf8.empty()) {
        if (lines.size() + 1 >= most || textWidth(utf8, size, weight) <= width) {
            lines.push_back(elided(utf8, width, size, weight));
            break;
        }
        // The last blank before which everything fits; a first word that does not fit stands alone.
        std::size_t end = utf8.find(' ');
        for (std::size_t next = end; next != std::string_view::npos;
             next = utf8.find(' ', next + 1)) {
            if (textWidth(utf8.substr(0, next), size, weight) > width)
                break;
            end = next;
        }
        lines.push_back(elided(utf8.substr(0, end), width, size, weight));
        if (end == std::string_view::npos)
            break;
        utf8.remove_prefix(std::min(utf8.size(), end + 1));
    }
    return lines;
}

} // namespace gpuplan::report
