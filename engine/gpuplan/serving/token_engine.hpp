#pragma once
/// One replica that generates tokens in continuous batches. Iterations in which nothing changes
/// are taken in one stride, so a request costs a few events however long its answer is.
/// docs/method.md#serving

#include <gpuplan/des/phase.hpp>
#include <gpuplan/perf/token_generation.hpp>
#include <gpuplan/serving/service_host.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

namespace gpuplan::serving {

class TokenEngine {
public:
    explicit TokenEngine(const TokenServing& spec) : m_spec(&spec) {}

    template <typename Host>
    void enqueue(Host& host, std::uint32_t replica, std::uint32_t slot, Tick now) {
        m_waiting.push_back(slot);
        if (m_activity == Activity::None)
            startNext(host, replica, now);
        else if (m_activity == Activity::Decode && m_waiting.size() == 1)
            interrupt(host, replica, now);
    }

    /// The activity ends: a stride of iterations, a prompt, or an iteration with prompts.
    template <typename Host>
    void onEvent(Host& host, std::uint32_t replica, Tick now) {
        host.communicated(m_from, now, m_collectives * static_cast<double>(m_iterations));
        if (m_activity != Activity::Prompt)
            advance(host, now);
        if (m_activity != Activity::Decode)
            finishPrompts(host, now);
        m_activity = Activity::None;
        startNext(host, replica, now);
        if (m_activity == Activity::None)
            host.working(replica, now, false);
    }

private:
    enum class Activity : std::uint8_t { None, Decode, Prompt, Mixed };
    /// A running sequence. Its cache holds base + (m_done - startAt) tokens.
    struct Sequence {
        std::uint32_t slot;
        std::int64_t base;
        std::int64_t startAt;  ///< m_done when it joined
        std::int64_t finishAt; ///< m_done at its last token
    };
    /// A prompt in its first pass; its tokens are reserved in the cache.
    struct Prompt {
        std::uint32_t slot;
        std::int64_t tokens;
        std::int64_t done;
        std::int64_t part; ///< of this iteration
    };

    std::int64_t sequences() const { return static_cast<std::int64_t>(m_running.size()); }

    template <typename Host>
    static std::int64_t promptTokens(Host& host, std::uint32_t slot) {
        const Flight& flight = host.flight(slot);
        return std::int64_t{flight.size.input} + flight.generated; // after an eviction: all so far
    }

    /// Whether the oldest waiting request can start: a slot is free, and the cache has room for its
    /// prompt, the token that ends it, and the next one of everybody.
    template <typename Host>
    bool isAdmissible(Host& host, std::int64_t context) const {
        const std::int64_t others = sequences() + static_cast<std::int64_t>(m_prompts.size());
        if (m_waiting.empty() || others >= m_spec->mostSequences)
            return false;
        const Flight& flight = host.flight(m_waiting.front());
        const std::int64_t own = std::min(promptTokens(host, m_waiting.front()) + 2,
                                          std::int64_t{flight.size.input} +
                                              flight.size.output); // no more after its last
        return context + m_reserved + own + others <= m_spec->cacheTokens;
    }

    template <typename Host>
    void admit(Host& host) {
        const std::uint32_t slot = m_waiting.front();
        m_waiting.pop_front();
        const std::int64_t tokens = promptTokens(host, slot);
        m_reserved += tokens;
        m_prompts.push_back({slot, tokens, 0, 0});
    }

    /// Throws out the newest until everybody's next token fits. The oldest always stays: any
    /// request fits the cache alone.
    template <typename Host>
    void makeRoom(Host& host) {
        while (m_context + m_reserved + sequences() > m_spec->cacheTokens) {
            host.evicted();
            if (!m_prompts.empty()) {
                m_reserved -= m_prompts.back().tokens;
                m_waiting.push_front(m_prompts.back().slot);
                m_prompts.pop_back();
                continue;
            }
            const Sequence& newest = m_running.back();
            Flight& flight = host.flight(newest.slot);
            flight.generated =
                flight.size.output - static_cast<std::int32_t>(newest.finishAt - m_done);
            m_context -= newest.base + (m_done - newest.startAt);
            m_waiting.push_front(newest.slot);
            m_running.pop_back();
        }
    }

    template <typename Host>
    void startNext(Host& host, std::uint32_t replica, Tick now) {
        makeRoom(host);
        if (m_spec->chunk == 0) {
            if (isAdmissible(host, m_context)) {
                admit(host);
                startPrompt(host, replica, now);
                return;
            }
        } else if (fillChunk(host)) {
            startMixed(host, replica, now);
            return;
        }
        if (!m_running.empty())
            startDecode(host, replica, now);
    }

    template <typename Host>
    void begin(Host& host, std::uint32_t replica, Tick now, Activity activity,
               const perf::TokenTime& time) {
        m_activity = activity;
        m_from = now;
        m_iterations = 1;
        m_collectives = time.collectives;
        host.working(replica, now, true);
        host.schedule(replica, now + span(time.step()), des::Phase::Completion);
    }

