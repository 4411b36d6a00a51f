"""How well the learner model predicts real answers, beside the usual models: `python -m benchmarks.knowledge_tracing`.

Reads a folder of answer logs that is not part of the project and writes nothing into it."""
