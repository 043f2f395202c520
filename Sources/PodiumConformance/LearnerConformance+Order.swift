internal import PodiumCore
internal import PodiumLearn

/// Checks that compare two models of the same data.
extension LearnerTrial {
  /// The same rows with the classes in another order must give the same predicted names.
  ///
  /// The fixture has no ties, which may go to the first class.
  func classOrder() throws -> [String] {
    guard kind == .classes, !definition.capabilities.needsOrder else { return [] }
    let table = sample.table
    guard let names = table[sample.classes]?.categorical else { return ["the sample has no classes"] }
    let turned = try table.setting(Column(sample.classes, .ordered(names.reordered([2, 0, 1])), role: .ignored))
    let (first, second) = (try sample.task(table, kind), try sample.task(turned, kind))
    return try classNames(first) == classNames(second) ? [] : ["the predicted classes differ"]
  }

  private func classNames(_ task: LearningTask) throws -> [String] {
    let fitted = try fit(task)
    guard case .classes(let codes, _) = try fitted.model.predict(fitted.features) else { return [] }
    return codes.compactMap { task.classes?.classes[$0] }
  }

  /// The same rows in another order must give the same predictions, numbers within 1e-9.
  func rowOrder() throws -> [String] {
    let table = sample.table
    var order = Array(0..<table.rowCount)
    var random = RandomSource(seed: 3)
    random.shuffle(&order)
    let plain = try fit(sample.task(table, kind))
    let turned = try fit(sample.task(table, kind, rows: order))
    let probe = plain.features
    switch (
      try plain.model.predict(probe), try turned.model.predict(turned.recipe.apply(frame(table)).matrix())
    ) {
    case (.classes(let a, _), .classes(let b, _)): return a == b ? [] : ["the predicted classes differ"]
    case (.numbers(let a), .numbers(let b)):
      return zip(a, b).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($0)) }
        ? [] : ["the predicted numbers differ"]
    default: return ["it predicts the wrong kind of target"]
    }
  }

  private func frame(_ table: Table) throws(Diagnostic) -> FeatureFrame {
    try sample.task(table, kind).frame
  }

  func savedModel() throws -> [String] {
    let fitted = try fit(sample.task(sample.table, kind))
    let bytes = try archive.encode(fitted.model)
    let read = definition.revive(try archive.decode(definition.modelType, bytes))
    var problems: [String] = []
    if try read.predict(fitted.features) != fitted.model.predict(fitted.features) {
      problems.append("its predictions differ after saving and loading")
    }
    if try archive.encode(read) != bytes { problems.append("saving it again gives different bytes") }
    return problems
  }

  func undeclaredTarget() throws -> [String] {
    var problems: [String] = []
    for other in TargetKind.allCases where !definition.capabilities.predicts(other) {
      let task = try sample.task(sample.table, other)
      let spec = try definition.spec()
      let found = code { () throws(Diagnostic) in
        _ = try EvaluationPlan(
          task: task, recipe: LearnerSample.recipe, learners: [spec], from: learners,
          resampling: ResamplingSpec(.kfold, k: 2), version: "conformance")
      }
      if found != "wrong-target" {
        problems.append("an evaluation with \(other.rawValue) must be refused with wrong-target")
      }
    }
    return problems
  }
}
