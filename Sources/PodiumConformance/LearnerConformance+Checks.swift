internal import PodiumCore
internal import PodiumLearn

extension LearnerTrial {
  func problems(_ check: LearnerConformance.Check) throws -> [String] {
    switch check {
    case .catalogueEntry: return catalogueEntry()
    case .badValues: return badValues()
    case .sameSeed: return try sameSeed()
    case .threads: return try threads()
    case .processes: return try processes()
    case .inputUntouched: return try inputUntouched()
    case .singleRow: return try singleRow()
    case .singleClass: return try singleClass()
    case .constantColumn: return try constantColumn()
    case .unseenCategory: return try unseenCategory()
    case .missingValues: return try missingValues()
    case .noRows: return try noRows()
    case .wrongWidth: return try wrongWidth()
    case .probabilities: return try probabilities()
    case .classOrder: return try classOrder()
    case .rowOrder: return try rowOrder()
    case .savedModel: return try savedModel()
    case .undeclaredTarget: return try undeclaredTarget()
    case .trainingColumns: return try trainingColumns()
    case .cancellation: return try cancellation()
    }
  }

  private func catalogueEntry() -> [String] {
    var problems: [String] = []
    if definition.summary.isEmpty || definition.summary.last == "." {
      problems.append("the summary is empty or ends in a full stop")
    }
    if definition.reference.isEmpty { problems.append("there is no reference") }
    var seen: Set<String> = []
    for one in definition.hyperparameters {
      if !seen.insert(one.name).inserted { problems.append("'\(one.name)' is declared twice") }
      if one.help.isEmpty || one.help.last == "." {
        problems.append("the help of '\(one.name)' is empty or ends in a full stop")
      }
      let isPlain = one.name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
      if !isPlain || one.name.isEmpty { problems.append("'\(one.name)' is not in lower case with hyphens") }
      if (try? one.parse(one.defaultValue.text)) != one.defaultValue {
        problems.append("'\(one.name)' does not accept its own default '\(one.defaultValue.text)'")
      }
    }
    return problems
  }

  private func badValues() -> [String] {
    var problems: [String] = []
    for one in definition.hyperparameters {
      for text in one.invalidExamples() {
        if let found = code({ () throws(Diagnostic) in _ = try definition.spec([(one.name, text)]) }) {
          if found != "bad-value" { problems.append("'\(one.name)=\(text)' is refused with \(found), not bad-value") }
        } else {
          problems.append("'\(one.name)=\(text)' is accepted, but must be refused")
        }
      }
    }
    if code({ () throws(Diagnostic) in _ = try definition.spec([("no-such-name", "1")]) })
      != "unknown-hyperparameter"
    {
      problems.append("an unknown hyperparameter is accepted")
    }
    return problems
  }

  private func sameSeed() throws -> [String] {
    let task = try sample.task(sample.table, kind)
    let (first, second) = (try archive.encode(fit(task).model), try archive.encode(fit(task).model))
    return first == second ? [] : ["two fits gave different models"]
  }

  private func threads() throws -> [String] {
    let task = try sample.task(sample.table, kind)
    let serial = try evaluation(task, threads: 1)
    var problems = serial.failures.map { "fold \($0.fold + 1) failed: \($0.diagnostic.message)" }
    for threads in [2, 5] where try evaluation(task, threads: threads) != serial {
      problems.append("\(threads) threads give a different evaluation than 1")
    }
    let (one, three) = (try fit(task), try fit(task, threads: 3))
    if try archive.encode(one.model) != archive.encode(three.model) {
      problems.append("a fit on 3 threads gives a different model than on 1")
    }
    if try one.model.predict(one.features, threads: 3) != one.model.predict(one.features) {
      problems.append("3 threads predict differently than 1")
    }
    return problems
  }

  private func inputUntouched() throws -> [String] {
    let task = try sample.task(sample.table, kind)
    let before = (task.table, task.frame, task.target)
    let fitted = try fit(task)
    let features = fitted.features
    _ = try fitted.model.predict(features)
    // The language prevents this, unless a learner writes through unsafe pointers.
    let fresh = try sample.task(sample.table, kind)
    let same = before.0 == fresh.table && before.1 == fresh.frame && before.2 == fresh.target
    return same && task.frame == fresh.frame ? [] : ["fitting changed its input"]
  }

  private func singleRow() throws -> [String] {
    let task = try sample.task(sample.table, kind, rows: [4])
    let fitted = try fit(task)
    let prediction = try fitted.model.predict(fitted.features)
    switch (prediction, task.target) {
    case (.classes(let codes, _), _): return codes == [0] ? [] : ["the prediction is not the only class"]
    case (.numbers(let values), .numbers(let truth)):
      return values.count == 1 && abs(values[0] - truth[0]) <= 1e-6 * max(1, abs(truth[0]))
        ? [] : ["the prediction is \(values), but the only training row has \(truth)"]
    default: return ["it predicts the wrong kind of target"]
    }
  }

