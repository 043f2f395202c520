public import PodiumCore

/// A name as it was typed, with its place.
public struct Word: Sendable, Hashable {
  /// The text without quotes and backticks.
  public let text: String
  /// Where it was typed.
  public let span: SourceSpan

  /// Makes a word.
  public init(_ text: String, _ span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// One command, parsed but not yet checked against what its verb takes.
public struct Statement: Sendable {
  /// The command's own text; every span counts its Unicode scalars.
  public var text: String
  /// What comes before the verb.
  public var prefixes: Prefixes
  /// What is to be done.
  public var body: Body

  package init(text: String, prefixes: Prefixes, body: Body) {
    self.text = text
    self.prefixes = prefixes
    self.body = body
  }

  /// What comes before a verb, in any order.
  public struct Prefixes: Sendable {
    /// The columns of `by a, b:`.
    public var by: [Word] = []
    /// Whether only errors are shown.
    public var isQuiet = false
    /// Whether the time is shown.
    public var isTimed = false
    /// Whether an error becomes a warning.
    public var isTried = false

    /// No prefix.
    public init() {}
  }

  /// The kinds of commands.
  public enum Body: Sendable {
    /// A verb with its arguments.
    case command(CommandSyntax)
    /// `!command` for the system's shell.
    case shell(Word)
    /// `?verb`; an empty word asks for the overview.
    case help(Word)
    /// `?"text"`: a search of the help.
    case helpSearch(Word)
  }
}

/// A verb with everything that may follow it.
public struct CommandSyntax: Sendable {
  /// The whole command as typed; every span counts its Unicode scalars.
  public var text = ""
  /// The verb as typed.
  public var verb: Word
  /// Positionals and key=value pairs, in order.
  public var arguments: [Argument] = []
  /// The new column of `derive NAME = EXPR`, the changed one of `replace COLUMN = EXPR`.
  public var assigned: Word?
  /// The expression of a verb that takes one.
  public var expression: Expression?
  /// The columns of `summarize a = EXPR, b = EXPR`, in order.
  public var assignments: [Assignment] = []
  /// The condition after `if`.
  public var condition: Expression?
  /// The rows after `in`.
  public var range: RowRange?
  /// The name after `as`.
  public var name: Word?
  /// Where the output goes instead of the screen.
  public var sink: Sink?
  /// The command after a verb that takes one, as typed.
  public var command: Word?

  /// A verb and nothing else.
  package init(text: String = "", verb: Word) {
    self.text = text
    self.verb = verb
  }
}

/// A column and what it is to hold.
public struct Assignment: Sendable {
  public let column: Word
  public let expression: Expression

  package init(_ column: Word, _ expression: Expression) { (self.column, self.expression) = (column, expression) }
}

/// One argument: a positional where `key` is nil.
public struct Argument: Sendable {
  /// The key before `=`.
  public var key: Word?
  public var value: ArgumentValue

  package init(key: Word? = nil, value: ArgumentValue) {
    self.key = key
    self.value = value
  }

  /// Key and value together.
  public var span: SourceSpan { key.map { $0.span.union(value.span) } ?? value.span }
}

/// A value as typed: one item or a list of them.
public struct ArgumentValue: Sendable {
  /// The items between the commas; at least one.
  public var items: [Item]
  /// The whole value.
  public var span: SourceSpan

  package init(items: [Item], span: SourceSpan) {
    self.items = items
    self.span = span
  }

  /// One item of a value.
  public struct Item: Sendable {
    /// What it is.
    public var kind: Kind
    /// Where it was typed.
    public var span: SourceSpan

    package init(kind: Kind, span: SourceSpan) {
      self.kind = kind
      self.span = span
    }
  }

  /// The kinds of items.
  public enum Kind: Sendable {
    /// A bare word or number, exactly as typed.
    case word(String)
    /// Text in quotes, or a name in backticks.
    case quoted(String)
    /// `$base.accuracy`.
    case reference(Reference)
    /// `svm(c=1,gamma=scale)`.
    case call(name: Word, settings: [Argument])
  }

  /// The single item, unless it is a list.
  public var single: Item? { items.count == 1 ? items[0] : nil }

  /// The same with a text before each word, or before the first only, which began at some place.
  func prefixed(_ prefix: String, from start: SourceSpan, isFirstOnly: Bool = false) -> ArgumentValue {
    let items = items.enumerated().map { place, item in
      switch item.kind {
      case .word(let text), .quoted(let text):
        place > 0 && isFirstOnly ? item : Item(kind: .word(prefix + text), span: start.union(item.span))
      case .reference, .call: item
      }
    }
    return ArgumentValue(items: items, span: start.union(span))
  }
}

/// Rows by position, from 1: `in 1..50`, `in 7`, `in 100..`.
public struct RowRange: Sendable, Hashable {
  /// The first row, from 1.
  public var first: Int
  /// The last row; nil for all that follow.
  public var last: Int?
  /// Where it was typed.
  public var span: SourceSpan

  /// Names rows.
  package init(first: Int, last: Int?, span: SourceSpan) {
    self.first = first
    self.last = last
    self.span = span
  }
}

extension CommandSyntax {
  /// Makes the file after `to` the last argument of a command that writes a file of its own, unless that has one.
  package mutating func giveFile(to signature: Signature) {
    let places = signature.parameters.count { $0.description.form != .key }
    guard signature.has(.writesFile), case .file(let word, let mode)? = sink, mode != .append,
      arguments.count(where: { $0.key == nil }) < places
    else { return }
    func value(_ text: String) -> ArgumentValue {
      ArgumentValue(items: [ArgumentValue.Item(kind: .quoted(text), span: word.span)], span: word.span)
    }
    arguments.append(Argument(value: value(word.text)))
    if mode == .replace { arguments.append(Argument(key: Word("replace", word.span), value: value("yes"))) }
    sink = nil
  }
}

/// Where a command's output goes.
public enum Sink: Sendable {
  /// A file, in the format of its extension.
  case file(Word, FileMode)
  /// The standard input of an outside command.
  case pipe(Word)

  /// The place in the command.
  public var span: SourceSpan {
    switch self {
    case .file(let word, _), .pipe(let word): word.span
    }
  }
}

/// What happens when the file of a sink is already there.
public enum FileMode: Sendable {
  /// It is an error.
  case new
  /// It is replaced.
  case replace
  case append
}
