internal import PodiumPlugin

/// Suggestions for the next step, shown below a command's output once per session, and only at the prompt.
enum Hints {
  /// The next step for each verb.
  static let steps = [
    "load": "next: 'describe' shows the columns, 'label COLUMN' chooses what to predict",
    "label": "next: 'cv tree k=10' estimates how well it can be predicted",
    "encode": "next: 'recipe' shows the steps, 'cv' refits them in each fold",
    "cv": "next: 'confusion' shows which classes get confused, 'compare tree zeror' shows whether it beats guessing",
    "confusion": "next: 'compare LEARNER LEARNER' evaluates learners on the same folds",
    "compare": "next: 'fit LEARNER as NAME' fits a model on all rows, 'predict NAME' uses it",
    "fit": "next: 'predict' applies it to rows, 'model save' keeps it",
    "save": "next: 'load NAME' loads it again, 'datasets' lists all tables",
  ]
}

extension Interpreter {
  /// The hint after a verb, if it was not given before.
  mutating func hint(after verb: String) -> String? {
    guard isInteractive, state.settings.hints, session.isForReading, sourceDepth == 0,
      let step = Hints.steps[verb],
      givenHints.insert(verb).inserted
    else { return nil }
    return step + (givenHints.count == 1 ? "; 'set hints=no' turns hints off" : "")
  }
}
