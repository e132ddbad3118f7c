/// A program of somebody else: three hours at a list price, and the catalogs where the package
/// says.
#include <gpuplan/units/unit_price.hpp>

#include <iostream>
#include <string_view>

int main(int argc, char** argv) {
    const auto price = gpuplan::HourlyPrice::parse("98.32 USD/h");
    if (!price || argc != 2 || std::string_view(argv[1]) != EXPECTED_DATA_DIR)
        return 1;
    std::cout << cost(*price, gpuplan::hours(3)).text() << "\n"; // 3 * 98.32
    return 0;
}