  private func singleClass() throws -> [String] {
    let codes = try sample.task(sample.table, .classes).classes?.codes ?? []
    let rows = codes.indices.filter { codes[$0] == codes[0] }
    let task = try sample.task(sample.table, kind, rows: rows)
    let fitted = try fit(task)
    if case .classes(let codes, _) = try fitted.model.predict(fitted.features) {
      return codes == [Int](repeating: 0, count: rows.count)
        ? [] : ["it predicts something other than the only class"]
    }
    return []
  }

  private func constantColumn() throws -> [String] {
    let table = sample.table
    let constant = Column("constant", .number([Double](repeating: 0.1, count: table.rowCount)))
    let plain = try fit(sample.task(table, kind))
    let task = try sample.task(table.setting(constant), kind)
    let fitted = try fit(task)
    let (a, b) = (try plain.model.predict(plain.features), try fitted.model.predict(fitted.features))
    return isFinite(b) && b.rowCount == a.rowCount ? [] : ["a prediction is missing or not finite"]
  }

  private func unseenCategory() throws -> [String] {
    let table = sample.table
    let fitted = try fit(sample.task(table, kind))
    let strange = Categorical([String?](repeating: "ultraviolet", count: table.rowCount))
    let other = try sample.task(table.setting(Column(sample.categoryFeature, .category(strange))), kind)
    let prediction = try fitted.model.predict(fitted.recipe.apply(other.frame).matrix())
    return isFinite(prediction) && prediction.rowCount == table.rowCount
      ? [] : ["a prediction is missing or not finite"]
  }

  private func missingValues() throws -> [String] {
    var problems: [String] = []
    let table = sample.table
    var values = table[sample.numberFeature]?.numbers ?? []
    values[5] = .nan
    let gappy = try sample.task(table.setting(Column(sample.numberFeature, .number(values))), kind)
    if definition.capabilities.takesMissing {
      let fitted = try fit(gappy)
      var features = fitted.features
      for column in 0..<features.columns { features[2, column] = .nan }
      let prediction = try fitted.model.predict(features)
      return isFinite(prediction) && prediction.rowCount == table.rowCount
        ? [] : ["it declares that it takes missing values, but a prediction is missing or not finite"]
    }
    var refusal: Diagnostic?
    do { _ = try fit(gappy) } catch { refusal = error }
    if refusal?.code != "missing-values" || refusal?.help == nil {
      problems.append("training rows with a missing value must be refused with missing-values and a help text")
    }
    let fitted = try fit(sample.task(table, kind))
    var features = fitted.features
    features[2, 0] = .nan
    let rows = features
    if code({ () throws(Diagnostic) in _ = try fitted.model.predict(rows) }) != "missing-values" {
      problems.append("a test row with a missing value must be refused with missing-values")
    }
    return problems
  }

  private func noRows() throws -> [String] {
    let fitted = try fit(sample.task(sample.table, kind))
    let none = Matrix(rows: 0, columns: fitted.features.columns)
    return try fitted.model.predict(none).rowCount == 0 ? [] : ["it gives predictions for no rows"]
  }

  private func wrongWidth() throws -> [String] {
    let fitted = try fit(sample.task(sample.table, kind))
    let narrow = Matrix(rows: 2, columns: fitted.features.columns - 1)
    let found = code { () throws(Diagnostic) in _ = try fitted.model.predict(narrow) }
    return found == "wrong-width" ? [] : ["a row with another number of columns must be refused with wrong-width"]
  }

  private func probabilities() throws -> [String] {
    guard kind == .classes else { return [] }
    let task = try sample.task(sample.table, kind)
    let fitted = try fit(task)
    guard case .classes(let codes, let found) = try fitted.model.predict(fitted.features) else {
      return ["it predicts numbers"]
    }
    guard let found else {
      return definition.capabilities.probabilities ? ["it gives none, although it declares them"] : []
    }
    if !definition.capabilities.probabilities { return ["it gives some, although it does not declare them"] }
    var problems: [String] = []
    if found.rows != codes.count || found.columns != 3 {
      return ["their matrix has the wrong size: \(found.rows) × \(found.columns)"]
    }
    for row in 0..<found.rows {
      let values = found.row(row)
      let sum = values.reduce(0, +)
      if !values.allSatisfy({ (0...1).contains($0) }) {
        problems.append("row \(row) has one outside 0 to 1")
      }
      if !(abs(sum - 1) <= 1e-6) { problems.append("row \(row) sums to \(sum)") }
    }
    return problems
  }

  private func cancellation() throws -> [String] {
    let flag = Cancellation()
    flag.cancel()
    let task = try sample.task(sample.table, kind)
    let found = code { () throws(Diagnostic) in _ = try fit(task, cancellation: flag) }
    return found == "interrupted" ? [] : ["it does not stop"]
  }
}

extension LearnerTrial {
  /// The error code that a closure throws; nil if it throws nothing.
  func code(_ work: () throws(Diagnostic) -> Void) -> String? {
    do {
      try work()
      return nil
    } catch {
      return error.code
    }
  }

  func isFinite(_ prediction: Prediction) -> Bool {
    switch prediction {
    case .classes(let codes, let probabilities):
      codes.allSatisfy { (0..<3).contains($0) } && (probabilities?.elements.allSatisfy(\.isFinite) ?? true)
    case .numbers(let values): values.allSatisfy(\.isFinite)
    }
  }
}
