#pragma once
/// What a replay costs when written by hand for one policy and nothing else: arrays, a 4-ary heap,
/// one min-tree a job size. The yardstick of `./do bench`, and an independent witness in tests.
/// GPUs are whole, run times at least one tick, jobs sorted by submit. Returns start times.

#include <gpuplan/workload/job_table.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace gpuplan::bench {

using Times = std::vector<std::int64_t>;

/// Pending ends: (end, job) in a 4-ary heap.
class EndHeap {
public:
    struct Item {
        std::int64_t end;
        std::uint32_t job;
    };
    bool empty() const { return m_items.empty(); }
    const Item& top() const { return m_items.front(); }
    void push(std::int64_t end, std::uint32_t job) {
        m_items.push_back({end, job});
        std::size_t at = m_items.size() - 1;
        const Item item = m_items[at];
        while (at > 0 && item.end < m_items[(at - 1) / 4].end) {
            m_items[at] = m_items[(at - 1) / 4];
            at = (at - 1) / 4;
        }
        m_items[at] = item;
    }
    void pop() {
        const Item item = m_items.back();
        m_items.pop_back();
        const std::size_t size = m_items.size();
        if (size == 0)
            return;
        std::size_t at = 0;
        for (;;) {
            const std::size_t first = at * 4 + 1;
            if (first >= size)
                break;
            std::size_t least = first;
            for (std::size_t child = first + 1; child < std::min(first + 4, size); ++child)
                if (m_items[child].end < m_items[least].end)
                    least = child;
            if (m_items[least].end >= item.end)
                break;
            m_items[at] = m_items[least];
            at = least;
        }
        m_items[at] = item;
    }

private:
    std::vector<Item> m_items;
};

inline Times minimalFifo(const workload::JobTable& jobs, std::int64_t gpus) {
    const std::size_t n = jobs.size();
    Times start(n);
    EndHeap ends;
    std::int64_t free = gpus * 1000;
    std::size_t arrived = 0;
    std::size_t head = 0;
    while (head < n || !ends.empty()) {
        std::int64_t now = ends.empty() ? INT64_MAX : ends.top().end;
        if (arrived < n)
            now = std::min(now, jobs.submit[arrived]);
        while (!ends.empty() && ends.top().end == now) {
            free += jobs.gpus[ends.top().job];
            ends.pop();
        }
        while (arrived < n && jobs.submit[arrived] == now)
            ++arrived;
        while (head < arrived && jobs.gpus[head] <= free) {
            start[head] = now;
            free -= jobs.gpus[head];
            ends.push(now + jobs.duration[head], static_cast<std::uint32_t>(head));
            ++head;
        }
    }
    return start;
}

