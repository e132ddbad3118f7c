#include "app.hpp"

int main(int argc, char** argv) {
    return gpuplan::cli::runApp(argc, argv);
}
