#pragma once
/// Widths of text, the same on every machine: a chart is laid out without asking what fonts there
/// are. The figures are those of DejaVu Sans, which every back end asks for first; a stand-in such
/// as Arial is narrower, so nothing runs out of its place.

#include <gpuplan/report/canvas.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::report {

/// The font family every back end asks for.
inline constexpr std::string_view canvasFont = "DejaVu Sans";

/// Advance width of one line of UTF-8 text in user units. Characters the table does not hold count
/// as one em each; bytes that are not UTF-8 likewise.
double textWidth(std::string_view utf8, double size, Weight weight = Weight::Normal);

/// The text, or its beginning with an ellipsis, not wider than `width`. Whole characters only.
std::string elided(std::string_view utf8, double width, double size,
                   Weight weight = Weight::Normal);

/// Breaks at blanks into lines not wider than `width`, at most `most` lines; what is left over is
/// elided on the last one. A word too long for a line is elided too.
std::vector<std::string> wrapped(std::string_view utf8, double width, double size, std::size_t most,
                                 Weight weight = Weight::Normal);

} // namespace gpuplan::report
