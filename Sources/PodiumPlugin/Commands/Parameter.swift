public import PodiumCore

/// One thing a command takes: the only source of its parsing, range, message, help line and completion.
///
/// A positional is *what* (a column, a learner, a file), a key is *how* (`k=10`).
public struct Parameter<Value: Sendable>: Sendable {
  /// What of the parameter does not depend on its type.
  public let description: ParameterDescription
  package let parse: @Sendable ([ArgumentValue], ParsingScope) throws(Diagnostic) -> Value
  let fallback: Value?

  /// The name: of the key, or of the positional in the synopsis.
  public var name: String { description.name }

  init(
    _ description: ParameterDescription, fallback: Value?,
    parse: @escaping @Sendable ([ArgumentValue], ParsingScope) throws(Diagnostic) -> Value
  ) {
    self.description = description
    self.fallback = fallback
    self.parse = parse
  }
}

/// What the help, the completion and the checks know about a parameter.
public struct ParameterDescription: Sendable {
  /// How the parameter is given.
  public enum Form: Sendable, Equatable {
    /// By its place; `many` takes all that follow.
    case positional(many: Bool)
    /// As `name=value`.
    case key
  }

  public let name: String
  /// How it is given.
  public let form: Form
  /// Whether a command without it is an error.
  public let isRequired: Bool
  /// The type of its values, with their bounds.
  public let type: ParameterType
  /// The values allowed, as a phrase (`a whole number from 2 to 1000`).
  public let allowed: String
  /// The value when it is left out, as typed; nil where there is none.
  public let standard: String?
  /// One sentence for the help.
  public let help: String
  /// What can be offered while it is typed.
  public let completion: Completion
  /// Values it must refuse; the tests feed them to every command.
  public let invalid: [String]
  /// Earlier names, which scripts still use; help and completion offer only the current name.
  public internal(set) var formerNames: [String] = []

  /// Describes a parameter; what is not given follows from its type.
  init(
    _ name: String, _ form: Form = .key, isRequired: Bool = false, type: ParameterType = .text, allowed: String? = nil,
    standard: String? = nil, help: String, completion: Completion? = nil, invalid: [String] = []
  ) {
    (self.name, self.form, self.isRequired, self.type) = (name, form, isRequired, type)
    (self.standard, self.help, self.invalid) = (standard, help, invalid)
    self.allowed = allowed ?? type.phrase
    self.completion = completion ?? type.completion
  }

  /// Whether its words are names that `=` may join, as in `ski rank 1 A1=B2`.
  var takesTies = false

  /// Whether text that a key and `=` begin is one of its words: `keep type=number` names columns, and in a tie what is neither
  /// spelt as keys are, in small letters, nor almost as a key of the command is a name.
  func takes(_ key: String, besides keys: [String]) -> Bool {
    guard takesTies else { return key == "type" && takesColumns }
    let isSpeltAsKey = key.utf8.count > 1 && key.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    return !isSpeltAsKey && Suggestion.nearest(to: key, among: keys) == nil
  }

  /// Whether it takes any number of columns by place.
  var takesColumns: Bool {
    if case .column = type {
      form == .positional(many: true)
    } else {
      form == .positional(many: true) && completion.contains(.columns([]))
    }
  }

  /// Whether a key is its name, or was.
  package func isCalled(_ key: String) -> Bool { name == key || formerNames.contains(key) }
}

extension Parameter {
  /// The same key, which is understood by its earlier names too.
  public func formerly(_ names: String...) -> Parameter {
    var description = description
    description.formerNames = names
    return Parameter(description, fallback: fallback, parse: parse)
  }
}

/// What a completion can offer for a parameter.
public enum Completion: Sendable, Equatable {
  /// Nothing.
  case none
  /// Fixed words.
  case words([String])
  /// Columns of the current table, of some types (empty: all).
  case columns([ColumnType])
  /// Learners with their hyperparameters.
  case learners
  /// Files, and what else `load` takes.
  case data
  case files
  /// Names and numbers of results.
  case results
  /// Names and numbers of results that hold an output of one of these kinds.
  case resultsOf([String])
  /// Tables in memory.
  case tables
  /// Tables in memory, and results that hold one.
  case tablesOrResults
  /// What any of some completions offers.
  indirect case either([Completion])
  /// Words that depend on those before them.
  indirect case steps(CompletionSteps)
  /// What the help explains: verbs, learners, and topics by name with what each is about.
  case pages(topics: [String: String])
  /// Names of what the session or the workspace holds, by kind.
  case names(NamedThing)
  /// Names of settings.
  case settings
  /// What records of the workspace are named by, and some fixed words before them.
  case records([RecordNames], words: [String])
}

