public import PodiumCore

/// A command line checked against its signature: typed values, the rows it is about, where things were typed.
public struct Call: Sendable {
  /// The command as parsed.
  public let syntax: CommandSyntax
  /// The verb in full, as its signature names it.
  public let verb: String
  /// Keys a signature with `openKeys` passes on.
  public let otherKeys: [Argument]
  /// The rows that `if` and `in` choose, in order; nil for all.
  public var rows: [Int]? { chosen.rows }
  /// The same, perhaps not yet as a list.
  package let chosen: ChosenRows
  /// How many rows were left out because the condition was missing there.
  public let missingRows: Int
  /// The columns after `by`.
  public let groups: [String]
  /// Whether it is about one group of `by`, whose outputs are stacked with those of others.
  package private(set) var isOfGroup = false
  private let values: [String: any Sendable]
  private let spans: [String: SourceSpan]

  /// The value of a parameter of this command's signature.
  public subscript<Value>(_ parameter: Parameter<Value>) -> Value {
    if let value = values[parameter.name] as? Value { return value }
    guard let fallback = parameter.fallback else {
      preconditionFailure("'\(verb)' reads '\(parameter.name)', which its signature does not require")
    }
    return fallback
  }

  /// Where a parameter was typed, or nil when it was left out.
  public func span<Value>(of parameter: Parameter<Value>) -> SourceSpan? { spans[parameter.name] }

  /// Those of some keys that were typed, with where.
  public func typed(_ keys: [String]) -> [(key: String, span: SourceSpan)] {
    keys.compactMap { key in spans[key].map { (key, $0) } }
  }

  /// Whether a parameter was typed.
  public func has<Value>(_ parameter: Parameter<Value>) -> Bool { spans[parameter.name] != nil }

  /// The place of the verb.
  public var verbSpan: SourceSpan { syntax.verb.span }

  /// The same call about other rows.
  package func about(rows: [Int]) -> Call {
    var call = Call(
      syntax: syntax, verb: verb, otherKeys: otherKeys, chosen: ChosenRows(rows), missingRows: missingRows, groups: [],
      values: values, spans: spans)
    call.isOfGroup = true
    return call
  }
}

extension Call {
  /// Checks a parsed command against a signature.
  ///
  /// Throws on unknown keys, missing and surplus arguments and values out of range, before any work starts.
  public init(
    _ syntax: CommandSyntax, by: [Word], signature: Signature, scope: ParsingScope,
    rows: [Int]?, missingRows: Int
  ) throws(Diagnostic) {
    try self.init(
      syntax, by: by, signature: signature, scope: scope, chosen: ChosenRows(rows), missingRows: missingRows)
  }

  /// The same about rows that are perhaps not yet a list.
  package init(
    _ syntax: CommandSyntax, by: [Word], signature: Signature, scope: ParsingScope,
    chosen: ChosenRows, missingRows: Int
  ) throws(Diagnostic) {
    let given = try GivenArguments(syntax, signature)
    var values: [String: any Sendable] = [:]
    for parsed in signature.parameters {
      let parameter = parsed.description
      if let given = given.values[parameter.name] {
        values[parameter.name] = try parsed.parse(given, scope)
      } else if parameter.isRequired {
        throw Diagnostic(
          "missing-argument",
          "'\(signature.name)' needs \(parameter.name.uppercased()): \(parameter.allowed)",
          span: SourceSpan(syntax.verb.span.end, syntax.verb.span.end + 1),
          help: "write: " + signature.synopsis)
      }
    }
    self.init(
      syntax: syntax, verb: signature.name, otherKeys: given.others, chosen: chosen, missingRows: missingRows,
      groups: by.map(\.text), values: values, spans: given.spans)
  }
}
