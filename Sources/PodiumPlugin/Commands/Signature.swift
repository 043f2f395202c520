internal import PodiumCore
internal import Synchronization

/// What a command is: its name, what it takes, and examples that are run as tests.
///
/// A start registers every verb and runs few: parameters, examples and texts are made when they are asked for.
public struct Signature: Sendable {
  /// The verb; a plugin's verbs begin with the plugin's name and a space.
  public let name: String
  /// One sentence: a capital first, a full stop last.
  public let summary: String
  /// What it does in detail, as prose; may be empty.
  public var details: String { makeDetails() }
  /// What it takes, positionals in order.
  public var parameters: [AnyParameter] { declared.value }
  /// What can be done with it; each is executed by the tests and printed with its output by the help.
  public var examples: [Example] { makeExamples() }
  /// What else the grammar allows in the command.
  public let traits: Traits
  /// Related verbs.
  public var seeAlso: [String] { makeSeeAlso() }
  /// Where the overview of the help lists it.
  public let topic: Topic
  private let makeDetails: @Sendable () -> String
  private let declared: Parameters
  private let makeExamples: @Sendable () -> [Example]
  private let makeSeeAlso: @Sendable () -> [String]

  /// The parameters, which each call needs; a class because copies of a signature share them.
  private final class Parameters: Sendable {
    private let made = Mutex<[AnyParameter]?>(nil)
    private let make: @Sendable () -> [AnyParameter]

    init(_ make: @escaping @Sendable () -> [AnyParameter]) { self.make = make }

    var value: [AnyParameter] {
      made.withLock { made in
        if let made { return made }
        let value = make()
        made = value
        return value
      }
    }
  }

  /// The headings of the help's overview, in its order.
  public enum Topic: String, Sendable, CaseIterable {
    /// Getting tables and looking at them.
    case data
    /// Changing the rows, columns and cells of tables.
    case shaping
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
  public struct Traits: OptionSet, Sendable {
    /// One bit per trait.
    public let rawValue: UInt32

    /// Makes a set of traits of their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Makes a set of traits, without the library's generic one, which every start would wait for.
    public init(arrayLiteral traits: Traits...) { rawValue = traits.reduce(0) { $0 | $1.rawValue } }

    /// `if` and `in` choose the rows it sees.
    public static let rows = Traits(rawValue: 1 << 0)
    /// `by` runs it once per group and stacks the outputs.
    public static let groups = Traits(rawValue: 1 << 1)
    /// It reads the groups of `by` itself.
    public static let ownGroups = Traits(rawValue: 1 << 2)
    /// The name after `as` names the table it makes, not a result.
    public static let namesTable = Traits(rawValue: 1 << 3)
    /// Keys it does not know are passed on (to an importer).
    public static let openKeys = Traits(rawValue: 1 << 4)
    /// An expression follows it, or one of the fixed words that its first parameter takes.
    public static let expression = Traits(rawValue: 1 << 5)
    /// It may not be shortened at the prompt.
    public static let spelledOut = Traits(rawValue: 1 << 6)
    /// It runs other commands or leaves: it is not a cell of a notebook.
    public static let control = Traits(rawValue: 1 << 7)
    /// It describes this machine or workspace, which no replay has: notebooks leave it out.
    public static let local = Traits(rawValue: 1 << 16)
    /// It changes nothing but the session's values and the workspace, no file or program, and asks the user nothing: it can be
    /// left to itself when it does not stop soon after it was asked to, since the workspace refuses it from then on. Commands of
    /// plugins are without saying so: what they do elsewhere is left to the thread that waits for them.
    public static let calculates = Traits(rawValue: 1 << 8)
    /// What it writes into the workspace cannot be undone: it clears the undo stack, so that no
    /// earlier state comes back either.
    public static let lasting = Traits(rawValue: 1 << 9)
    /// A column and `=` come before its expression.
    public static let assignment = Traits(rawValue: 1 << 10)
    /// Its expression may call functions of many rows and read results.
    public static let aggregates = Traits(rawValue: 1 << 11)
    /// It works on what plugins bring and on nothing else, so that its examples are theirs.
    public static let ofPlugins = Traits(rawValue: 1 << 12)
    /// A whole command follows its first argument, to the end of the line.
    public static let command = Traits(rawValue: 1 << 13)
    /// Columns, each with `=` and an expression, follow it, separated by commas.
    public static let assignments = Traits(rawValue: 1 << 14)
    /// Its last word may come after its first argument too, as in the former `surf spot ramp edit`.
    public static let afterName = Traits(rawValue: 1 << 20)
    /// It writes a file of its own, which its last argument names: the file after `to` is that argument.
    public static let writesFile = Traits(rawValue: 1 << 21)
    /// It changes the rows or cells of a table: its condition may call functions of many rows, within the groups of `by`.
    public static let shapes = Traits(rawValue: 1 << 15)
    /// It only reads: it changes neither the tables, models and settings of the session nor a file or the workspace, unless
    /// its output goes to a file or a program, or 'as NAME' makes a table of it (`namesTable`). The folds that a long
    /// evaluation stores until it has succeeded do not count.
    public static let readsOnly = Traits(rawValue: 1 << 17)
  }

  /// Makes a signature; `exampleLines` are examples as text (`[Example].read`).
  public init(
    _ name: String, topic: Topic, summary: String, details: @escaping @autoclosure @Sendable () -> String = "",
    parameters: @escaping @autoclosure @Sendable () -> [AnyParameter] = [],
    examples: @escaping @autoclosure @Sendable () -> [Example] = [],
    exampleLines: @escaping @autoclosure @Sendable () -> String = "", traits: Traits = [],
    seeAlso: @escaping @autoclosure @Sendable () -> [String] = []
  ) {
    self.name = name
    self.topic = topic
    self.summary = summary
    self.traits = traits
    makeDetails = details
    declared = Parameters(parameters)
    makeExamples = { examples() + .read(exampleLines()) }
    makeSeeAlso = seeAlso
  }

  /// Whether a trait is among the command's.
  public func has(_ trait: Traits) -> Bool { traits.contains(trait) }

  package var keys: [String] { parameters.map(\.description).filter { $0.form == .key }.map(\.name) }

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
    if has(.assignments) { parts.append("COLUMN = EXPR[, …]") }
    if has(.expression) { parts.append(has(.assignment) ? "COLUMN = EXPR" : "EXPR") }
    if has(.rows) { parts.append("[if EXPR] [in RANGE]") }
    if has(.command) { parts.append("COMMAND") }
    return parts.joined(separator: " ")
  }
}

/// A command line worth showing, after others that set the scene.
public struct Example: Sendable {
  /// What it shows, as a short phrase.
  public let caption: String
  /// Commands that run before it, without output.
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

  fileprivate init(_ example: Example, after setup: [String]) {
    (line, self.setup, caption) = (example.line, setup + example.setup, example.caption)
    (prints, fails) = (example.prints, example.fails)
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

extension [Example] {
  /// The same examples, each after commands that set the scene for all of them.
  public func after(_ setup: [String]) -> [Example] { map { Example($0, after: setup) } }
}