    template <typename Host>
    void startPrompt(Host& host, std::uint32_t replica, Tick now) {
        Prompt& prompt = m_prompts.front();
        prompt.part = prompt.tokens;
        begin(
            host, replica, now, Activity::Prompt,
            perf::prefillTime(m_spec->model, m_spec->hardware, static_cast<double>(prompt.tokens)));
    }

    /// Deals the iteration's tokens that running sequences leave to prompts, oldest first.
    /// \return whether any prompt rides along
    template <typename Host>
    bool fillChunk(Host& host) {
        std::int64_t left = m_spec->chunk - sequences();
        for (std::size_t i = 0; left > 0; ++i) {
            if (i == m_prompts.size()) {
                if (!isAdmissible(host, m_context))
                    break;
                admit(host);
            }
            Prompt& prompt = m_prompts[i];
            prompt.part = std::min(left, prompt.tokens - prompt.done);
            left -= prompt.part;
        }
        return !m_prompts.empty();
    }

    template <typename Host>
    void startMixed(Host& host, std::uint32_t replica, Tick now) {
        perf::TokenWork work{.sequences = static_cast<double>(sequences()),
                             .context = static_cast<double>(m_context)};
        for (const Prompt& prompt : m_prompts) {
            const auto before = static_cast<double>(prompt.done);
            const auto end = static_cast<double>(prompt.done + prompt.part);
            work.prompt += end - before;
            work.promptSquares += end * end - before * before;
            work.promptContext += before;
        }
        begin(host, replica, now, Activity::Mixed,
              perf::iterationTime(m_spec->model, m_spec->hardware, work));
    }

    template <typename Host>
    void startDecode(Host& host, std::uint32_t replica, Tick now) {
        std::int64_t left = std::numeric_limits<std::int64_t>::max();
        for (const Sequence& sequence : m_running)
            left = std::min(left, sequence.finishAt - m_done);
        const std::int64_t room = (m_spec->cacheTokens - m_context) / sequences();
        m_run.emplace(m_spec->model, m_spec->hardware, static_cast<double>(sequences()),
                      static_cast<double>(m_context));
        m_activity = Activity::Decode;
        m_from = now;
        m_iterations = std::min(left, room);
        m_collectives = m_run->collectives();
        host.working(replica, now, true);
        host.schedule(replica, now + strideTime(m_iterations), des::Phase::Completion);
    }

    /// A request came while sequences run: it may start after the iteration under way.
    template <typename Host>
    void interrupt(Host& host, std::uint32_t replica, Tick now) {
        std::int64_t low = 1;
        std::int64_t high = m_iterations;
        while (low < high) {
            const std::int64_t middle = low + (high - low) / 2;
            if (m_from + strideTime(middle) >= now)
                high = middle;
            else
                low = middle + 1;
        }
        if (low == m_iterations || !isAdmissible(host, m_context + sequences() * low))
            return;
        m_iterations = low;
        host.schedule(replica, m_from + strideTime(low), des::Phase::Completion);
    }

    /// Everybody gets the tokens of the iterations that are done.
    template <typename Host>
    void advance(Host& host, Tick now) {
        m_done += m_iterations;
        m_context += sequences() * m_iterations;
        std::size_t kept = 0;
        for (const Sequence& sequence : m_running) {
            if (sequence.finishAt != m_done) {
                m_running[kept++] = sequence;
                continue;
            }
            m_context -= sequence.base + (m_done - sequence.startAt);
            host.finished(sequence.slot, now);
        }
        m_running.resize(kept);
    }

    /// A prompt's pass ends with a token.
    template <typename Host>
    void finishPrompts(Host& host, Tick now) {
        std::size_t kept = 0;
        for (Prompt& prompt : m_prompts) {
            prompt.done += prompt.part;
            prompt.part = 0;
            if (prompt.done < prompt.tokens) {
                m_prompts[kept++] = prompt;
                continue;
            }
            m_reserved -= prompt.tokens;
            Flight& flight = host.flight(prompt.slot);
            const std::int64_t left = std::int64_t{flight.size.output} - ++flight.generated;
            if (flight.generated == 1)
                host.firstToken(prompt.slot, now);
            if (left == 0) {
                host.finished(prompt.slot, now);
                continue;
            }
            m_running.push_back({prompt.slot, prompt.tokens + 1, m_done, m_done + left});
            m_context += prompt.tokens + 1;
        }
        m_prompts.resize(kept);
    }

    static Tick span(double seconds) { return std::max<Tick>(ticks(seconds), 1); }
    Tick strideTime(std::int64_t iterations) const {
        return std::max<Tick>(ticks(m_run->time(static_cast<double>(iterations))), iterations);
    }

    const TokenServing* m_spec;
    std::deque<std::uint32_t> m_waiting;
    std::vector<Sequence> m_running; ///< in order of admission
    std::vector<Prompt> m_prompts;
    std::int64_t m_done = 0;    ///< iterations of running sequences so far
    std::int64_t m_context = 0; ///< tokens in the cache, of running sequences
    std::int64_t m_reserved = 0;
    Activity m_activity = Activity::None;
    Tick m_from = 0; ///< begin of the activity
    std::int64_t m_iterations = 0;
    double m_collectives = 0; ///< seconds an iteration
    std::optional<perf::DecodeRun> m_run;
};

} // namespace gpuplan::serving
