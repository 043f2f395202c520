/// The one error type across podium's targets: what was wrong, where, and what to do about it.
///
/// The wording is that of LANGUAGE.md: one sentence in lower case without a full stop, what was wrong first,
/// names in single quotes, the value found and the values allowed. `help` is an instruction.
public struct Diagnostic: Error, Sendable, Equatable, Codable {
  /// A stable, hyphenated name of the kind of error (`unknown-column`); programs compare it, people do not.
  public var code: String
  /// What was wrong, in one sentence.
  ///
  /// What it quotes is abridged, however long the cell, name or value is.
  public var message: String {
    didSet { message = Abridged.message(message) }
  }
  /// Where in the input it was wrong, in Unicode scalars of the command's own text.
  public var span: SourceSpan?
  /// What to do about it.
  public var help: String? {
    didSet { help = help.map(Abridged.message) }
  }
  /// The file and line it happened at, where the input was a file.
  public var place: Place?
  /// The underlying cause, already worded (a message of the operating system or of an external plugin).
  public var cause: String?
  /// The key that it is about, where the sender knows no place of it: who read the key from a line finds the place by it.
  public var subject: String?
  /// What to type at the span, where one of several may be meant; whoever knows the line shows it in full.
  public var instead: String?
  /// The known name that the message offers at its end in place of the one that was typed.
  public private(set) var guess: String?
  /// True where this machine lacked what the work needs, such as a library or memory; nil elsewhere.
  public var isOfMachine: Bool?

  /// A line of a file.
  public struct Place: Sendable, Hashable, Codable {
    /// The file as the user named it.
    public var file: String
    /// The line, from 1.
    public var line: Int

    /// Names a line of a file.
    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }
  }

  /// Makes a diagnostic; `code` and `message` are required, the rest where it is known.
  public init(
    _ code: String, _ message: String, span: SourceSpan? = nil, help: String? = nil, place: Place? = nil,
    cause: String? = nil, subject: String? = nil
  ) {
    self.code = code
    self.message = Abridged.message(message)
    self.span = span
    self.help = help.map(Abridged.message)
    self.place = place
    self.cause = cause.map(Abridged.message)
    self.subject = subject
  }

  /// Whether it stops the work instead of being its outcome: the work was interrupted, or another machine may be able to do it.
  public var stopsWork: Bool { code == Diagnostic.interrupted.code || isOfMachine == true }

  /// The same diagnostic, as the fault of the machine and not of the work.
  public func ofMachine() -> Diagnostic {
    var copy = self
    copy.isOfMachine = true
    return copy
  }

  /// Message and help on one line.
  public var inOneLine: String { help.map { message + "; " + $0 } ?? message }

  /// The same diagnostic at a span, unless it already has one.
  public func at(_ span: SourceSpan?) -> Diagnostic {
    var copy = self
    if copy.span == nil { copy.span = span }
    return copy
  }

  /// The same diagnostic, which offers a known name; nil takes the offer back.
  public func offering(_ near: String?) -> Diagnostic {
    func offer(_ name: String) -> String { "; did you mean \(Abridged.quoted(name))?" }
    var copy = self
    if let guess, message.hasSuffix(offer(guess)) { copy.message = String(message.dropLast(offer(guess).count)) }
    if let near { copy.message += offer(near) }
    copy.guess = near
    return copy
  }

  /// The same diagnostic about a key, unless it already names one.
  public func about(_ subject: String) -> Diagnostic {
    var copy = self
    copy.subject = self.subject ?? subject
    return copy
  }

  /// The same diagnostic in a file, unless it already names one.
  public func inFile(_ file: String, line: Int) -> Diagnostic {
    var copy = self
    if copy.place == nil { copy.place = Place(file: file, line: line) }
    return copy
  }
}

extension Diagnostic {
  /// The command was stopped by the user; state and data are as they were before it.
  public static let interrupted = Diagnostic("interrupted", "interrupted; nothing was changed")
}
