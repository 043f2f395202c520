public import PodiumCore
internal import PodiumPlugin

/// Text split into commands at line ends and `;`, outside quotes, parentheses and comments.
public struct Script: Sendable {
  /// The text of one command and its place in the whole.
  public struct Piece: Sendable, Equatable {
    /// The text without surrounding spaces and without its comment.
    public var text: String
    /// The line it starts on, from 1.
    public var line: Int
  }

  /// The commands in order.
  public var pieces: [Piece]
  /// Why the last command is incomplete: an open quote or parenthesis, or a `\` at the end.
  public var unfinished: Diagnostic?

  /// Splits a text; this never fails, and `unfinished` describes an open end.
  public init(_ text: String) {
    var cutter = ScriptCutter(Array(text.unicodeScalars))
    cutter.run()
    pieces = cutter.pieces
    unfinished = cutter.unfinished
  }

  /// Whether more lines must follow before the text can run.
  public static func needsMore(_ text: String) -> Bool { Script(text).unfinished != nil }

  /// The start of a command left open at the end of a text, and the text with spaces for line continuations.
  static func openCommand(of text: [Unicode.Scalar]) -> (scalars: [Unicode.Scalar], start: Int) {
    var cutter = ScriptCutter(text)
    cutter.run()
    var scalars = cutter.scalars
    for place in cutter.continued { scalars[place] = " " }
    return (scalars, cutter.start)
  }
}

private struct ScriptCutter {
  let scalars: [Unicode.Scalar]
  var pieces: [Script.Piece] = []
  var unfinished: Diagnostic?
  // An array, because a view of a string counts its scalars each time.
  private var current: [Unicode.Scalar] = []
  private var currentLine = 1
  private var line = 1
  /// Where the last command begins.
  private(set) var start = 0
  /// The scalars that continue a line; a space replaces them.
  private(set) var continued: [Int] = []
  /// The places of open parentheses in the current command.
  private var brackets: [Int] = []

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func run() {
    var place = 0
    while place < scalars.count {
      let scalar = scalars[place]
      if current.isEmpty, scalar == "!" {
        // The system shell has its own quotes and separators, so its line is taken whole.
        while place < scalars.count, scalars[place] != "\n" { take(&place) }
        continue
      }
      switch scalar {
      case "\"", "`": if !takeQuoted(&place, scalar) { return }
      case "'" where Scanner.mayPrecedeQuote(current.last) && !Scanner.isLoneValue(scalars, place):
        if !takeQuoted(&place, scalar) { return }
      case "#" where current.isEmpty || isBlank(current.last):
        while place < scalars.count, scalars[place] != "\n" { place += 1 }
      case "\\" where isLineEnd(place + 1):
        if place + 1 >= scalars.count {
          take(&place)
          unfinished = open(
            "unfinished-line", "the line ends in '\\' and nothing follows", from: current.count - 1)
          finish()
          return
        }
        let next = place + (scalars[place + 1] == "\r" ? 3 : 2)
        continued += place..<next
        place = next
        line += 1
        append(" ")
      case "(":
        brackets.append(current.count)
        take(&place)
      case ")":
        _ = brackets.popLast()
        take(&place)
      case "\n" where brackets.isEmpty:
        finish()
        place += 1
        start = place
        line += 1
      case ";" where Scanner.isLoneValue(scalars, place): take(&place)
      case ";" where brackets.isEmpty:
        finish()
        place += 1
        start = place
      default: take(&place)
      }
    }
    if let last = brackets.last {
      unfinished = Diagnostic(
        "unclosed-bracket", "a '(' is not closed", span: SourceSpan(last, last + 1), help: "close it with )")
    }
    finish()
  }

  private mutating func takeQuoted(_ place: inout Int, _ quote: Unicode.Scalar) -> Bool {
    let start = current.count
    take(&place)
    while place < scalars.count, scalars[place] != quote {
      if scalars[place] == "\\", Scanner.isTextQuote(quote), place + 1 < scalars.count { take(&place) }
      take(&place)
    }
    guard place < scalars.count else {
      unfinished = open("unclosed-quote", "the quote \(quote) is not closed", from: start)
      unfinished?.help = "close it with \(quote)"
      finish()
      return false
    }
    take(&place)
    return true
  }

  private func open(_ code: String, _ message: String, from start: Int) -> Diagnostic {
    Diagnostic(code, message, span: SourceSpan(start, max(start + 1, current.count)))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if current.isEmpty {
      if isBlank(scalar) { return }
      currentLine = line
    }
    current.append(scalar)
  }

  private mutating func take(_ place: inout Int) {
    let scalar = scalars[place]
    append(scalar)
    if scalar == "\n" { line += 1 }
    place += 1
  }

  private mutating func finish() {
    while let last = current.last, isBlank(last) { current.removeLast() }
    if !current.isEmpty {
      pieces.append(Script.Piece(text: String(scalars: current[...]), line: currentLine))
    }
    current.removeAll(keepingCapacity: true)
  }

  private func isBlank(_ scalar: Unicode.Scalar?) -> Bool { Scanner.isBlank(scalar) }

  private func isLineEnd(_ place: Int) -> Bool {
    place >= scalars.count || scalars[place] == "\n"
      || (scalars[place] == "\r" && place + 1 < scalars.count && scalars[place + 1] == "\n")
  }
}
