#include <gpuplan/report/result_schema.hpp>

namespace gpuplan::report {

std::string resultSchema() {
    // Written out, not made from tables: what is only written has no reader to keep in step.
    return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:gpuplan:schema:result:1",
  "title": "gpuplan result",
  "description": "What `gpuplan run` found. Money is a decimal string in the named currency, GPU-hours are numbers, a value that is not known is null.",
  "type": "object",
  "properties": {
    "format": {"const": "gpuplan.result/1"},
    "version": {"type": "string", "description": "of the engine"},
    "digest": {"$ref": "#/$defs/sha256", "description": "of scenario, catalogs, engine version and seed"},
    "seed": {"type": "integer", "minimum": 0},
    "scenario": {
      "type": "object",
      "properties": {
        "name": {"type": "string"},
        "question": {"type": ["string", "null"]},
        "file": {"type": ["string", "null"]},
        "currency": {"$ref": "#/$defs/currency"},
        "price_date": {"type": "string", "format": "date"},
        "start": {"type": "string", "format": "date-time"},
        "horizon_months": {"type": "integer", "minimum": 1},
        "discount_rate": {"type": "number", "minimum": 0}
      },
      "required": ["name", "question", "file", "currency", "price_date", "start", "horizon_months", "discount_rate"],
      "additionalProperties": false
    },
    "cheapest": {"type": "string", "description": "name of the alternative with the least effective cost"},
    "alternatives": {"type": "array", "items": {"$ref": "#/$defs/alternative"}, "minItems": 1},
    "break_even": {"type": "array", "items": {"$ref": "#/$defs/break_even"}},
    "assumptions": {"type": "array", "items": {"$ref": "#/$defs/assumption"}},
    "sources": {"type": "array", "items": {"$ref": "#/$defs/price_source"}},
    "diagnostics": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "severity": {"enum": ["error", "warning", "note"]},
          "message": {"type": "string"},
          "pointer": {"type": ["string", "null"]}
        },
        "required": ["severity", "message", "pointer"],
        "additionalProperties": false
      }
    },
    "ledger": {
      "type": "object",
      "properties": {"file": {"const": "ledger.csv"}, "sha256": {"$ref": "#/$defs/sha256"}},
      "required": ["file", "sha256"],
      "additionalProperties": false
    }
  },
  "required": ["format", "version", "digest", "seed", "scenario", "cheapest", "alternatives", "break_even", "assumptions", "sources", "diagnostics", "ledger"],
  "additionalProperties": false,
  "$defs": {
    "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    "currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
    "money": {"type": "string", "pattern": "^-?[0-9]+\\.[0-9]{2,6}$"},
    "money_or_null": {"anyOf": [{"$ref": "#/$defs/money"}, {"type": "null"}]},
    "number_or_null": {"type": ["number", "null"]},
    "text_or_null": {"type": ["string", "null"]},
    "amounts": {"type": "object", "description": "by account", "additionalProperties": {"$ref": "#/$defs/money"}},
    "totalled": {"allOf": [{"$ref": "#/$defs/amounts"}, {"required": ["total"]}]},
    "alternative": {
      "type": "object",
      "properties": {
        "name": {"type": "string"},
        "kind": {"enum": ["cloud", "owned", "hybrid"]},
        "currency": {"$ref": "#/$defs/currency"},
        "cost": {
          "type": "object",
          "properties": {
            "total": {"$ref": "#/$defs/money", "description": "effective: what was used"},
            "billed": {"$ref": "#/$defs/totalled", "description": "what was paid"},
            "effective": {"$ref": "#/$defs/totalled"},
            "by_account": {"$ref": "#/$defs/amounts", "description": "effective, every expense account"},
            "by_month": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "month": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"},
                  "billed": {"$ref": "#/$defs/money"},
                  "effective": {"$ref": "#/$defs/money"},
                  "billed_so_far": {"$ref": "#/$defs/money"},
                  "effective_so_far": {"$ref": "#/$defs/money"},
                  "resale": {"$ref": "#/$defs/money", "description": "residual value that break-even counts"},
                  "book_value": {"$ref": "#/$defs/money", "description": "of the hardware at the month's end"}
                },
                "required": ["month", "billed", "effective", "billed_so_far", "effective_so_far", "resale", "book_value"],
                "additionalProperties": false
              }
            }
          },
          "required": ["total", "billed", "effective", "by_account", "by_month"],
          "additionalProperties": false
        },
        "gpu_hours": {
          "type": "object",
          "properties": {
            "capacity": {"type": "number", "minimum": 0},
            "paid": {"type": "number", "minimum": 0},
            "allocated": {"type": "number", "minimum": 0},
            "busy": {"$ref": "#/$defs/number_or_null"},
            "tensor_active": {"$ref": "#/$defs/number_or_null"},
            "useful": {"$ref": "#/$defs/number_or_null"}
          },
          "required": ["capacity", "paid", "allocated", "busy", "tensor_active", "useful"],
          "additionalProperties": false
        },
        "utilization": {
          "type": "object",
          "description": "shares of capacity",
          "properties": {
            "allocated": {"$ref": "#/$defs/number_or_null", "description": "GPUs bound to jobs, by the scheduler's accounts"},
            "busy": {"$ref": "#/$defs/number_or_null", "description": "a kernel is on the device: DCGM_FI_DEV_GPU_UTIL"},
            "tensor_active": {"$ref": "#/$defs/number_or_null", "description": "matrix units work: DCGM_FI_PROF_PIPE_TENSOR_ACTIVE"}
          },
          "required": ["allocated", "busy", "tensor_active"],
          "additionalProperties": false
        },
        "waste": {
          "type": "array",
          "description": "causes sum to paid minus useful GPU-hours",
          "items": {
            "type": "object",
            "properties": {
              "cause": {"enum": ["unallocated", "down", "provisioning", "idle_held", "restart", "checkpoint", "fetch", "prep", "h2d", "sync", "comm", "unused_commitment", "rounding"]},
              "gpu_hours": {"type": "number"},
              "cost": {"$ref": "#/$defs/money"}
            },
            "required": ["cause", "gpu_hours", "cost"],
            "additionalProperties": false
          }
        },
        "wait_s": {
          "type": ["object", "null"],
          "description": "from submission to first start, percentiles by nearest rank",
          "properties": {
            "mean": {"type": "number"},
            "p50": {"type": "number"},
            "p95": {"type": "number"},
            "p99": {"type": "number"},
            "max": {"type": "number"}
          },
          "required": ["mean", "p50", "p95", "p99", "max"],
          "additionalProperties": false
        },
        "jobs": {
          "type": "object",
          "description": "by state at the plan's end",
          "properties": {
            "total": {"type": "integer"},
            "completed": {"type": "integer"},
            "rejected": {"type": "integer"},
            "running": {"type": "integer"},
            "queued": {"type": "integer"},
            "after_end": {"type": "integer"},
            "without_gpus": {"type": "integer"}
          },
          "required": ["total", "completed", "rejected", "running", "queued", "after_end", "without_gpus"],
          "additionalProperties": false
        },
        "cost_per_gpu_hour": {
          "type": "object",
          "properties": {
            "available": {"$ref": "#/$defs/money_or_null"},
            "allocated": {"$ref": "#/$defs/money_or_null"},
            "busy": {"$ref": "#/$defs/money_or_null"},
            "useful": {"$ref": "#/$defs/money_or_null"}
          },
          "required": ["available", "allocated", "busy", "useful"],
          "additionalProperties": false
        },
        "npv": {"$ref": "#/$defs/money_or_null", "description": "of the billed flows less the book value at the end; costs positive"},
        "irr": {"$ref": "#/$defs/number_or_null", "description": "a year, of buying instead of the cheapest alternative without hardware"},
        "payback_months": {
          "type": "object",
          "properties": {
            "simple": {"$ref": "#/$defs/number_or_null"},
            "discounted": {"$ref": "#/$defs/number_or_null"}
          },
          "required": ["simple", "discounted"],
          "additionalProperties": false
        },
        "equivalent_annual_cost": {"$ref": "#/$defs/money_or_null"},
        "bill_multiplier": {"$ref": "#/$defs/number_or_null", "description": "paid GPU-hours per useful one: 1 / (1 - idle share)"},
        "energy_kwh": {"$ref": "#/$defs/number_or_null"},
        "carbon_kg": {"$ref": "#/$defs/number_or_null"},
        "by_tag": {
          "type": "object",
          "properties": {
            "team": {"$ref": "#/$defs/tag"},
            "user": {"$ref": "#/$defs/tag"},
            "model": {"$ref": "#/$defs/tag"}
          },
          "required": ["team", "user", "model"],
          "additionalProperties": false
        },
        "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}, "description": "of job classes with a step model, on the pool and placement that most of their GPU time fell to"},
        "services": {"type": "array", "items": {"$ref": "#/$defs/service"}, "description": "of job classes that are inference services, over a week like any other of the plan"},
        "advice": {"anyOf": [{"$ref": "#/$defs/advice"}, {"type": "null"}]},
        "event_hash": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "estimated": {"type": "array", "items": {"type": "string", "format": "json-pointer"}, "description": "figures below this alternative that rest on assumed shares"},
        "assumptions": {"type": "array", "items": {"type": "string"}}
      },
      "required": ["name", "kind", "currency", "cost", "gpu_hours", "utilization", "waste", "wait_s", "jobs", "cost_per_gpu_hour", "npv", "irr", "payback_months", "equivalent_annual_cost", "bill_multiplier", "energy_kwh", "carbon_kg", "by_tag", "steps", "services", "advice", "event_hash", "estimated", "assumptions"],
      "additionalProperties": false
    },
    "tag": {
      "type": "object",
      "additionalProperties": {
        "type": "object",
        "properties": {"gpu_hours": {"type": "number"}, "cost": {"$ref": "#/$defs/money"}},
        "required": ["gpu_hours", "cost"],
        "additionalProperties": false
      }
    },
    "seconds_by_stage": {
      "type": "object",
      "properties": {
        "compute": {"type": "number"},
        "comm": {"type": "number"},
        "sync": {"type": "number"},
        "h2d": {"type": "number"},
        "prep": {"type": "number"},
        "fetch": {"type": "number"}
      },
      "required": ["compute", "comm", "sync", "h2d", "prep", "fetch"],
      "additionalProperties": false
    },
    "service": {
      "type": "object",
      "properties": {
        "name": {"type": "string", "description": "of the job class"},
        "pool": {"type": "string", "description": "its replicas stand on"},
        "gpu": {"type": "string"},
        "gpus_per_replica": {"type": "integer", "minimum": 1},
        "requests_per_s": {"type": "number", "minimum": 0},
        "goodput_per_s": {"type": "number", "minimum": 0, "description": "requests that pass no limit of the targets"},
        "output_tokens_per_s": {"$ref": "#/$defs/number_or_null"},
        "latency": {
          "type": "object",
          "description": "percentiles by nearest rank",
          "properties": {
            "ttft_s": {"$ref": "#/$defs/latency", "description": "from request to first token"},
            "tpot_s": {"$ref": "#/$defs/latency", "description": "per output token after the first"},
            "e2e_s": {"$ref": "#/$defs/latency", "description": "from request to answer"}
          },
          "required": ["ttft_s", "tpot_s", "e2e_s"],
          "additionalProperties": false
        },
        "targets": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "of": {"enum": ["ttft", "tpot", "e2e"]},
              "percentile": {"enum": [50, 90, 95, 99]},
              "at_most_s": {"type": "number"},
              "value_s": {"$ref": "#/$defs/number_or_null"},
              "met": {"type": "boolean"}
            },
            "required": ["of", "percentile", "at_most_s", "value_s", "met"],
            "additionalProperties": false
          }
        },
        "objective_met": {"type": ["boolean", "null"], "description": "all targets; null without any"},
        "replicas": {
          "type": "object",
          "description": "that hold GPUs",
          "properties": {"mean": {"type": "number", "minimum": 0}, "max": {"type": "integer", "minimum": 0}},
          "required": ["mean", "max"],
          "additionalProperties": false
        },
        "gpu_hours": {"type": "number", "minimum": 0, "description": "held over the plan"},
        "gpu_share": {
          "type": "object",
          "description": "what its GPUs do; sums to 1",
          "properties": {
            "compute": {"type": "number"},
            "comm": {"type": "number"},
            "idle_held": {"type": "number"},
            "restart": {"type": "number", "description": "cold starts: image, weights, warm-up"}
          },
          "required": ["compute", "comm", "idle_held", "restart"],
          "additionalProperties": false
        },
        "cost": {"$ref": "#/$defs/money", "description": "its share of the effective cost, by GPU time held"},
        "cost_per_million_requests": {"$ref": "#/$defs/money_or_null"},
        "cost_per_million_tokens": {"$ref": "#/$defs/money_or_null", "description": "generated ones"},
        "energy_per_request_j": {"$ref": "#/$defs/number_or_null", "description": "of the GPU boards its replicas hold"},
        "evictions": {"type": "integer", "minimum": 0, "description": "sequences thrown out of a full cache and computed again"},
        "simulated": {
          "type": "object",
          "properties": {
            "requests": {"type": "integer", "minimum": 0},
            "share": {"type": "number", "description": "of the week's time; below 1 the figures are a sample"}
          },
          "required": ["requests", "share"],
          "additionalProperties": false
        }
      },
      "required": ["name", "pool", "gpu", "gpus_per_replica", "requests_per_s", "goodput_per_s", "output_tokens_per_s", "latency", "targets", "objective_met", "replicas", "gpu_hours", "gpu_share", "cost", "cost_per_million_requests", "cost_per_million_tokens", "energy_per_request_j", "evictions", "simulated"],
      "additionalProperties": false
    },
    "latency": {
      "type": ["object", "null"],
      "properties": {
        "mean": {"type": "number"},
        "p50": {"type": "number"},
        "p90": {"type": "number"},
        "p95": {"type": "number"},
        "p99": {"type": "number"}
      },
      "required": ["mean", "p50", "p90", "p95", "p99"],
      "additionalProperties": false
    },
    "step": {
      "type": "object",
      "properties": {
        "class": {"type": "string"},
        "pool": {"$ref": "#/$defs/text_or_null", "description": "null: no job of the class ever started; the figures are of the first pool"},
        "gpu": {"type": "string"},
        "placement": {
          "type": "object",
          "properties": {
            "gpus": {"type": "integer", "minimum": 1},
            "nodes": {"type": "integer", "minimum": 1},
            "leaves": {"type": "integer", "minimum": 1},
            "gpus_on_fullest_node": {"type": "integer", "minimum": 1}
          },
          "required": ["gpus", "nodes", "leaves", "gpus_on_fullest_node"],
          "additionalProperties": false
        },
        "layer": {"enum": ["measured", "stages", "architecture"], "description": "how the step is described"},
        "basis": {"enum": ["measured", "vendor", "estimated"], "description": "the weakest of its figures"},
        "bound": {"enum": ["compute", "comm", "sync", "h2d", "prep", "fetch"], "description": "stage that takes most beside computing, or compute"},
        "step_s": {"type": "number", "minimum": 0, "description": "one optimizer step once caches are warm"},
        "cold_step_s": {"type": "number", "minimum": 0, "description": "in the first pass over the data"},
        "slowest_step_s": {"$ref": "#/$defs/number_or_null", "description": "mean of the slowest 1 % of steps, where the input's times vary"},
        "samples": {"type": "number", "minimum": 0, "description": "of a step, all GPUs"},
        "samples_per_s": {"type": "number", "minimum": 0},
        "parts_s": {"$ref": "#/$defs/seconds_by_stage", "description": "what each stage adds to the step; they sum to step_s"},
        "cold_parts_s": {"$ref": "#/$defs/seconds_by_stage"},
        "groups_s": {
          "type": "object",
          "description": "the step in three: waiting for input, for the copy, and what GPUs do",
          "properties": {"io": {"type": "number"}, "copy": {"type": "number"}, "math": {"type": "number"}},
          "required": ["io", "copy", "math"],
          "additionalProperties": false
        },
        "speedup_without": {
          "type": "object",
          "description": "how many times as fast a step would be without one stage",
          "properties": {
            "comm": {"$ref": "#/$defs/number_or_null"},
            "sync": {"$ref": "#/$defs/number_or_null"},
            "h2d": {"$ref": "#/$defs/number_or_null"},
            "prep": {"$ref": "#/$defs/number_or_null"},
            "fetch": {"$ref": "#/$defs/number_or_null"}
          },
          "required": ["comm", "sync", "h2d", "prep", "fetch"],
          "additionalProperties": false
        },
        "timeline_s": {
          "type": "object",
          "description": "stage times before anything hides behind anything; open and read are parts of fetch, by one stream",
          "properties": {
            "forward_backward": {"type": "number"},
            "optimizer": {"type": "number"},
            "gpu_preparation": {"type": "number"},
            "collectives": {"type": "number"},
            "exposed_collectives": {"type": "number"},
            "bubble": {"type": "number"},
            "straggler": {"type": "number"},
            "sync": {"type": "number"},
            "copy": {"type": "number"},
            "prepare": {"type": "number"},
            "fetch": {"type": "number"},
            "open": {"type": "number"},
            "read": {"type": "number"}
          },
          "required": ["forward_backward", "optimizer", "gpu_preparation", "collectives", "exposed_collectives", "bubble", "straggler", "sync", "copy", "prepare", "fetch", "open", "read"],
          "additionalProperties": false
        },
        "traffic": {
          "type": "object",
          "description": "of a step",
          "properties": {
            "store_bytes": {"type": "number", "description": "read by the whole job"},
            "host_bytes": {"type": "number", "description": "copied to each GPU"},
            "network_bytes_per_node": {"type": "number"},
            "device_memory_bytes": {"$ref": "#/$defs/number_or_null", "description": "of a GPU"},
            "model_flops": {"$ref": "#/$defs/number_or_null", "description": "without recomputation"},
            "miss_fraction": {"type": "number", "description": "of samples that no cache held"}
          },
          "required": ["store_bytes", "host_bytes", "network_bytes_per_node", "device_memory_bytes", "model_flops", "miss_fraction"],
          "additionalProperties": false
        },
        "utilization": {
          "type": "object",
          "description": "shares of the step",
          "properties": {
            "busy": {"$ref": "#/$defs/number_or_null", "description": "DCGM_FI_DEV_GPU_UTIL"},
            "sm_active": {"$ref": "#/$defs/number_or_null", "description": "DCGM_FI_PROF_SM_ACTIVE"},
            "tensor_active": {"$ref": "#/$defs/number_or_null", "description": "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE"}
          },
          "required": ["busy", "sm_active", "tensor_active"],
          "additionalProperties": false
        },
        "memory": {
          "anyOf": [
            {
              "type": "object",
              "description": "of one GPU: DCGM_FI_DEV_FB_USED",
              "properties": {
                "need_bytes": {"type": "number"},
                "usable_bytes": {"type": "number"},
                "filled": {"$ref": "#/$defs/number_or_null", "description": "need of usable"},
                "fits": {"type": "boolean"},
                "fits_with": {"type": "array", "items": {"type": "string"}, "description": "the cheapest changes that make it fit"}
              },
              "required": ["need_bytes", "usable_bytes", "filled", "fits", "fits_with"],
              "additionalProperties": false
            },
            {"type": "null"}
          ]
        },
        "useful_cache_bytes": {"$ref": "#/$defs/number_or_null", "description": "least cache of a node with which fetching no longer slows the step"},
        "checkpoint": {
          "anyOf": [
            {
              "type": "object",
              "description": "one checkpoint of a job",
              "properties": {
                "bytes": {"type": "number"},
                "interval_s": {"type": "number"},
                "stall_s": {"type": "number", "description": "the job stands still"},
                "drain_s": {"type": "number", "description": "written in the background after that; 0: synchronous"},
                "host_bytes_per_node": {"type": "number", "description": "held while it drains"},
                "restart_s": {"type": "number", "description": "to read it back"}
              },
              "required": ["bytes", "interval_s", "stall_s", "drain_s", "host_bytes_per_node", "restart_s"],
              "additionalProperties": false
            },
            {"type": "null"}
          ]
        },
        "jobs": {
          "type": "object",
          "properties": {"started": {"type": "integer"}, "completed": {"type": "integer"}},
          "required": ["started", "completed"],
          "additionalProperties": false
        },
        "mean_run_s": {"$ref": "#/$defs/number_or_null", "description": "of completed jobs on their GPUs"},
        "wall_s": {"type": "object", "description": "wall time of the class's jobs by what they did, exact to a microsecond", "additionalProperties": {"type": "number"}, "required": ["queue"]}
      },
      "required": ["class", "pool", "gpu", "placement", "layer", "basis", "bound", "step_s", "cold_step_s", "slowest_step_s", "samples", "samples_per_s", "parts_s", "cold_parts_s", "groups_s", "speedup_without", "timeline_s", "traffic", "utilization", "memory", "useful_cache_bytes", "checkpoint", "jobs", "mean_run_s", "wall_s"],
      "additionalProperties": false
    },
    "advice": {
      "type": "object",
      "description": "what helps most, each change run again; and the same as a plan",
      "properties": {
        "items": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": {"type": "string"},
              "class": {"$ref": "#/$defs/text_or_null"},
              "title": {"type": "string"},
              "effort": {"$ref": "#/$defs/effort"},
              "cause": {"$ref": "#/$defs/text_or_null"},
              "per_month": {"$ref": "#/$defs/money", "description": "worth a month; negative: it costs more than it brings"},
              "cash_per_month": {"$ref": "#/$defs/money", "description": "the part of it that lowers the bill"},
              "cost_per_month": {"$ref": "#/$defs/money", "description": "the alternative's effective cost with it"},
              "freed_gpu_hours": {"type": "number", "description": "held less than before for the same work"},
              "speedup": {"type": "number"},
              "wait_p95_s": {"$ref": "#/$defs/number_or_null"},
              "bottleneck": {"$ref": "#/$defs/text_or_null"},
              "estimated": {"type": "boolean"}
            },
            "required": ["id", "class", "title", "effort", "cause", "per_month", "cash_per_month", "cost_per_month", "freed_gpu_hours", "speedup", "wait_p95_s", "bottleneck", "estimated"],
            "additionalProperties": false
          }
        },
        "plan": {
          "type": "array",
          "description": "the items worth doing, one after the other; figures are of all steps so far together",
          "items": {
            "type": "object",
            "properties": {
              "effort": {"$ref": "#/$defs/effort"},
              "ids": {"type": "array", "items": {"type": "string"}},
              "titles": {"type": "array", "items": {"type": "string"}, "description": "of the ids, in their order"},
              "per_month": {"$ref": "#/$defs/money"},
              "speedup": {"type": "number"}
            },
            "required": ["effort", "ids", "titles", "per_month", "speedup"],
            "additionalProperties": false
          }
        }
      },
      "required": ["items", "plan"],
      "additionalProperties": false
    },
    "effort": {"enum": ["today", "week", "quarter"]},
    "break_even": {
      "type": "object",
      "description": "where `a` becomes cheaper than `b`",
      "properties": {
        "a": {"type": "string"},
        "b": {"type": "string"},
        "by": {"enum": ["months", "hours", "utilization", "hours_per_week", "price"]},
        "status": {"enum": ["crosses", "never", "several", "after_life", "always"]},
        "at": {"type": "array", "items": {"type": "number"}},
        "explanation": {"$ref": "#/$defs/text_or_null"}
      },
      "required": ["a", "b", "by", "status", "at", "explanation"],
      "additionalProperties": false
    },
    "provenance": {
      "type": "object",
      "properties": {
        "source": {"$ref": "#/$defs/text_or_null"},
        "as_of": {"$ref": "#/$defs/text_or_null"},
        "retrieved": {"$ref": "#/$defs/text_or_null"},
        "confidence": {"enum": ["low", "medium", "high", null]},
        "note": {"$ref": "#/$defs/text_or_null"},
        "file": {"$ref": "#/$defs/text_or_null"}
      },
      "required": ["source", "as_of", "retrieved", "confidence", "note", "file"]
    },
    "assumption": {
      "allOf": [{"$ref": "#/$defs/provenance"}],
      "properties": {
        "pointer": {"type": "string", "format": "json-pointer", "description": "into the scenario"},
        "value": {"type": "string"}
      },
      "required": ["pointer", "value"],
      "unevaluatedProperties": false
    },
    "price_source": {
      "allOf": [{"$ref": "#/$defs/provenance"}],
      "description": "prices of one kind from one source, and what hung on them",
      "properties": {
        "alternative": {"type": "string"},
        "account": {"type": "string"},
        "pool": {"$ref": "#/$defs/text_or_null"},
        "price": {
          "type": "object",
          "properties": {"least": {"$ref": "#/$defs/text_or_null"}, "most": {"$ref": "#/$defs/text_or_null"}},
          "required": ["least", "most"],
          "additionalProperties": false
        },
        "cost": {"$ref": "#/$defs/money"},
        "estimated": {"type": "boolean"},
        "purchase": {"type": "boolean", "description": "paid for what is used later: counts through its own charges"},
        "as_of_last": {"$ref": "#/$defs/text_or_null"}
      },
      "required": ["alternative", "account", "pool", "price", "cost", "estimated", "purchase", "as_of_last"],
      "unevaluatedProperties": false
    }
  }
}
)json";
}

} // namespace gpuplan::report
