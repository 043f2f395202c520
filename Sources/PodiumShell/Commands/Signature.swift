internal import PodiumCore

/// What a command is: its name, what it takes, and examples that are run as tests.
public struct Signature: Sendable {
  /// The verb; a plugin's verbs begin with the plugin's name and a blank.
  public let name: String
  /// One sentence: a capital first, a full stop last.
  public let summary: String
  /// What it does in detail, as prose; may be empty.
  public let details: String
  /// What it takes, positionals in order.
  public let parameters: [AnyParameter]
  /// What can be done with it; each is executed by the tests and printed with its output by the help.
  public let examples: [Example]
  /// What else the grammar lets stand in the command.
  public var traits: Set<Trait> { Set(Trait.allCases.filter(has)) }
  /// A bit a trait: what makes the first set of a type costs a start a tenth of a millisecond.
  private let traitBits: UInt16
  /// Verbs worth a look beside this one.
  public let seeAlso: [String]
  /// Where the overview of the help lists it.
  public let topic: Topic

  /// The headings of the help's overview, in its order.
  public enum Topic: String, Sendable, CaseIterable {
    /// Getting tables and looking at them.
    case data
    /// Saying what is to be predicted from what.
    case preparing
    /// Learners and what they achieve.
    case learning
    /// What earlier commands gave.
    case results
    /// The session itself.
    case session
    /// Verbs of plugins.
    case plugins
  }

  /// What else a command takes or does.
  public enum Trait: UInt16, Sendable, CaseIterable {
    /// `if` and `in` choose the rows it sees.
    case rows
    /// `by` runs it once a group and stacks the outputs.
    case groups
    /// It reads the groups of `by` itself.
    case ownGroups
    /// The name after `as` names the table it makes, not a result.
    case namesTable
    /// Keys it does not know are passed on (to an importer).
    case openKeys
    /// An expression follows it, or one of the fixed words that its first parameter takes.
    case expression
    /// It may not be shortened at the prompt.
    case spelledOut
    /// It runs other commands or leaves: it is no cell of a notebook.
    case control
    /// It reads and changes nothing but the session's values, no file, workspace or program: it can be left to itself
    /// when it does not stop soon after it was asked to.
    case calculates
    /// What it writes into the workspace can be taken back by nothing: with it the undo stack begins again, so that no
    /// earlier state comes back either.
    case lasting
    /// A column and `=` stand before its expression.
    case assignment
    /// Its expression may call functions of many rows and read results.
    case aggregates
  }

  /// Makes a signature.
  public init(
    _ name: String, topic: Topic, summary: String, details: String = "", parameters: [AnyParameter] = [],
    examples: [Example], traits: Set<Trait>, seeAlso: [String] = []
  ) {
    self.init(
      name, topic: topic, summary: summary, details: details, parameters: parameters, examples: examples,
      traits: Array(traits), seeAlso: seeAlso)
  }

  /// Makes a signature, with the traits as they are listed.
  public init(
    _ name: String, topic: Topic, summary: String, details: String = "", parameters: [AnyParameter] = [],
    examples: [Example], traits: [Trait] = [], seeAlso: [String] = []
  ) {
    self.name = name
    self.topic = topic
    self.summary = summary
    self.details = details
    self.parameters = parameters
    self.examples = examples
    traitBits = traits.reduce(0) { $0 | 1 << $1.rawValue }
    self.seeAlso = seeAlso
  }

  /// Whether a trait is among the command's.
  public func has(_ trait: Trait) -> Bool { traitBits & 1 << trait.rawValue != 0 }

  /// The names of its keys.
  var keys: [String] { parameters.map(\.description).filter { $0.form == .key }.map(\.name) }

  /// The command line in one phrase: `cv LEARNER… [k=10] [folds=WORD]`.
  public var synopsis: String {
    var parts = [name]
    for parameter in parameters.map(\.description) {
      let text: String
      switch parameter.form {
      case .positional(let many): text = parameter.name.uppercased() + (many ? "…" : "")
      case .key: text = parameter.name + "=" + (parameter.standard ?? "…")
      }
      parts.append(parameter.isRequired ? text : "[" + text + "]")
    }
    if has(.expression) { parts.append(has(.assignment) ? "COLUMN = EXPR" : "EXPR") }
    if has(.rows) { parts.append("[if EXPR] [in RANGE]") }
    return parts.joined(separator: " ")
  }
}

/// A command line worth showing, after others that set the scene.
public struct Example: Sendable {
  /// What it shows, as a short phrase.
  public let caption: String
  /// Commands that run before it, unseen.
  public let setup: [String]
  /// The command itself.
  public let line: String
  /// A text that its plain output must hold; nil for an example that must fail, or that is only shown.
  public let prints: String?
  /// The code of the error it must fail with; nil for one that works or is only shown.
  public let fails: String?

  /// An example that works and prints something.
  public init(_ line: String, after setup: [String] = [], _ caption: String, prints: String) {
    self.line = line
    self.setup = setup
    self.caption = caption
    self.prints = prints
    fails = nil
  }

  /// An example that is shown and never run, since it starts a program or writes where an example must not.
  public init(shown line: String, _ caption: String) {
    self.line = line
    self.caption = caption
    setup = []
    prints = nil
    fails = nil
  }

  /// An example that is refused with an error code.
  public init(_ line: String, after setup: [String] = [], _ caption: String, fails: String) {
    self.line = line
    self.setup = setup
    self.caption = caption
    prints = nil
    self.fails = fails
  }
}
