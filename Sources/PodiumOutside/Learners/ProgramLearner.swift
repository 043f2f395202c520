internal import PodiumCore
internal import PodiumLearn
internal import PodiumWire

/// An external learner: it keeps the training rows, and fits and predicts in one request.
struct ProgramLearner: Learner {
  let entry: LearnerEntry
  let values: HyperparameterValues
  let program: OutsideProgram

  /// Keeps the rows; the program is not called until rows are to be predicted.
  func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
    try cancellation.check()
    return ProgramModel(
      learner: entry.key, settings: values.entries.map { .init(name: $0.name, value: $0.value) },
      training: data.features,
      featureNames: data.featureNames, target: data.target,
      // The top 53 bits: every language has numbers that can represent them.
      seed: Int(seed.value >> 11), probabilities: entry.capabilities.probabilities, program: program)
  }

  /// The catalogue entry of a program's learner under a key.
  static func definition(_ entry: LearnerEntry, key: String, program: OutsideProgram) -> LearnerDefinition {
    let identity = program.launch.identity
    return LearnerDefinition(
      key: key, summary: entry.summary, hyperparameters: entry.hyperparameters,
      capabilities: entry.capabilities, reference: entry.reference, identity: identity,
      modelType: ProgramModel.self,
      make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in
        // Checked before any fold starts.
        try program.host.requireTrust(program.launch.name)
        return ProgramLearner(entry: entry, values: values, program: program)
      },
      revive: { ($0 as? ProgramModel)?.running(program) ?? $0 },
      program: { program.description(of: entry, key: key, identity: identity) })
  }

  /// The learner of a program that another process described; the program is not started yet.
  static func definition(_ described: LearnerProgram, host: OutsideHost) throws(Diagnostic) -> LearnerDefinition {
    let greeting = try described.greeting.map { (text) throws(Diagnostic) in
      try Handshake(try JSONReader.value(Array(text.utf8)), name: described.name)
    }
    let program = OutsideProgram(
      .init(
        name: described.name, command: described.command, folder: described.folder, megabytes: described.megabytes,
        seconds: described.seconds, remedy: described.remedy, environment: described.environment),
      host: host, greeting: greeting)
    let entry = LearnerEntry(
      key: described.declaredKey, summary: "", hyperparameters: described.hyperparameters,
      capabilities: described.capabilities)
    return definition(entry, key: described.key, program: program)
  }
}

extension OutsideProgram {
  /// What another process needs to start this program for a learner; nil if programs may not be started.
  fileprivate func description(of entry: LearnerEntry, key: String, identity: String) -> LearnerProgram? {
    guard (try? host.requireTrust(launch.name)) != nil else { return nil }
    return LearnerProgram(
      key: key, declaredKey: entry.key, name: launch.name, command: launch.command,
      folder: Folder.resolved(launch.folder),
      megabytes: launch.megabytes, seconds: host.seconds(launch.seconds), remedy: launch.remedy,
      greeting: greeting?.text, hyperparameters: entry.hyperparameters, capabilities: entry.capabilities,
      identity: identity, environment: launch.environment)
  }
}

/// The model of an external learner: its training rows, which are sent along with the rows to predict.
struct ProgramModel: Model {
  struct Setting: Sendable, Codable, Equatable {
    let name: String
    let value: HyperparameterValue
  }

  let learner: String
  let settings: [Setting]
  let training: Matrix
  let featureNames: [String]
  let target: Target
  let seed: Int
  let probabilities: Bool
  /// Not saved: a file must not decide what is started.
  var program: OutsideProgram?

  private enum CodingKeys: String, CodingKey {
    case learner, settings, training, featureNames, target, seed, probabilities
  }

  var byteCount: Int { (training.elements.count + target.rowCount) * MemoryLayout<Double>.stride }

  func running(_ program: OutsideProgram) -> ProgramModel {
    var copy = self
    copy.program = program
    return copy
  }

  func predicts(classes: Int?) -> Bool {
    switch target {
    case .classes(let target): classes == target.classes.count
    case .numbers: classes == nil
    }
  }

