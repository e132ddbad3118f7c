#pragma once
/// The pending events of a simulation, earliest first: an implicit 4-ary heap of 24-byte nodes with
/// O(1) cancellation. Order is total: instant, phase, order of scheduling (docs/method.md#events).

#include <gpuplan/base/contract.hpp>
#include <gpuplan/des/phase.hpp>
#include <gpuplan/units/int128.hpp>

#include <cstdint>
#include <vector>

namespace gpuplan::des {

/// Microseconds since the simulation's zero.
using Tick = std::int64_t;

/// Names a scheduled event so that it can be cancelled; stays harmless after the event has run.
struct EventHandle {
    std::uint32_t slot = UINT32_MAX;
    std::uint32_t generation = 0;
};

struct Event {
    Tick at = 0;
    Phase phase = Phase::CapacityChange;
    std::uint32_t payload = 0; ///< meaning is the owner's
};

class EventQueue {
public:
    /// Schedules an event. `at` must not lie before the last event taken (ContractViolation).
    EventHandle push(Tick at, Phase phase, std::uint32_t payload) {
        GPUPLAN_EXPECTS(at >= m_now, "an event does not lie in the past");
        std::uint32_t slot = m_freeSlot;
        if (slot == none) {
            slot = static_cast<std::uint32_t>(m_slots.size());
            m_slots.push_back({0, none, false});
        } else {
            m_freeSlot = m_slots[slot].nextFree;
        }
        m_slots[slot].dead = false;
        m_heap.push_back({(static_cast<std::uint64_t>(phase) << sequenceBits) | m_sequence++, at,
                          payload, slot});
        siftUp(m_heap.size() - 1);
        return {slot, m_slots[slot].generation};
    }

    /// Takes an event back. Nothing happens if it has run or was cancelled before.
    void cancel(EventHandle handle) {
        if (handle.slot >= m_slots.size())
            return;
        Slot& slot = m_slots[handle.slot];
        if (slot.generation != handle.generation || slot.dead)
            return;
        slot.dead = true;
        ++m_dead;
        if (m_dead > 64 && m_dead * 2 > m_heap.size())
            compact();
        else
            dropDead();
    }

    bool empty() const { return m_heap.empty(); }
    std::size_t size() const { return m_heap.size() - m_dead; }

    /// The earliest event; the queue must not be empty.
    Event top() const {
        const Node& node = m_heap.front();
        return {node.at, static_cast<Phase>(node.order >> sequenceBits), node.payload};
    }
    Tick topInstant() const { return m_heap.front().at; }

    Event pop() {
        const Event event = top();
        m_now = event.at;
        removeTop();
        dropDead();
        return event;
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr unsigned sequenceBits = 61;

    struct Node {
        std::uint64_t order;
        Tick at;
        std::uint32_t payload;
        std::uint32_t slot;
        /// Instant above order in one 128-bit number: one comparison without a branch.
        Int128 key() const { return (Int128{at} << 64U) | static_cast<Int128>(order); }
        bool before(const Node& other) const { return key() < other.key(); }
    };
    static_assert(sizeof(Node) == 24);

    struct Slot {
        std::uint32_t generation;
        std::uint32_t nextFree;
        bool dead;
    };

    void siftUp(std::size_t at) {
        const Node node = m_heap[at];
        while (at > 0) {
            const std::size_t parent = (at - 1) / 4;
            if (!node.before(m_heap[parent]))
                break;
            m_heap[at] = m_heap[parent];
            at = parent;
        }
        m_heap[at] = node;
    }

    /// Moves the gap at `at` down to a leaf, pulling up the earliest child each time.
    /// \return where the gap ends
    std::size_t sinkGap(std::size_t at) {
        const std::size_t size = m_heap.size();
        Node* const heap = m_heap.data();
        for (;;) {
            const std::size_t first = at * 4 + 1;
            if (first + 4 > size) {
                if (first >= size)
                    return at;
                std::size_t least = first;
                for (std::size_t child = first + 1; child < size; ++child)
                    if (heap[child].before(heap[least]))
                        least = child;
                heap[at] = heap[least];
                return least;
            }
            const std::size_t left = first + (heap[first + 1].before(heap[first]) ? 1U : 0U);
            const std::size_t right =
                first + 2 + (heap[first + 3].before(heap[first + 2]) ? 1U : 0U);
            const std::size_t least = heap[right].before(heap[left]) ? right : left;
            heap[at] = heap[least];
            at = least;
        }
    }

    void siftDown(std::size_t at) {
        const Node node = m_heap[at];
        const std::size_t size = m_heap.size();
        for (std::size_t first = at * 4 + 1; first < size; first = at * 4 + 1) {
            std::size_t least = first;
            for (std::size_t child = first + 1; child < size && child < first + 4; ++child)
                if (m_heap[child].before(m_heap[least]))
                    least = child;
            if (!m_heap[least].before(node))
                break;
            m_heap[at] = m_heap[least];
            at = least;
        }
        m_heap[at] = node;
    }

    void freeSlot(std::uint32_t slot) {
        ++m_slots[slot].generation;
        m_slots[slot].dead = false;
        m_slots[slot].nextFree = m_freeSlot;
        m_freeSlot = slot;
    }

    void removeTop() {
        freeSlot(m_heap.front().slot);
        m_heap.front() = m_heap.back();
        m_heap.pop_back();
        if (!m_heap.empty())
            siftDown(0);
    }

    /// Keeps the top alive, so that top() never shows a cancelled event.
    void dropDead() {
        while (m_dead != 0 && !m_heap.empty() && m_slots[m_heap.front().slot].dead) {
            --m_dead;
            removeTop();
        }
    }

    /// Drops all cancelled events at once; the order of the rest is untouched.
    void compact() {
        std::size_t kept = 0;
        for (const Node& node : m_heap) {
            if (m_slots[node.slot].dead)
                freeSlot(node.slot);
            else
                m_heap[kept++] = node;
        }
        m_heap.resize(kept);
        m_dead = 0;
        if (kept > 1)
            for (std::size_t at = (kept - 2) / 4 + 1; at-- > 0;)
                siftDown(at);
    }

    std::vector<Node> m_heap;
    std::vector<Slot> m_slots;
    std::uint32_t m_freeSlot = none;
    std::size_t m_dead = 0;
    std::uint64_t m_sequence = 0;
    Tick m_now = INT64_MIN;
};

} // namespace gpuplan::des
