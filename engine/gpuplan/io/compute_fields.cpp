#include <gpuplan/io/composed_forms.hpp>
#include <gpuplan/io/scenario_fields.hpp>
#include <gpuplan/io/step_fields.hpp>
#include <gpuplan/io/step_forms.hpp>
#include <gpuplan/units/number_text.hpp>

namespace gpuplan::io {

using namespace model;

namespace {

const FieldTable<MeasuredRow>& measuredRowFields() {
    static const FieldTable<MeasuredRow> table = [] {
        FieldTable<MeasuredRow> t("measured_row", "One measured time.");
        t.add(optionalPlain("gpu", &MeasuredRow::gpu, TextForm{},
                            "GPU model it was measured on; absent: holds for any",
                            "\"a100-sxm-80\""));
        t.add(optionalPlain("gpus", &MeasuredRow::gpus, IntegerForm{1, 100'000},
                            "ranks that exchanged gradients, their communication included; absent: "
                            "one GPU alone",
                            "8"));
        t.add(required("batch", &MeasuredRow::batch, NumberForm{0, 1e6, true},
                       "samples per GPU and micro-step", "64"));
        t.add(required("step", &MeasuredRow::step, DurationForm{"1 us", longestDuration},
                       "time of one micro-step: forward, backward and update", "\"182 ms\""));
        return t;
    }();
    return table;
}

/// Rows of one GPU and rank count stand by rising batch, so that a slip of the pen is seen.
bool checkRows(MeasuredStep& step, const JsonValue& json, Reading& reading) {
    bool good = true;
    std::size_t i = 0;
    for (const JsonValue item : json.find("rows")->items()) {
        const MeasuredRow& row = step.rows[i];
        for (std::size_t before = i; before > 0; --before) {
            const MeasuredRow& other = step.rows[before - 1];
            if (other.gpu != row.gpu || other.gpus != row.gpus)
                continue;
            if (row.batch <= other.batch)
                good = reading.problem(item.find("batch")->location(), "io.check.rows",
                                       {numberText(row.batch), numberText(other.batch)});
            break;
        }
        ++i;
    }
    return good;
}

} // namespace

const FieldTable<MeasuredStep>& measuredStepFields() {
    static const FieldTable<MeasuredStep> table = [] {
        FieldTable<MeasuredStep> t("measured_step",
                                   "Step times as measured, linear between the batches of one GPU "
                                   "and rank count, never continued beyond them.");
        t.add(required("rows", &MeasuredStep::rows,
                       ListForm<ObjectForm<MeasuredRow>>{
                           object(measuredRowFields(), JsonLayout::Line), 1, 10'000},
                       "the table"));
        t.inlined(&MeasuredStep::provenance, provenanceFields());
        t.then("rows of the same gpu and gpus stand by rising batch", checkRows);
        return t;
    }();
    return table;
}

const FieldTable<AffineStep>& affineStepFields() {
    static const FieldTable<AffineStep> table = [] {
        FieldTable<AffineStep> t("affine_step",
                                 "Forward and backward of b samples take fixed + b x per_sample.");
        t.add(required("gpu", &AffineStep::gpu, TextForm{}, "GPU model it was measured on",
                       "\"v100-sxm2-32\""));
        t.add(defaulted("precision", &AffineStep::precision, ChoiceForm{precisionNames()},
                        "it was measured in"));
        t.add(required("fixed", &AffineStep::fixed, DurationForm{"0 s", "1 d"},
                       "time of a micro-step that does not depend on the batch", "\"8 ms\""));
        t.add(required("per_sample", &AffineStep::perSample, SecondsForm{"0 s", "1 d", true},
                       "time a sample adds"));
        t.add(defaulted("matrix_share", &AffineStep::matrixShare, NumberForm{0, 1},
                        "share of the time in matrix units: it moves with their peak to another "
                        "GPU or precision, the rest with the memory bandwidth"));
        t.inlined(&AffineStep::provenance, provenanceFields());
        return t;
    }();
    return table;
}

const FieldTable<StageStep>& stageStepFields() {
    static const FieldTable<StageStep> table = [] {
        FieldTable<StageStep> t("stage_step",
                                "Constants of one sample; the roofline of a GPU gives the time.");
        t.add(required("flops_per_sample", &StageStep::flopsPerSample, NumberForm{0, 1e24, true},
                       "FLOPs of forward and backward, a multiply-add counts 2", "12.3e9"));
        t.add(required("bytes_per_sample", &StageStep::bytesPerSample,
                       SampleSizeForm{"0 B", "1 PB"},
                       "device memory read and written, in the job's precision", "\"350 MB\""));
        t.add(optional("efficiency", &StageStep::efficiency, NumberForm{0.1, 1},
                       "share of the peak that is reached; absent: the GPU's", "0.6"));
        t.add(defaulted("kernels", &StageStep::kernels, NumberForm{0, 1e7},
                        "kernel launches a micro-step", "300"));
        t.inlined(&StageStep::provenance, provenanceFields());
        return t;
    }();
    return table;
}

const FieldTable<TransformerStep>& transformerStepFields() {
    static const FieldTable<TransformerStep> table = [] {
        FieldTable<TransformerStep> t("transformer_step", "A decoder or encoder of equal blocks.");
        t.add(required("layers", &TransformerStep::layers, IntegerForm{1, 10'000}, "blocks", "32"));
        t.add(required("hidden", &TransformerStep::hidden, IntegerForm{1, 1'000'000},
                       "width of the model", "4096"));
        t.add(required("heads", &TransformerStep::heads, IntegerForm{1, 100'000},
                       "attention heads of a layer", "32"));
        t.add(required("sequence", &TransformerStep::sequence, IntegerForm{1, 100'000'000},
                       "tokens of a sample", "2048"));
        t.add(required("vocabulary", &TransformerStep::vocabulary, IntegerForm{1, 10'000'000},
                       "tokens known", "51200"));
        t.add(optional("feed_forward", &TransformerStep::feedForward, IntegerForm{1, 10'000'000},
                       "width of the feed-forward part; absent: 4 x hidden", "11008"));
        t.add(defaulted("gated_feed_forward", &TransformerStep::gatedFeedForward, BoolForm{},
                        "three matrices in place of two (SwiGLU)"));
        t.add(optional("key_value_heads", &TransformerStep::keyValueHeads, IntegerForm{1, 100'000},
                       "of grouped attention; absent: heads", "8"));
        t.add(defaulted("fused_attention", &TransformerStep::fusedAttention, BoolForm{},
                        "attention without the sequence-squared intermediate (FlashAttention)"));
        t.add(defaulted("causal_kernels", &TransformerStep::causalKernels, BoolForm{},
                        "kernels skip the masked half"));
        t.add(defaulted("tied_embeddings", &TransformerStep::tiedEmbeddings, BoolForm{},
                        "input and output share one matrix"));
        t.add(defaulted("experts", &TransformerStep::experts, IntegerForm{1, 100'000},
                        "of each layer; 1: dense"));
        t.add(defaulted("active_experts", &TransformerStep::activeExperts, IntegerForm{1, 100'000},
                        "a token goes to"));
        t.inlined(&TransformerStep::provenance, provenanceFields());
        t.then("key_value_heads divides heads; active_experts is not above experts",
               [](TransformerStep& step, const JsonValue& json, Reading& reading) {
                   bool good = true;
                   if (step.keyValueHeads && step.heads % *step.keyValueHeads != 0)
                       good = reading.problem(
                           json.find("key_value_heads")->location(), "io.check.divides",
                           {inQuotes("key_value_heads"), std::to_string(*step.keyValueHeads),
                            inQuotes("heads"), std::to_string(step.heads)});
                   if (step.activeExperts > step.experts)
                       good = reading.problem(
                           json.find("active_experts")->location(), "io.check.order",
                           {"\"active_experts\"", std::to_string(step.activeExperts), "\"experts\"",
                            std::to_string(step.experts)});
                   return good;
               });
        return t;
    }();
    return table;
}

const FieldTable<ConvolutionalStep>& convolutionalStepFields() {
    static const FieldTable<ConvolutionalStep> table = [] {
        FieldTable<ConvolutionalStep> t("convolutional_step",
                                        "A convolutional net; backward costs twice the forward "
                                        "pass.");
        t.add(required("forward_flops_per_sample", &ConvolutionalStep::forwardFlopsPerSample,
                       NumberForm{0, 1e24, true},
                       "FLOPs of the forward pass, a multiply-add counts 2", "8.2e9"));
        t.add(optionalPlain("bytes_per_sample", &ConvolutionalStep::bytesPerSample,
                            SampleSizeForm{"0 B", "1 PB"},
                            "device memory read and written, forward and backward; absent: compute "
                            "bound throughout",
                            "\"350 MB\""));
        t.add(defaulted("efficiency", &ConvolutionalStep::efficiency, NumberForm{0.15, 0.45},
                        "share of the peak that is reached", "0.3"));
        t.add(defaulted("kernels", &ConvolutionalStep::kernels, NumberForm{0, 1e7},
                        "kernel launches a micro-step", "300"));
        t.inlined(&ConvolutionalStep::provenance, provenanceFields());
        return t;
    }();
    return table;
}

const FieldTable<StepCompute>& stepComputeFields() {
    static const FieldTable<StepCompute> table = [] {
        FieldTable<StepCompute> t("step_compute", "How long forward, backward and update take.");
        t.add(kind<MeasuredStep, StepCompute>("measured", object(measuredStepFields()),
                                              "a table of measured times"));
        t.add(kind<AffineStep, StepCompute>("affine", object(affineStepFields()),
                                            "a line fitted to two measured times or more"));
        t.add(kind<StageStep, StepCompute>("stages", object(stageStepFields()),
                                           "constants of one sample"));
        t.add(kind<TransformerStep, StepCompute>("transformer", object(transformerStepFields()),
                                                 "from the architecture"));
        t.add(kind<ConvolutionalStep, StepCompute>(
            "convolutional", object(convolutionalStepFields()), "from the architecture"));
        t.exactlyOne({"measured", "affine", "stages", "transformer", "convolutional"});
        return t;
    }();
    return table;
}

} // namespace gpuplan::io
