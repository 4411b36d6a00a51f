"""Figures that others have printed for the same splits, to stand beside the measured ones. Nothing is run here.

AUC with learners held out, from the README of the GitHub repository theophilegervet/learner-performance-prediction.
Only assist09 and statics are used here with its own split, so only these can be compared."""

from __future__ import annotations

AUC: dict[str, dict[str, float]] = {
    "assist09": {"IRT": 0.69, "PFA": 0.72, "Best-LR": 0.77, "DKT": 0.75, "SAKT": 0.75},
    "statics": {"IRT": 0.79, "PFA": 0.69, "Best-LR": 0.82, "DKT": 0.83, "SAKT": 0.81},
}
