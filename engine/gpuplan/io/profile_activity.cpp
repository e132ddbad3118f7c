#include <gpuplan/base/nearest.hpp>
#include <gpuplan/io/profile_activity.hpp>

#include <algorithm>
#include <filesystem>

namespace gpuplan::io {

namespace {

/// Beside the file that names it; standard input stands in the current folder.
std::string resolved(const std::string& scenario, const std::string& path) {
    const std::filesystem::path wanted(path);
    if (wanted.is_absolute() || scenario.empty() || scenario[0] == '<')
        return path;
    return (std::filesystem::path(scenario).parent_path() / wanted).string();
}

std::optional<std::string> nameOf(const JsonValue& group) {
    const auto name = group.find("name");
    if (!name || !name->is(JsonKind::Text))
        return std::nullopt;
    return std::string(name->text());
}

bool isProfile(const JsonValue& root) {
    const auto format = root.find("format");
    const auto groups = root.find("groups");
    return format && format->is(JsonKind::Text) && format->text() == "gpuplan.profile/1" &&
           groups && groups->is(JsonKind::Array);
}

} // namespace

std::optional<ProfileActivity> profileActivity(const JsonValue& json, const std::string& path,
                                               const std::optional<std::string>& group,
                                               Reading& reading) {
    const auto refused = [&](const char* member, std::string_view key,
                             std::vector<std::string> arguments,
                             std::vector<std::string> candidates = {}) {
        const auto at = json.find(member);
        reading.problem((at ? *at : json).location(), key, std::move(arguments),
                        std::move(candidates));
        return std::nullopt;
    };
    const std::string file = resolved(json.file(), path);
    const auto document = readJson(file);
    if (!document) {
        reading.append(document.diagnostics());
        return refused("profile", "io.profile.unread", {inQuotes(path)});
    }
    const JsonValue root = document->root();
    if (!isProfile(root))
        return refused("profile", "io.profile.no_profile", {inQuotes(path)});
    std::vector<std::string> names;
    std::optional<JsonValue> found;
    for (const JsonValue one : root.find("groups")->items()) {
        const auto name = nameOf(one);
        if (!name)
            continue;
        names.push_back(*name);
        if (*name == group.value_or("all"))
            found = one;
    }
    if (!found && !group && names.size() == 1)
        for (const JsonValue one : root.find("groups")->items())
            found = one;
    if (!found && !group)
        return refused("profile", "io.profile.which_group", {inQuotes(path), listed(names)});
    if (!found)
        return refused("group", "io.profile.no_group", {inQuotes(path), inQuotes(*group)},
                       nearest(*group, names));
    const auto activity = found->find("activity");
    if (!activity || activity->is(JsonKind::Null))
        return refused("profile", "io.profile.no_activity",
                       {inQuotes(path), inQuotes(nameOf(*found).value_or(""))});
    return ProfileActivity{*document, *activity};
}

} // namespace gpuplan::io