/// FIFO on nodes of 8: best fit up to 8 GPUs, larger jobs on wholly free nodes, lowest numbers.
inline Times minimalFifoNodes(const workload::JobTable& jobs, std::int64_t gpus) {
    const std::size_t n = jobs.size();
    const auto nodes = static_cast<std::size_t>(gpus / 8);
    std::vector<std::uint8_t> freeOf(nodes, 8);
    const std::size_t words = (nodes + 63) / 64;
    std::array<std::vector<std::uint64_t>, 9> byFree;
    std::array<std::size_t, 9> count{};
    for (auto& bits : byFree)
        bits.assign(words, 0);
    for (std::size_t i = 0; i < nodes; ++i)
        byFree[8][i / 64] |= std::uint64_t{1} << (i % 64);
    count[8] = nodes;
    const auto move = [&](std::size_t node, int to) {
        const std::uint64_t bit = std::uint64_t{1} << (node % 64);
        byFree[freeOf[node]][node / 64] &= ~bit;
        --count[freeOf[node]];
        freeOf[node] = static_cast<std::uint8_t>(to);
        byFree[freeOf[node]][node / 64] |= bit;
        ++count[freeOf[node]];
    };
    const auto lowest = [&](int free) {
        std::size_t word = 0;
        while (byFree[static_cast<std::size_t>(free)][word] == 0)
            ++word;
        return word * 64 + static_cast<std::size_t>(
                               __builtin_ctzll(byFree[static_cast<std::size_t>(free)][word]));
    };
    Times start(n);
    std::vector<std::array<std::int16_t, 2>> where(n);
    EndHeap ends;
    std::size_t arrived = 0;
    std::size_t head = 0;
    while (head < n || !ends.empty()) {
        std::int64_t now = ends.empty() ? INT64_MAX : ends.top().end;
        if (arrived < n)
            now = std::min(now, jobs.submit[arrived]);
        while (!ends.empty() && ends.top().end == now) {
            const std::uint32_t job = ends.top().job;
            const int share = std::min(jobs.gpus[job] / 1000, 8);
            for (const std::int16_t node : where[job])
                if (node >= 0)
                    move(static_cast<std::size_t>(node),
                         freeOf[static_cast<std::size_t>(node)] + share);
            ends.pop();
        }
        while (arrived < n && jobs.submit[arrived] == now)
            ++arrived;
        for (; head < arrived; ++head) {
            const int need = jobs.gpus[head] / 1000;
            where[head] = {-1, -1};
            if (need <= 8) {
                int free = need;
                while (free <= 8 && count[static_cast<std::size_t>(free)] == 0)
                    ++free;
                if (free > 8)
                    break;
                const std::size_t node = lowest(free);
                move(node, free - need);
                where[head][0] = static_cast<std::int16_t>(node);
            } else {
                const auto whole = static_cast<std::size_t>(need / 8);
                if (count[8] < whole)
                    break;
                for (std::size_t i = 0; i < whole; ++i) {
                    const std::size_t node = lowest(8);
                    move(node, 0);
                    where[head][i] = static_cast<std::int16_t>(node);
                }
            }
            start[head] = now;
            ends.push(now + jobs.duration[head], static_cast<std::uint32_t>(head));
        }
    }
    return start;
}

/// Waiting jobs of one size: the first behind a place whose estimate is within a limit.
class MinTree {
public:
    static constexpr std::int64_t gone = INT64_MAX;
    void reserve(std::size_t leaves) {
        m_leaves = 1;
        while (m_leaves < leaves)
            m_leaves *= 2;
        m_tree.assign(m_leaves * 2, gone);
        m_jobs.reserve(leaves);
    }
    std::size_t add(std::uint32_t job, std::int64_t estimate) {
        m_jobs.push_back(job);
        set(m_jobs.size() - 1, estimate);
        return m_jobs.size() - 1;
    }
    void set(std::size_t leaf, std::int64_t value) {
        std::size_t node = m_leaves + leaf;
        m_tree[node] = value;
        for (node /= 2; node >= 1; node /= 2) {
            const std::int64_t least = std::min(m_tree[node * 2], m_tree[node * 2 + 1]);
            if (m_tree[node] == least)
                break;
            m_tree[node] = least;
        }
    }
    /// Leaf of the first job at or behind `from` within the limit; m_jobs.size() if none.
    std::size_t find(std::size_t from, std::int64_t limit) const {
        if (from >= m_jobs.size())
            return m_jobs.size();
        std::size_t node = m_leaves + from;
        while (m_tree[node] > limit) {
            while ((node & 1U) != 0) {
                node /= 2;
                if (node <= 1)
                    return m_jobs.size();
            }
            ++node;
        }
        while (node < m_leaves) {
            node *= 2;
            if (m_tree[node] > limit)
                ++node;
        }
        return node - m_leaves;
    }
    std::uint32_t job(std::size_t leaf) const { return m_jobs[leaf]; }
    std::size_t size() const { return m_jobs.size(); }

private:
    std::size_t m_leaves = 0;
    std::vector<std::int64_t> m_tree;
    std::vector<std::uint32_t> m_jobs;
};