  func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(featureNames.count)
    guard training.columns == featureNames.count, training.rows == target.rowCount else {
      throw Diagnostic("damaged-model", "the saved model of '\(learner)' is inconsistent")
    }
    if features.rows == 0 { return nothing }
    guard let program else {
      throw Diagnostic(
        "no-program", "the model of '\(learner)' needs its program, which is not available",
        help: "'learner add' adds it again")
    }
    return try prediction(program.request("learn", request(features)).value, of: program, rows: features.rows)
  }

  /// Reads an answer; throws `bad-reply`.
  func prediction(_ reply: JSONValue, of program: OutsideProgram, rows: Int) throws(Diagnostic) -> Prediction {
    let fields = WireFields(value: reply, program: program.launch.name, what: "")
    switch target {
    case .classes(let target): return try classes(fields, target, rows: rows)
    case .numbers: return try numbers(fields, rows: rows)
    }
  }

  /// The first training rows, as rows to predict.
  var probe: Matrix { training.selecting(rows: Array(0..<min(3, training.rows))) }

  private var nothing: Prediction {
    switch target {
    case .numbers: .numbers([])
    case .classes(let target):
      .classes([], probabilities: probabilities ? Matrix(rows: 0, columns: target.classes.count) : nil)
    }
  }

  func request(_ features: Matrix) -> [UInt8] {
    var name = "target"
    while featureNames.contains(name) { name += "_" }
    func columns(_ matrix: Matrix) -> [Column] {
      featureNames.enumerated().map { Column($1, .number(matrix.column($0)), role: .feature) }
    }
    var out: [UInt8] = []
    out.appendMember("learner", text: learner)
    out.appendMember("target", text: name)
    if case .classes(let target) = target {
      out.appendMember("classes") { $0.appendJSON(list: target.classes) { $1.appendJSON($0) } }
    }
    out.appendMember("seed", value: .integer(seed))
    out.appendMember("settings", value: .object(settings.map { ($0.name, $0.value.json) }))
    out.appendMember("train") {
      TableWriting.write(rows: training.rows, columns(training) + [targetColumn(name)], to: &$0)
    }
    out.appendMember("test") { TableWriting.write(rows: features.rows, columns(features), to: &$0) }
    return out
  }

  private func targetColumn(_ name: String) -> Column {
    switch target {
    case .numbers(let values): return Column(name, .number(values), role: .target)
    case .classes(let target):
      let values = Categorical(levels: target.classes, codes: target.codes.map { Int32(clamping: $0) })
      return Column(name, target.isOrdered ? .ordered(values) : .category(values), role: .target)
    }
  }

  private func predicted(_ fields: WireFields, rows: Int) throws(Diagnostic) -> [JSONValue] {
    guard let list = fields["predicted"]?.array else { throw fields.bad("it has no list 'predicted'") }
    guard list.count == rows else {
      throw fields.bad("'predicted' has \(list.count.counted("value")) for \(rows.counted("test row"))")
    }
    return list
  }

  private func numbers(_ fields: WireFields, rows: Int) throws(Diagnostic) -> Prediction {
    var out: [Double] = []
    for (row, value) in try predicted(fields, rows: rows).enumerated() {
      guard let number = value.number else {
        throw fields.bad("'predicted' has \(String(value.text.prefix(60))) for row \(row + 1) instead of a number")
      }
      out.append(number)
    }
    return .numbers(out)
  }

  private func classes(_ fields: WireFields, _ target: ClassTarget, rows: Int) throws(Diagnostic) -> Prediction {
    let places = Dictionary(target.classes.enumerated().map { ($1, $0) }) { first, _ in first }
    var codes: [Int] = []
    for (row, value) in try predicted(fields, rows: rows).enumerated() {
      // Many libraries return classes named 0 and 1 as numbers.
      guard let code = places[value.string ?? value.text] else {
        throw fields.bad(
          "'predicted' has \(String(value.text.prefix(60))) for row \(row + 1), which is not a class",
          Array(target.classes.prefix(12)))
      }
      codes.append(code)
    }
    guard probabilities else { return .classes(codes, probabilities: nil) }
    return .classes(codes, probabilities: try shares(fields, target.classes.count, rows: rows))
  }

  /// The probabilities as the program gave them.
  ///
  /// Dividing them by a sum that is 1 within rounding would order equal ones, and change the figures that depend on ties.
  private func shares(_ fields: WireFields, _ classes: Int, rows: Int) throws(Diagnostic) -> Matrix {
    guard let list = fields["probabilities"]?.array, list.count == rows else {
      throw fields.bad("'probabilities' is not a list with a row for each test row")
    }
    var elements: [Double] = []
    elements.reserveCapacity(rows * classes)
    for (row, item) in list.enumerated() {
      let values = (item.array ?? []).compactMap(\.number)
      guard values.count == classes, item.array?.count == classes else {
        throw fields.bad("'probabilities' of row \(row + 1) are not \(classes.counted("number"))")
      }
      let sum = values.reduce(0, +)
      guard values.allSatisfy({ (0...1.000001).contains($0) }), abs(sum - 1) <= 1e-6 else {
        throw fields.bad(
          "'probabilities' of row \(row + 1) must be from 0 to 1 and sum to 1, not to \(NumberText.significant(sum, 6))"
        )
      }
      elements += values.map { min($0, 1) }
    }
    return Matrix(rows: rows, columns: classes, elements: elements)
  }
}
