#include <gpuplan/calibration/profile_output.hpp>

namespace gpuplan::calibration {

std::string profileSchema() {
    // Written out, not made from tables: of a profile only an activity is ever read back.
    return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:gpuplan:schema:profile:1",
  "title": "gpuplan profile",
  "description": "What `gpuplan calibrate` found in telemetry and measured step times. Shares are 0 to 1, a value that was not measured is null.",
  "type": "object",
  "properties": {
    "format": {"const": "gpuplan.profile/1"},
    "files": {
      "type": "array",
      "description": "what was read; read = taken + other + quarantined",
      "items": {
        "type": "object",
        "properties": {
          "file": {"type": "string"},
          "form": {"enum": ["dcgm", "nvidia-smi", "duty-cycle", "memory-used", "quantiles", "steps"]},
          "read": {"$ref": "#/$defs/count"},
          "taken": {"$ref": "#/$defs/count"},
          "other": {"$ref": "#/$defs/count", "description": "metrics that no profile holds"},
          "quarantined": {"$ref": "#/$defs/count"}
        },
        "required": ["file", "form", "read", "taken", "other", "quarantined"],
        "additionalProperties": false
      }
    },
    "by_rule": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "rule": {"type": "string"},
          "rows": {"type": "integer", "minimum": 1},
          "action": {"enum": ["warned", "quarantined"]},
          "first_file": {"type": "string"},
          "first_line": {"$ref": "#/$defs/count"}
        },
        "required": ["rule", "rows", "action", "first_file", "first_line"],
        "additionalProperties": false
      }
    },
    "groups": {"type": "array", "items": {"$ref": "#/$defs/group"}},
    "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}}
  },
  "required": ["format", "files", "by_rule", "groups", "steps"],
  "additionalProperties": false,
  "$defs": {
    "count": {"type": "integer", "minimum": 0},
    "share": {"type": "number", "minimum": 0, "maximum": 1},
    "seconds": {"type": "number", "minimum": 0},
    "range": {"type": "array", "items": {"$ref": "#/$defs/share"}, "minItems": 2, "maxItems": 2},
    "missing": {
      "type": "object",
      "description": "why there is no fit",
      "properties": {"missing": {"type": "string"}},
      "required": ["missing"],
      "additionalProperties": false
    },
    "statistics": {
      "type": ["object", "null"],
      "properties": {
        "unit": {"enum": ["1", "B", "W"]},
        "count": {"type": "integer", "minimum": 1},
        "mean": {"type": "number"},
        "mean_over": {"enum": ["time", "samples", "distribution"]},
        "min": {"type": "number"},
        "p5": {"type": "number"},
        "p50": {"type": "number"},
        "p75": {"type": "number"},
        "p90": {"type": "number"},
        "p95": {"type": "number"},
        "p99": {"type": "number"},
        "max": {"type": "number"}
      },
      "required": ["unit", "count", "mean", "mean_over", "min", "p5", "p50", "p75", "p90", "p95", "p99", "max"],
      "additionalProperties": false
    },
    "group": {
      "type": "object",
      "description": "all devices, those of one model, or a published cluster",
      "properties": {
        "name": {"type": "string"},
        "gpus": {"type": ["integer", "null"], "minimum": 1},
        "samples": {"$ref": "#/$defs/count"},
        "coverage": {
          "type": ["object", "null"],
          "description": "null without a clock; a gap is a pause of more than three median steps",
          "properties": {
            "first": {"type": "string", "format": "date-time"},
            "last": {"type": "string", "format": "date-time"},
            "span_s": {"$ref": "#/$defs/seconds"},
            "step_s": {"$ref": "#/$defs/seconds", "description": "median"},
            "observed_s": {"$ref": "#/$defs/seconds", "description": "of all devices together, without gaps"},
            "gaps": {"$ref": "#/$defs/count"},
            "gap_s": {"$ref": "#/$defs/seconds"},
            "longest_gap_s": {"$ref": "#/$defs/seconds"}
          },
          "required": ["first", "last", "span_s", "step_s", "observed_s", "gaps", "gap_s", "longest_gap_s"],
          "additionalProperties": false
        },
        "metrics": {
          "type": "object",
          "properties": {
            "gpu_util": {"$ref": "#/$defs/statistics"},
            "engine_active": {"$ref": "#/$defs/statistics"},
            "sm_active": {"$ref": "#/$defs/statistics"},
            "sm_occupancy": {"$ref": "#/$defs/statistics"},
            "tensor_active": {"$ref": "#/$defs/statistics"},
            "dram_active": {"$ref": "#/$defs/statistics"},
            "memory_used": {"$ref": "#/$defs/statistics"},
            "memory_share": {"$ref": "#/$defs/statistics"},
            "power": {"$ref": "#/$defs/statistics"}
          },
          "required": ["gpu_util", "engine_active", "sm_active", "sm_occupancy", "tensor_active", "dram_active", "memory_used", "memory_share", "power"],
          "additionalProperties": false
        },
        "activity": {
          "type": ["object", "null"],
          "description": "as a scenario's activity has it",
          "properties": {
            "compute": {"$ref": "#/$defs/share"},
            "comm": {"$ref": "#/$defs/share"},
            "idle_held": {"$ref": "#/$defs/share"},
            "tensor_active": {"$ref": "#/$defs/share"},
            "source": {"type": "string"},
            "as_of": {"type": "string", "format": "date"},
            "confidence": {"enum": ["medium", "high"]}
          },
          "required": ["compute", "comm", "idle_held", "source", "confidence"],
          "additionalProperties": false
        },
        "activity_fit": {
          "oneOf": [
            {"$ref": "#/$defs/missing"},
            {
              "type": "object",
              "properties": {
                "busy_from": {"enum": ["gpu_util", "engine_active"]},
                "busy": {"$ref": "#/$defs/share"},
                "sm_active": {"$ref": "#/$defs/share"},
                "sm_active_in_compute": {"$ref": "#/$defs/share"},
                "sm_active_in_comm": {"$ref": "#/$defs/share"},
                "compute_range": {"$ref": "#/$defs/range"}
              },
              "required": ["busy_from", "busy", "sm_active", "sm_active_in_compute", "sm_active_in_comm", "compute_range"],
              "additionalProperties": false
            }
          ]
        },
        "power_fit": {
          "oneOf": [
            {"$ref": "#/$defs/missing"},
            {
              "type": "object",
              "description": "idle + (full - idle) x activity^exponent",
              "properties": {
                "over": {"enum": ["sm_active", "gpu_util"]},
                "idle_w": {"type": "number", "minimum": 0},
                "full_w": {"type": "number", "exclusiveMinimum": 0},
                "exponent": {"type": "number", "minimum": 0.5, "maximum": 2},
                "points": {"type": "integer", "minimum": 4},
                "residual_w": {"type": "number", "minimum": 0, "description": "root mean square"},
                "r_squared": {"type": "number", "maximum": 1},
                "seen_activity": {"$ref": "#/$defs/range"}
              },
              "required": ["over", "idle_w", "full_w", "exponent", "points", "residual_w", "r_squared", "seen_activity"],
              "additionalProperties": false
            }
          ]
        }
      },
      "required": ["name", "gpus", "samples", "coverage", "metrics", "activity", "activity_fit", "power_fit"],
      "additionalProperties": false
    },
    "step": {
      "type": "object",
      "description": "step times of one GPU model and number of ranks",
      "properties": {
        "gpu": {"type": "string"},
        "gpus": {"type": "integer", "minimum": 1},
        "points": {
          "type": "array",
          "minItems": 1,
          "items": {
            "type": "object",
            "properties": {
              "batch": {"type": "number", "exclusiveMinimum": 0},
              "step_s": {"type": "number", "exclusiveMinimum": 0}
            },
            "required": ["batch", "step_s"],
            "additionalProperties": false
          }
        },
        "fit": {
          "oneOf": [
            {"$ref": "#/$defs/missing"},
            {
              "type": "object",
              "description": "step = fixed + batch x per sample",
              "properties": {
                "fixed_s": {"$ref": "#/$defs/seconds"},
                "per_sample_s": {"type": "number", "exclusiveMinimum": 0},
                "half_batch": {"type": "number", "minimum": 0},
                "mean_error": {"type": "number", "minimum": 0, "description": "relative"},
                "worst_error": {"type": "number", "minimum": 0},
                "leave_one_out_error": {"type": ["number", "null"], "minimum": 0}
              },
              "required": ["fixed_s", "per_sample_s", "half_batch", "mean_error", "worst_error", "leave_one_out_error"],
              "additionalProperties": false
            }
          ]
        },
        "steps": {"type": "array", "description": "step models for a job class of a scenario", "items": {"type": "object"}}
      },
      "required": ["gpu", "gpus", "points", "fit", "steps"],
      "additionalProperties": false
    }
  }
}
)json";
}

} // namespace gpuplan::calibration
