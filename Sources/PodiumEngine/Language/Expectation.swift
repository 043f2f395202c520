internal import PodiumCore
internal import PodiumPlugin

/// The beginning of a word that is being typed.
struct Partial: Equatable {
  /// Where it begins, at its quote if it has one.
  var start: Int
  /// The typed part, without the quote and with escapes resolved.
  var text: String
  /// The quote it is in, while that is open.
  var quote: Unicode.Scalar?

  /// Whether it begins like a reference to a result.
  var isReference: Bool { quote == nil && text.hasPrefix("$") }

  init(_ start: Int, _ text: String = "", quote: Unicode.Scalar? = nil) {
    self.start = start
    self.text = text
    self.quote = quote
  }
}

/// What the grammar expects at the end of an unfinished text.
enum Expectation {
  /// Something new or unknown.
  case nothing
  /// A file, with one of these extensions if there are any.
  case file(Partial)
  /// What `?` explains.
  case help(Partial)
  /// The first word of a command, or a prefix.
  case verb(Partial)
  /// The next word of a verb; also an argument, if the words before it are a complete verb.
  case nextWord(head: String, ArgumentPlace?, Partial)
  /// A column after `by`.
  case group(Partial, taken: [String])
  /// The `=` after the column of `COLUMN = EXPR`.
  case equals(Partial)
  /// An argument: a positional, a key, a clause.
  case argument(ArgumentPlace, Partial)
  /// A value of the one parameter in question.
  case answer(ParameterDescription, taken: [String], Partial)
  /// The value of a key.
  case value(ArgumentPlace, key: String, taken: [String], Partial)
  /// A learner's hyperparameter.
  case hyperparameter(learner: String, given: [String], Partial)
  /// The value of a learner's hyperparameter; after a comma (`others` are given) also the next name.
  case hyperparameterValue(learner: String, name: String, others: [String]?, Partial)
  /// A value in an expression.
  case operand(OperandPlace, Partial)
  /// An operator in an expression, or what may follow it.
  case operation(ArgumentPlace, left: String?, Partial)
  /// A result after `$`, with its field.
  case reference(Partial)

  /// The word that is being typed.
  var partial: Partial? {
    get {
      switch self {
      case .nothing: nil
      case .file(let partial), .help(let partial), .verb(let partial), .nextWord(_, _, let partial),
        .group(let partial, _), .argument(_, let partial), .answer(_, _, let partial), .value(_, _, _, let partial),
        .hyperparameter(_, _, let partial), .hyperparameterValue(_, _, _, let partial), .operand(_, let partial),
        .operation(_, _, let partial), .equals(let partial), .reference(let partial):
        partial
      }
    }
    set {
      guard let new = newValue else { return }
      switch self {
      case .nothing: break
      case .file: self = .file(new)
      case .help: self = .help(new)
      case .verb: self = .verb(new)
      case .nextWord(let head, let place, _): self = .nextWord(head: head, place, new)
      case .group(_, let taken): self = .group(new, taken: taken)
      case .argument(let place, _): self = .argument(place, new)
      case .answer(let parameter, let taken, _): self = .answer(parameter, taken: taken, new)
      case .value(let place, let key, let taken, _): self = .value(place, key: key, taken: taken, new)
      case .hyperparameter(let learner, let given, _): self = .hyperparameter(learner: learner, given: given, new)
      case .hyperparameterValue(let learner, let name, let others, _):
        self = .hyperparameterValue(learner: learner, name: name, others: others, new)
      case .operand(let place, _): self = .operand(place, new)
      case .operation(let place, let left, _): self = .operation(place, left: left, new)
      case .equals: self = .equals(new)
      case .reference: self = .reference(new)
      }
    }
  }

  /// The arguments of a command so far.
  struct ArgumentPlace {
    /// The signature of the verb.
    var signature: Signature
    /// The keys already given.
    var keys: [String] = []
    /// The positionals already given, each with its items.
    var positionals: [[String]] = []
    /// The clauses already given (`if`, `in`, `as`, `to`).
    var clauses: [String] = []

    /// The positional that comes next or continues, and what was given for it.
    var positional: (parameter: ParameterDescription, taken: [String])? {
      let places = signature.parameters.map(\.description).filter { $0.form != .key }
      var given = positionals[...]
      for parameter in places {
        if parameter.form == .positional(many: true) { return (parameter, given.flatMap { $0 }) }
        if given.popFirst() == nil {
          // Values that depend on earlier words receive them.
          if case .steps = parameter.completion { return (parameter, positionals.flatMap { $0 }) }
          return (parameter, [])
        }
      }
      return nil
    }
  }

  /// A place where an expression requires a value.
  struct OperandPlace {
    /// The column on the other side of a comparison.
    var compared: String?
    /// Whether an operator before it requires numbers.
    var isNumeric = false
    /// Whether aggregate functions are allowed there.
    var makesOneValue = false
  }
}
