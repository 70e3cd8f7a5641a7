#!/usr/bin/env bash
# Versions: optuna 5.0.0.
# Expected: suggest_int("x", 0, 9) returns a number from 0 to 9.
# Observed: enqueue_trial and GridSampler make it return 30. 2.7 is cut to 2, and a categorical
# True becomes 1. The trials are COMPLETE, and best_params may be outside of the range.
# Hurts: a search over parameters of a card. The best result may be one that the range excludes,
# such as a FIFO that is larger than the memory.
. "$(dirname "$0")/common.sh"

python_packages optuna==5.0.0
python -W ignore >lines 2>/dev/null <<'CODE'
import optuna

study = optuna.create_study(direction="maximize")
for value in (30, 2.7):
    study.enqueue_trial({"x": value})
study.optimize(lambda trial: trial.suggest_int("x", 0, 9), n_trials=2)
print(*[(trial.params["x"], trial.state.name) for trial in study.trials], study.best_params["x"])
study = optuna.create_study(direction="maximize", sampler=optuna.samplers.GridSampler({"x": [1, 30]}, seed=1))
study.optimize(lambda trial: trial.suggest_int("x", 0, 9))
print(sorted(trial.params["x"] for trial in study.trials), study.best_params["x"])
study = optuna.create_study()
study.enqueue_trial({"x": True})
study.optimize(lambda trial: trial.suggest_categorical("x", [0, 1, "auto"]) == 1, n_trials=1)
print(study.trials[0].params["x"])
CODE
expect "enqueued 30 and 2.7 for 0 to 9, best" "(30, 'COMPLETE') (2, 'COMPLETE') 30" "$(sed -n 1p lines)"
expect "GridSampler of 1 and 30 for 0 to 9, best" "[1, 30] 30" "$(sed -n 2p lines)"
expect 'enqueued True for 0, 1, "auto"' 1 "$(sed -n 3p lines)"
finish
