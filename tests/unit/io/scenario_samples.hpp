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

/// Every field of step models, nodes and changes at least once.
inline constexpr std::string_view stepScenario = R"({
  "format": "gpuplan.scenario/1",
  "name": "steps",
  "finding": {
    "text": "the faster disk is worth its price",
    "checks": [
      {"value": "/alternatives/0/cost/total", "over": "/alternatives/1/cost/total", "least": 2.5, "most": 3.5, "claim": "P21"},
      {"value": "/alternatives/1/utilization/busy", "most": 0.97}
    ]
  },
  "price_date": "2026-11-29",
  "start": "2027-01-01",
  "horizon_months": 12,
  "discount_rate": 0.08,
  "workload": {"profile": {"classes": [
    {
      "name": "vision",
      "arrivals": {"jobs_per_day": 1},
      "gpus": [{"gpus": 8, "weight": 1}],
      "step": {
        "gpu": "v100-sxm2-32",
        "compute": {"measured": {
          "rows": [
            {"gpu": "v100-sxm2-32", "batch": 32, "step": "95.5 ms"},
            {"gpu": "v100-sxm2-32", "batch": 64, "step": "182 ms"},
            {"gpus": 8, "batch": 32, "step": "101 ms"}
          ],
          "source": "our log", "as_of": "2026-11", "confidence": "high"
        }},
        "parameters": 25.6e6,
        "precision": "fp32",
        "micro_batch": 32,
        "optimizer": "sgd_momentum",
        "activation_bytes_per_sample": "95 MB",
        "input": {
          "data": {"samples": 1281167, "bytes_per_sample": "110 kB", "format": "raw_files", "tier": "hdd", "source": "its page"},
          "loader": "workers",
          "workers": 4,
          "prefetch": 4,
          "requests": 8,
          "cache": "page_cache",
          "cache_bytes": "100 GB",
          "samples_per_core": 140,
          "gpu_share": 0.5,
          "samples_per_gpu": 2500,
          "gpu_memory": "5 GB",
          "tensor_bytes_per_sample": "602112 B",
          "pinned": true
        },
        "sync": {"per_step": 2, "every_steps": 10, "issue": "9 ms", "delta": "12 us", "round_trip": "25 us"},
        "checkpoint": {"interval": "30 min", "mode": "async", "writer": "rank_zero", "bytes_per_parameter": 12, "tier": "hdd", "metadata": "2 s"},
        "setup": "90 s",
        "jitter": 0.02,
        "work": {"epochs": 90}
      }
    },
    {
      "name": "language",
      "arrivals": {"jobs_per_day": 0.1},
      "gpus": [{"gpus": 64, "weight": 1}],
      "step": {
        "gpu": "a100-sxm-80",
        "compute": {"transformer": {
          "layers": 32, "hidden": 4096, "heads": 32, "sequence": 2048, "vocabulary": 51200,
          "feed_forward": 11008, "gated_feed_forward": true, "key_value_heads": 8,
          "fused_attention": true, "causal_kernels": true, "tied_embeddings": false,
          "experts": 8, "active_experts": 2, "source": "its paper"
        }},
        "micro_batch": 2,
        "accumulation": 16,
        "parallel": {"tensor": 4, "pipeline": 2, "interleave": 4, "sequence_parallel": true, "sharding": 1, "overlap": false},
        "recompute": "selective",
        "optimizer": "adam_8bit",
        "work": {"steps": 100000}
      }
    },
    {
      "name": "line",
      "arrivals": {"jobs_per_day": 3},
      "gpus": [{"gpus": 1, "weight": 1}],
      "duration": {"fixed": {"value": "6 h"}},
      "step": {
        "gpu": "v100-sxm2-32",
        "compute": {"affine": {"gpu": "v100-sxm2-32", "precision": "fp32", "fixed": "8 ms", "per_sample": "2.85 ms", "matrix_share": 0.8}}
      }
    },
    {
      "name": "constants",
      "arrivals": {"jobs_per_day": 3},
      "gpus": [{"gpus": 1, "weight": 1}],
      "duration": {"fixed": {"value": "6 h"}},
      "step": {
        "gpu": "h100-sxm",
        "compute": {"stages": {"flops_per_sample": 12.3e9, "bytes_per_sample": "350 MB", "efficiency": 0.55, "kernels": 300}},
        "precision": "fp8",
        "input": {
          "data": {"samples": 1000, "bytes_per_sample": "4 B", "format": "shards", "samples_per_shard": 100, "tier": "nvme"},
          "loader": "staged",
          "offline": {"growth": 6, "cores": 64, "per_core": {"value": "0.04 USD/h", "source": "list"}}
        }
      }
    },
    {
      "name": "net",
      "arrivals": {"jobs_per_day": 3},
      "gpus": [{"gpus": 1, "weight": 1}],
      "duration": {"fixed": {"value": "6 h"}},
      "step": {
        "gpu": "h100-sxm",
        "compute": {"convolutional": {"forward_flops_per_sample": 8.2e9, "bytes_per_sample": "350 MB", "efficiency": 0.25, "kernels": 160}}
      }
    }
  ]}},
  "alternatives": [
    {
      "name": "slow",
      "kind": "cloud",
      "pools": [{
        "name": "nodes",
        "gpu": "h100-sxm",
        "gpus_per_node": 8,
        "supply": {"fixed": {"nodes": 8}},
        "purchase": {"on_demand": {}},
        "price": "24 USD/h",
        "node": {
          "cores": {"value": 96, "source": "its sheet"},
          "memory": "2 TB",
          "host_link": "pcie5-x16",
          "gpus_per_uplink": 2,
          "pageable": "6 GB/s",
          "gpu_link": "nvlink4",
          "island_gpus": 4,
          "network": "ib-ndr",
          "ports": 8,
          "nodes_per_leaf": 16,
          "leaf_uplink": "1600 Gbit/s"
        }
      }],
      "storage": [
        {"tier": "hdd", "capacity": "10 TB", "price": "0.01 USD/GB-month", "read": "200 MB/s", "write": {"value": "180 MB/s", "source": "measured"}, "iops": 170, "opens_per_second": 100},
        {"tier": "nvme", "capacity": "10 TB", "price": "0.1 USD/GB-month"}
      ]
    },
    {
      "name": "fast",
      "kind": "cloud",
      "pools": [{
        "name": "nodes",
        "gpu": "h100-sxm",
        "gpus_per_node": 8,
        "supply": {"fixed": {"nodes": 8}},
        "purchase": {"on_demand": {}},
        "price": "24 USD/h"
      }],
      "storage": [{"tier": "nvme", "capacity": "10 TB", "price": "0.1 USD/GB-month"}],
      "changes": [
        {"class": "vision", "gpus": 4, "micro_batch": 64, "accumulation": 2, "precision": "mixed",
         "loader": "workers", "workers": 16, "prefetch": 2, "requests": 16, "pinned": true,
         "format": "shards", "samples_per_shard": 500, "tier": "nvme", "cache": "lru_shuffled",
         "cache_bytes": "200 GB", "gpu_share": 0.9, "samples_per_gpu": 3000,
         "offline": {"growth": 5, "cores": 32, "per_core": "0.05 USD/h"}, "sync_every_steps": 100,
         "checkpoint_mode": "sync", "checkpoint_tier": "nvme", "data_share": 0.1},
        {"class": "language", "recompute": "full", "optimizer": "adam", "sharding": 3, "tensor": 1,
         "pipeline": 1, "overlap": true}
      ]
    }
  ]
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
