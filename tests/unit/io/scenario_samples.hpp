#pragma once
/// Small hand-made scenarios. The figures are round numbers of no particular machine.

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

namespace gpuplan::test {

/// Rented nodes for one class of jobs; as short as a scenario can be.
inline constexpr std::string_view shortScenario = R"({
  "format": "gpuplan.scenario/1",
  "name": "short",
  "price_date": "2026-11-29",
  "start": "2027-01-01",
  "horizon_months": 12,
  "discount_rate": 0.08,
  "workload": {"profile": {"classes": [{
    "name": "batch",
    "arrivals": {"jobs_per_day": 10},
    "gpus": [{"gpus": 1, "weight": 1}],
    "duration": {"fixed": {"value": "2 h"}},
    "activity": {"compute": 0.75, "idle_held": 0.25}
  }]}},
  "alternatives": [{
    "name": "rent",
    "kind": "cloud",
    "pools": [{
      "name": "nodes",
      "gpu": "h100-sxm",
      "gpus_per_node": 8,
      "supply": {"elastic": {"least_nodes": 0, "most_nodes": 4, "start_delay": "3 min", "idle_timeout": "10 min"}},
      "purchase": {"on_demand": {}},
      "price": "98.32 USD/h"
    }]
  }]
}
)";

/// Every field of the format at least once.
inline constexpr std::string_view fullScenario = R"({
  // A comment: people may say why.
  "format": "gpuplan.scenario/1",
  "name": "full",
  "question": "does every field read back?",
  "finding": {
    "text": "owning wins from 40 % use on",
    "cheapest": "own",
    "flip": {"a": "own", "b": "rent", "by": "utilization"},
    "flip_least": 0.3,
    "flip_most": 0.5
  },
  "currency": "EUR",
  "price_date": "2026-11-29",
  "start": "2027-02-01",
  "horizon_months": 36,
  "month": "730 h",
  "seed": 18446744073709551615,
  "discount_rate": {"value": 0.085, "source": "treasury", "as_of": "2026-11", "confidence": "high"},
  "workload": {"profile": {"classes": [
    {
      "name": "pretraining",
      "kind": "training",
      "arrivals": {
        "jobs_per_day": {"value": 2.5, "source": "the cluster's log", "note": "two years"},
        "hourly": [1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 3, 2, 1, 1, 1, 1, 1, 0.5],
        "weekly": [1, 1, 1, 1, 1, 0.25, 0.25]
      },
      "gpus": [{"gpus": 0.5, "weight": 1}, {"gpus": 8, "weight": 2.5}, {"gpus": 64, "weight": 0.1}],
      "duration": {
        "lognormal": {"median": "874 s", "mean": "18006 s"},
        "least": "1 s",
        "most": "7 d",
        "source": "a published study",
        "as_of": "2019",
        "confidence": "medium"
      },
      "estimate_factor": 2,
      "teams": ["vision", "language"],
      "users": 40,
      "model": "llm-7b",
      "activity": {"compute": 0.42, "comm": 0.2, "sync": 0.01, "h2d": 0.01, "prep": 0.02,
                   "fetch": 0.03, "checkpoint": 0.01, "restart": 0.02, "idle_held": 0.28,
                   "tensor_active": 0.2, "source": "assumed", "confidence": "low"}
    },
    {
      "name": "notebooks",
      "kind": "interactive",
      "arrivals": {"jobs_per_day": 30},
      "gpus": [{"gpus": 1, "weight": 1}],
      "duration": {"exponential": {"mean": "90 min"}},
      "activity": {"compute": 0.1, "idle_held": 0.9}
    }
  ]}},
  "alternatives": [
    {
      "name": "own",
      "kind": "owned",
      "queue": "conservative",
      "placement": "pack",
      "estimates": "requested",
      "pools": [{
        "name": "bought",
        "gpu": "h100-sxm",
        "gpus_per_node": 8,
        "speed": {"value": 1.25, "source": "benchmark"},
        "supply": {"fixed": {"nodes": 8}},
        "purchase": {"owned": {
          "bill_of_materials": "8x H100 SXM server",
          "price_within_range": 0.25,
          "lines": [
            {"item": "cables", "quantity": 16, "unit_price": "120.5 EUR"},
            {"item": "switch", "quantity": 2, "per_pool": true,
             "unit_price": {"value": "28000 EUR", "source": "quote 17", "retrieved": "2026-11-02"}}
          ],
          "life_months": 48,
          "residual_share": {"value": 0.1, "source": "resale listings"},
          "maintenance_per_year": 0.05,
          "warranty_months": 36,
          "idle_power": "2 kW",
          "full_power": {"value": "10.2 kW", "source": "vendor's sheet"}
        }}
      }],
      "site": {
        "name": "oslo",
        "energy_price": {"value": "0.086 EUR/kWh", "source": "contract", "as_of": "2026-10-01"},
        "pue": 1.4,
        "colocation": "180 EUR/kW-month",
        "contracted": "120 kW",
        "staff": 0.5,
        "salary": "120000 EUR/year",
        "carbon_grams_per_kwh": 30
      },
      "storage": [{"tier": "nvme", "capacity": "500 TB", "price": "0.023 EUR/GB-month"}],
      "other": [{"item": "support", "price": "4500 EUR/month"}]
    },
    {
      "name": "rent",
      "kind": "cloud",
      "queue": "fifo",
      "placement": "spread",
      "pools": [
        {
          "name": "reserved",
          "offer": "aws/p5.48xlarge/us-east-1",
          "supply": {"fixed": {"nodes": 4}},
          "purchase": {"commitment": {
            "term_months": 12,
            "upfront": "partial",
            "upfront_per_node": "150000 EUR",
            "recurring": {"value": "21.5 EUR/h", "source": "quote"}
          }}
        },
        {
          "name": "spot",
          "offer": "aws/p5.48xlarge/us-east-1",
          "supply": {"elastic": {"least_nodes": 0, "most_nodes": 16, "start_delay": "3 min", "idle_timeout": "10 min"}},
          "purchase": {"spot": {
            "rule": "replay",
            "interruptions_per_hour": {"value": 0.05, "source": "spot study"},
            "checkpoint": "30 s",
            "restart": "5 min",
            "interval": "30 min"
          }},
          "price": {"value": "9.123456789012 EUR/h", "source": "mean of a month"}
        }
      ],
      "egress": [{
        "per_month": "40 TB",
        "tiers": [{"up_to": "10 TB", "price": "0.09 EUR/GB"}, {"price": "0.05 EUR/GB"}],
        "source": "price list",
        "as_of": "2026-11"
      }]
    }
  ],
  "break_even": [{"a": "own", "b": "rent", "by": "price"}, {"a": "own", "b": "rent"}]
}
)";

/// `text` with one place changed, which must be there exactly once.
inline std::string with(std::string_view text, std::string_view before, std::string_view after) {
    std::string result(text);
    const std::size_t at = result.find(before);
    INFO("looking for " << before);
    REQUIRE(at != std::string::npos);
    REQUIRE(result.find(before, at + 1) == std::string::npos);
    return result.replace(at, before.size(), after);
}

} // namespace gpuplan::test
