internal import PodiumCore
internal import PodiumLearn

/// A learner as its program declares it.
struct LearnerEntry: Sendable {
  let key: String
  let summary: String
  var hyperparameters: [Hyperparameter] = []
  let capabilities: Capabilities
  var reference = ""
}

extension LearnerEntry {
  /// Reads an entry of `registers.learners`.
  init(_ fields: WireFields) throws(Diagnostic) {
    key = try fields.required("key")
    summary = try fields.required("summary")
    reference = try fields.text("reference") ?? "defined by the plugin"
    let words = try fields.texts("targets") ?? ["classes"]
    for word in words where TargetKind(rawValue: word) == nil {
      throw fields.bad("'targets' cannot hold '\(word)'", TargetKind.allCases.map(\.rawValue))
    }
    let targets = TargetKind.allCases.filter { words.contains($0.rawValue) }
    guard !targets.isEmpty else { throw fields.bad("'targets' is empty") }
    capabilities = Capabilities(
      targets: targets, probabilities: try fields.flag("probabilities") ?? false,
      needsScaling: try fields.flag("scale") ?? false, isStochastic: try fields.flag("stochastic") ?? true)
    var hyperparameters: [Hyperparameter] = []
    for entry in try fields.list("hyperparameters", "hyperparameter") {
      hyperparameters.append(try LearnerEntry.hyperparameter(entry))
    }
    self.hyperparameters = hyperparameters
  }

  private enum Kind: String, CaseIterable {
    case integer, number, choice, flag, integers
  }

  private static func hyperparameter(_ fields: WireFields) throws(Diagnostic) -> Hyperparameter {
    let name = try fields.required("name")
    let isPlain = name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    guard isPlain else { throw fields.bad("a name must consist of lower-case letters, digits and hyphens") }
    guard let word = try fields.choice("kind", Kind.self) else {
      throw fields.bad("'kind' is missing", Kind.allCases.map(\.rawValue))
    }
    let kind: Hyperparameter.Kind
    switch word {
    case .integer: kind = .integer(try wholeRange(fields))
    case .integers:
      let count = try fields.integer("count") ?? 16
      guard (1...1000).contains(count) else { throw fields.bad("'count' must be from 1 to 1000") }
      kind = .integers(try wholeRange(fields), maxCount: count)
    case .number:
      let low = try fields.number("min") ?? -Double.greatestFiniteMagnitude
      let high = try fields.number("max") ?? .greatestFiniteMagnitude
      guard low <= high else { throw fields.bad("'min' is greater than 'max'") }
      kind = .number(low...high, exclusiveLow: try fields.flag("above-min") ?? false)
    case .choice:
      guard let words = try fields.texts("choices"), !words.isEmpty else { throw fields.bad("'choices' is missing") }
      kind = .choice(words)
    case .flag: kind = .flag
    }
    let help = try fields.text("help") ?? name
    let draft = Hyperparameter(name, kind, defaultValue: .unset, help: help)
    guard let given = fields["default"] else { throw fields.bad("'default' is missing") }
    do throws(Diagnostic) {
      return Hyperparameter(name, kind, defaultValue: try draft.parse(typed(given)), help: help)
    } catch {
      throw fields.bad("its default is not allowed: " + error.message)
    }
  }

  private static func wholeRange(_ fields: WireFields) throws(Diagnostic) -> ClosedRange<Int> {
    let (low, high) = (try fields.integer("min") ?? .min, try fields.integer("max") ?? .max)
    guard low <= high else { throw fields.bad("'min' is greater than 'max'") }
    return low...high
  }

  /// A JSON value as a user would type it.
  static func typed(_ value: JSONValue) -> String {
    switch value {
    case .bool(let flag): flag ? "yes" : "no"
    case .string(let text): text
    case .array(let items): items.map(typed).joined(separator: ",")
    default: value.text
    }
  }
}

extension HyperparameterValue {
  /// The value as a request holds it.
  var json: JSONValue {
    switch self {
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .text(let value): .string(value)
    case .flag(let value): .bool(value)
    case .integers(let values): .array(values.map { .integer($0) })
    case .unset: .null
    }
  }
}