/// What follows what where one argument depends on those before it: the first word decides, as in `ski term snow Firn`.
public struct CompletionSteps: Sendable, Equatable {
  /// What the first word may be.
  public let first: Completion
  /// What may follow each of some first words, in order; nothing follows the last.
  public let after: [String: [Completion]]
  /// What may follow any other first word, in order.
  public let others: [Completion]

  /// Makes steps.
  public init(first: Completion, after: [String: [Completion]], others: [Completion] = []) {
    self.first = first
    self.after = after
    self.others = others
  }

  /// What may follow some words.
  package func next(after words: [String]) -> Completion {
    guard let word = words.first else { return first }
    let following = after[word] ?? others
    return words.count <= following.count ? following[words.count - 1] : .none
  }
}

extension Completion {
  /// Whether a number given there names a result.
  package var isOfResults: Bool {
    switch self {
    case .results, .resultsOf, .tablesOrResults: true
    case .steps(let steps): steps.first.isOfResults
    case .either(let all): all.contains(where: \.isOfResults)
    default: false
    }
  }

  /// Whether it offers what another one does.
  package func contains(_ other: Completion) -> Bool {
    switch self {
    case .either(let all): all.contains { $0.contains(other) }
    case .steps(let steps):
      steps.first.contains(other) || steps.after.values.contains { $0.contains { $0.contains(other) } }
    default: self == other
    }
  }
}

/// What is called by a name that a completion can offer.
public enum NamedThing: Sendable, Equatable {
  /// Evaluators of plugins.
  case evaluators
  /// Measures of the kind of target that is set, and evaluators.
  case measures
  /// Ways of resampling.
  case resamplings
  /// Ways to do jobs.
  case executors
  /// Ways to write outputs, and `auto`.
  case renderers
  /// Fitted models in memory.
  case models
  /// Models in the workspace.
  case savedModels
  /// Tables in the workspace.
  case savedTables
  /// Learners the user added.
  case addedLearners
  case importers
  /// Figures of plugins.
  case figures
}

/// A field whose values name records of a kind, as a completion offers them.
public struct RecordNames: Sendable, Equatable {
  public let kind: String
  /// The field of text that holds the names.
  public let field: String
  /// The field that is shown beside each, and written before names that several records have; nil for none.
  public let note: String?
  /// What must hold for a record to be offered.
  public let conditions: [RecordQuery.Condition]

  /// Names a field of a kind.
  public init(_ kind: String, _ field: String, note: String? = nil, where conditions: [RecordQuery.Condition] = []) {
    self.kind = kind
    self.field = field
    self.note = note
    self.conditions = conditions
  }
}

/// What a parameter may look at while it is parsed: names only, never files.
public struct ParsingScope: Sendable {
  /// The current table, where there is one.
  public let table: Table?
  /// The registered learners, importers and so on.
  public let registry: Registry
  let resolve: @Sendable (Reference, SourceSpan) throws(Diagnostic) -> String
  /// The value of a parameter of the notebook; nil where the name is not one of a parameter.
  let given: @Sendable (Reference) -> String?

  /// A single word, number or text; references are replaced by their value.
  public func text(_ item: ArgumentValue.Item) throws(Diagnostic) -> String {
    switch item.kind {
    case .word(let text), .quoted(let text): return text
    case .reference(let reference): return try resolve(reference, item.span)
    case .call(let name, _):
      throw Diagnostic("unexpected-brackets", "'\(name.text)' takes no parentheses here", span: item.span)
    }
  }

  /// The one item of a value that takes no list.
  public func single(_ value: ArgumentValue, _ name: String) throws(Diagnostic) -> String {
    guard let item = value.single else {
      throw Diagnostic("unexpected-list", "'\(name)' takes one value, not a list", span: value.span)
    }
    return try text(item)
  }

  /// The items of a list.
  public func list(_ value: ArgumentValue) throws(Diagnostic) -> [(text: String, span: SourceSpan)] {
    var out: [(text: String, span: SourceSpan)] = []
    for item in value.items { out.append((try text(item), item.span)) }
    return out
  }
}

extension Diagnostic {
  /// The error for a value outside of what a parameter allows.
  public static func badValue(
    _ name: String, _ found: String, allowed: String, span: SourceSpan?
  ) -> Diagnostic {
    Diagnostic(
      "bad-value", "'\(name)' must be \(allowed), not \(Abridged.quoted(found))", span: span, subject: name)
  }
}
