#pragma once
/// The pending events of a simulation, earliest first: an implicit 4-ary heap, 24 bytes an event,
/// with O(1) cancellation. Order is total: instant, phase, order of scheduling
/// (docs/method.md#events).

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
            m_slots.push_back({0, none});
        } else {
            m_freeSlot = m_slots[slot].next;
        }
        m_slots[slot].next = alive;
        const std::uint64_t order =
            (static_cast<std::uint64_t>(phase) << sequenceBits) | m_sequence++;
        m_keys.push_back(Key{at} << 64U | static_cast<Key>(order));
        m_items.push_back({payload, slot});
        siftUp(m_keys.size() - 1, m_keys.back(), m_items.back());
        return {slot, m_slots[slot].generation};
    }

    /// Takes an event back. Nothing happens if it has run or was cancelled before.
    void cancel(EventHandle handle) {
        if (handle.slot >= m_slots.size())
            return;
        Slot& slot = m_slots[handle.slot];
        if (slot.generation != handle.generation || slot.next != alive)
            return;
        slot.next = dead;
        ++m_dead;
        if (m_dead > 64 && m_dead * 2 > m_keys.size())
            compact();
        else
            dropDead();
    }

    bool empty() const { return m_keys.empty(); }
    std::size_t size() const { return m_keys.size() - m_dead; }

    /// The earliest event; the queue must not be empty.
    Event top() const { return {topInstant(), topPhase(), m_items.front().payload}; }
    Tick topInstant() const { return static_cast<Tick>(m_keys.front() >> 64U); }
    Phase topPhase() const {
        return static_cast<Phase>(static_cast<std::uint64_t>(m_keys.front()) >> sequenceBits);
    }

    Event pop() {
        const Event event = top();
        m_now = event.at;
        removeTop();
        dropDead();
        return event;
    }

private:
    // Marks in Slot::next while the slot is taken.
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr std::uint32_t alive = UINT32_MAX - 1;
    static constexpr std::uint32_t dead = UINT32_MAX - 2;
    static constexpr unsigned sequenceBits = 61;

    /// Instant above phase above sequence: one comparison without a branch. Keys stand apart from
    /// what they carry, so that the four children of a node share a cache line; 24 bytes an event
    /// in all.
    using Key = Int128;
    struct Item {
        std::uint32_t payload;
        std::uint32_t slot;
    };
    struct Slot {
        std::uint32_t generation;
        std::uint32_t next; ///< next free slot, or a mark
    };

    void siftUp(std::size_t at, Key key, Item item) {
        while (at > 0) {
            const std::size_t parent = (at - 1) / 4;
            if (m_keys[parent] < key)
                break;
            m_keys[at] = m_keys[parent];
            m_items[at] = m_items[parent];
            at = parent;
        }
        m_keys[at] = key;
        m_items[at] = item;
    }

    /// Moves the gap at `at` down to a leaf, pulling up the earliest child each time.
    /// \return where the gap ends
    std::size_t sinkGap(std::size_t at) {
        const std::size_t size = m_keys.size();
        Key* const keys = m_keys.data();
        Item* const items = m_items.data();
        for (;;) {
            const std::size_t first = at * 4 + 1;
            std::size_t least = first;
            if (first + 4 <= size) {
                const Key* const child = keys + first;
                const std::size_t left = child[1] < child[0] ? 1 : 0;
                const std::size_t right = child[3] < child[2] ? 3 : 2;
                least = first + (child[right] < child[left] ? right : left);
            } else {
                if (first >= size)
                    return at;
                for (std::size_t child = first + 1; child < size; ++child)
                    if (keys[child] < keys[least])
                        least = child;
            }
            keys[at] = keys[least];
            items[at] = items[least];
            at = least;
        }
    }

    void freeSlot(std::uint32_t slot) {
        ++m_slots[slot].generation;
        m_slots[slot].next = m_freeSlot;
        m_freeSlot = slot;
    }

    void removeTop() {
        freeSlot(m_items.front().slot);
        const Key key = m_keys.back();
        const Item item = m_items.back();
        m_keys.pop_back();
        m_items.pop_back();
        if (m_keys.empty())
            return;
        // The last node belongs near the leaves: a gap sunk to one and a short way up cost less
        // than asking at every level whether it fits there.
        siftUp(sinkGap(0), key, item);
    }

    /// Keeps the top alive, so that top() never shows a cancelled event.
    void dropDead() {
        while (m_dead != 0 && !m_keys.empty() && m_slots[m_items.front().slot].next == dead) {
            --m_dead;
            removeTop();
        }
    }

    /// Drops all cancelled events at once; the order of the rest is untouched.
    void compact() {
        const std::size_t size = m_keys.size();
        std::size_t kept = 0;
        for (std::size_t at = 0; at < size; ++at) {
            if (m_slots[m_items[at].slot].next == dead) {
                freeSlot(m_items[at].slot);
                continue;
            }
            // Each survivor is pushed anew into the part before it, which never overtakes the
            // reading.
            siftUp(kept, m_keys[at], m_items[at]);
            ++kept;
        }
        m_keys.resize(kept);
        m_items.resize(kept);
        m_dead = 0;
    }

    std::vector<Key> m_keys;
    std::vector<Item> m_items;
    std::vector<Slot> m_slots;
    std::uint32_t m_freeSlot = none;
    std::size_t m_dead = 0;
    std::uint64_t m_sequence = 0;
    Tick m_now = INT64_MIN;
};

} // namespace gpuplan::des
