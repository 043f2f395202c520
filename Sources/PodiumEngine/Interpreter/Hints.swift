internal import PodiumPlugin

/// What an analyst may want next, said below a command's output once a session, and only to a person at the prompt.
enum Hints {
  /// The next step by the verb that was run.
  static let steps = [
    "load": "next: describe shows the columns, label COLUMN says what to predict",
    "label": "next: cv tree k=10 says how well that can be predicted",
    "encode": "next: recipe shows the steps, cv refits them in each fold",
    "cv": "next: confusion shows which classes are mistaken, compare tree zeror whether it beats guessing",
    "confusion": "next: compare LEARNER LEARNER puts learners on the same folds",
    "compare": "next: fit LEARNER as NAME keeps one, predict NAME uses it",
    "fit": "next: predict says what it makes of rows, model save keeps it",
    "save": "next: load NAME brings it back, datasets lists what is there",
  ]
}

extension Interpreter {
  /// The hint behind a verb where one is due; it is not given again.
  mutating func hint(after verb: String) -> String? {
    guard isInteractive, state.settings.hints, session.isForReading, sourceDepth == 0,
      let step = Hints.steps[verb],
      givenHints.insert(verb).inserted
    else { return nil }
    return step + (givenHints.count == 1 ? "; set hints=no leaves such lines out" : "")
  }
}
