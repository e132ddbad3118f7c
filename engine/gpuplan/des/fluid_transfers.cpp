#include <gpuplan/des/fluid_transfers.hpp>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace gpuplan::des {

namespace {

class Playing {
public:
    Playing(std::span<const double> capacities, std::span<const Transfer> transfers)
        : m_transfers(transfers), m_states(transfers.size()) {
        for (const double capacity : capacities)
            m_network.addLink(capacity);
    }

    std::vector<std::optional<double>> play() {
        std::vector<std::size_t> order(m_transfers.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            return m_transfers[a].start < m_transfers[b].start;
        });
        auto next = order.begin();
        while (next != order.end() || !m_ends.empty()) {
            if (next == order.end() ||
                (!m_ends.empty() && m_ends.begin()->first <= m_transfers[*next].start))
                finish(m_ends.begin()->first, m_ends.begin()->second);
            else
                begin(*next++);
        }
        std::vector<std::optional<double>> ends;
        for (const State& state : m_states)
            ends.push_back(state.end);
        return ends;
    }

private:
    struct State {
        double left = 0;  ///< bytes, at `since`
        double since = 0; ///< of the rate
        double rate = 0;
        std::optional<double> end; ///< as things are; nothing: stands still
        FlowId flow;
    };

    void begin(std::size_t index) {
        const Transfer& transfer = m_transfers[index];
        State& state = m_states[index];
        state.left = transfer.bytes;
        state.since = transfer.start;
        if (transfer.bytes == 0) {
            state.end = transfer.start;
            return;
        }
        state.flow = m_network.addFlow(transfer.flow);
        if (m_ofFlow.size() <= state.flow.value())
            m_ofFlow.resize(state.flow.value() + 1);
        m_ofFlow[state.flow.value()] = index;
        settle(transfer.start);
    }
    void finish(double now, std::size_t index) {
        m_ends.erase({now, index});
        m_network.removeFlow(m_states[index].flow);
        settle(now);
    }
    /// Transfers whose rate changed go on from here at their new one.
    void settle(double now) {
        for (const FlowId flow : m_network.changed()) {
            const std::size_t index = m_ofFlow[flow.value()];
            State& state = m_states[index];
            state.left = std::max(0.0, state.left - state.rate * (now - state.since));
            state.since = now;
            state.rate = m_network.rate(flow);
            if (state.end)
                m_ends.erase({*state.end, index});
            state.end.reset();
            if (state.rate > 0) {
                state.end = now + state.left / state.rate;
                m_ends.insert({*state.end, index});
            }
        }
    }

    std::span<const Transfer> m_transfers;
    FluidNetwork m_network;
    std::vector<State> m_states;
    std::vector<std::size_t> m_ofFlow;
    std::set<std::pair<double, std::size_t>> m_ends;
};

} // namespace

std::vector<std::optional<double>> transferEnds(std::span<const double> capacities,
                                                std::span<const Transfer> transfers) {
    return Playing(capacities, transfers).play();
}

} // namespace gpuplan::des
