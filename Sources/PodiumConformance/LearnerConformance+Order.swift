internal import PodiumCore
internal import PodiumLearn

/// Checks that compare two models of the same facts.
extension LearnerTrial {
  /// Classes in another order, rows as they were: the same names must be predicted.
  ///
  /// The fixture has no equal shares or votes, which may go to the first class.
  func classOrder() throws -> [String] {
    guard kind == .classes else { return [] }
    let table = try LearnerFixtures.table()
    guard let names = table["kind"]?.categorical else { return ["the fixture has no classes"] }
    let turned = try table.setting(Column("kind", .ordered(names.reordered([2, 0, 1])), role: .ignored))
    let (first, second) = (try LearnerFixtures.task(table, kind), try LearnerFixtures.task(turned, kind))
    return try classNames(first) == classNames(second) ? [] : ["other classes are predicted"]
  }

  private func classNames(_ task: LearningTask) throws -> [String] {
    let fitted = try fit(task)
    guard case .classes(let codes, _) = try fitted.model.predict(fitted.features) else { return [] }
    return codes.compactMap { task.classes?.classes[$0] }
  }

  /// Rows in another order: the same predictions, numbers to 1e-9.
  func rowOrder() throws -> [String] {
    let table = try LearnerFixtures.table()
    var order = Array(0..<table.rowCount)
    var random = RandomSource(seed: 3)
    random.shuffle(&order)
    let plain = try fit(LearnerFixtures.task(table, kind))
    let turned = try fit(LearnerFixtures.task(table, kind, rows: order))
    let probe = plain.features
    switch (
      try plain.model.predict(probe), try turned.model.predict(turned.recipe.apply(frame(table)).matrix())
    ) {
    case (.classes(let a, _), .classes(let b, _)): return a == b ? [] : ["other classes are predicted"]
    case (.numbers(let a), .numbers(let b)):
      return zip(a, b).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($0)) }
        ? [] : ["other numbers are predicted"]
    default: return ["it predicts the wrong kind"]
    }
  }

  private func frame(_ table: Table) throws(Diagnostic) -> FeatureFrame {
    try LearnerFixtures.task(table, kind).frame
  }

  func savedModel() throws -> [String] {
    let fitted = try fit(LearnerFixtures.task(LearnerFixtures.table(), kind))
    let bytes = try archive.encode(fitted.model)
    let read = definition.revive(try archive.decode(definition.modelType, bytes))
    var problems: [String] = []
    if try read.predict(fitted.features) != fitted.model.predict(fitted.features) {
      problems.append("it predicts differently after it was read back")
    }
    if try archive.encode(read) != bytes { problems.append("it is saved differently after it was read back") }
    return problems
  }

  func undeclaredTarget() throws -> [String] {
    var problems: [String] = []
    for other in TargetKind.allCases where !definition.capabilities.predicts(other) {
      let task = try LearnerFixtures.task(LearnerFixtures.table(), other)
      let spec = try definition.spec()
      let found = code { () throws(Diagnostic) in
        _ = try EvaluationPlan(
          task: task, recipe: LearnerFixtures.recipe, learners: [spec], from: learners,
          resampling: ResamplingSpec(.kfold, k: 2), version: "conformance")
      }
      if found != "wrong-target" { problems.append("a plan with \(other.rawValue) is made") }
    }
    return problems
  }
}