/// EASY backfill; estimates from `estimate`, never below the run time.
inline Times minimalEasy(const workload::JobTable& jobs, std::int64_t gpus,
                         const std::vector<std::int64_t>& estimate) {
    const std::size_t n = jobs.size();
    constexpr std::size_t kinds = 5;
    const auto kindOf = [&](std::size_t job) {
        return static_cast<std::size_t>(
            __builtin_ctz(static_cast<unsigned>(jobs.gpus[job] / 1000)));
    };
    std::array<std::size_t, kinds> total{};
    for (std::size_t job = 0; job < n; ++job)
        ++total[kindOf(job)];
    std::array<MinTree, kinds> trees;
    std::array<std::size_t, kinds> first{}; // leaves below are gone
    for (std::size_t kind = 0; kind < kinds; ++kind)
        trees[kind].reserve(total[kind] + 1);
    struct Run {
        std::int64_t end;
        std::int32_t gpus;
        std::uint32_t job;
        bool operator<(const Run& o) const { return end != o.end ? end > o.end : job > o.job; }
    };
    std::vector<Run> running; // by expected end, earliest last
    Times start(n, -1);
    std::vector<std::uint32_t> leaf(n);
    EndHeap ends;
    std::int64_t free = gpus * 1000;
    std::size_t arrived = 0;
    std::size_t head = 0;
    std::int64_t now = 0;
    const auto launch = [&](std::size_t job) {
        start[job] = now;
        free -= jobs.gpus[job];
        ends.push(now + jobs.duration[job], static_cast<std::uint32_t>(job));
        const Run run{now + estimate[job], jobs.gpus[job], static_cast<std::uint32_t>(job)};
        running.insert(std::lower_bound(running.begin(), running.end(), run), run);
        if (leaf[job] != UINT32_MAX)
            trees[kindOf(job)].set(leaf[job], MinTree::gone);
    };
    std::fill(leaf.begin(), leaf.end(), UINT32_MAX);
    std::size_t planted = 0;
    while (head < n || !ends.empty()) {
        now = ends.empty() ? INT64_MAX : ends.top().end;
        if (arrived < n)
            now = std::min(now, jobs.submit[arrived]);
        while (!ends.empty() && ends.top().end == now) {
            const std::uint32_t job = ends.top().job;
            free += jobs.gpus[job];
            const Run run{start[job] + estimate[job], 0, job};
            running.erase(std::lower_bound(running.begin(), running.end(), run));
            ends.pop();
        }
        while (arrived < n && jobs.submit[arrived] == now)
            ++arrived;
        while (head < arrived && (start[head] >= 0 || jobs.gpus[head] <= free)) {
            if (start[head] < 0)
                launch(head);
            ++head;
        }
        if (head >= arrived || free == 0)
            continue;
        for (planted = std::max(planted, head); planted < arrived; ++planted)
            leaf[planted] = static_cast<std::uint32_t>(
                trees[kindOf(planted)].add(static_cast<std::uint32_t>(planted), estimate[planted]));
        std::int64_t level = free;
        std::size_t at = running.size();
        while (level < jobs.gpus[head])
            level += running[--at].gpus;
        const std::int64_t shadow = running[at].end;
        while (at > 0 && running[at - 1].end == shadow)
            level += running[--at].gpus;
        std::int64_t spare = level - jobs.gpus[head];
        std::size_t from = head + 1;
        while (free > 0) {
            std::size_t best = n;
            for (std::size_t kind = 0; kind < kinds; ++kind) {
                const std::int64_t size = std::int64_t{1000} << kind;
                if (size > free)
                    break;
                MinTree& tree = trees[kind];
                while (first[kind] < tree.size() && start[tree.job(first[kind])] >= 0)
                    ++first[kind];
                std::size_t leafAt = first[kind];
                if (leafAt < tree.size() && tree.job(leafAt) < from) {
                    // Behind `from` by bisection: leaves are in order of arrival.
                    std::size_t low = leafAt;
                    std::size_t high = tree.size();
                    while (low < high) {
                        const std::size_t middle = (low + high) / 2;
                        if (tree.job(middle) < from)
                            low = middle + 1;
                        else
                            high = middle;
                    }
                    leafAt = low;
                }
                leafAt = tree.find(leafAt, size <= spare ? MinTree::gone - 1 : shadow - now);
                if (leafAt < tree.size())
                    best = std::min<std::size_t>(best, tree.job(leafAt));
            }
            if (best == n)
                break;
            if (now + estimate[best] > shadow)
                spare -= jobs.gpus[best];
            launch(best);
            from = best + 1;
        }
    }
    return start;
}

} // namespace gpuplan::bench
