public import PodiumCore

/// A kind of picture that `plot` draws, of the current table or of a result.
public struct PlotKind: Sendable {
  /// Draws it: the call, the words after the kind, the session.
  public typealias Drawing =
    @Sendable (Call, ArraySlice<Word>, Session) throws(Diagnostic) -> FigureOutput

  /// What follows `plot`; kinds of plugins begin with the plugin's name and a point.
  public let key: String
  /// What it shows, in a few words.
  public let summary: String
  /// The command that gives the result it draws; nil for a kind that draws the current table.
  public let source: String?
  /// The keys of `plot` that it takes beside those of every picture (title, width, height, dpi).
  public let keys: Set<String>
  /// The keys of its own.
  public let parameters: [AnyParameter]
  /// What its words are, for Tab.
  public let words: [Completion]
  let draw: Drawing

  /// Names a kind.
  public init(
    _ key: String, _ summary: String, source: String? = nil, keys: Set<String> = [], parameters: [AnyParameter] = [],
    words: [Completion] = [], _ draw: @escaping Drawing
  ) {
    (self.key, self.summary, self.source, self.keys) = (key, summary, source, keys)
    (self.parameters, self.words, self.draw) = (parameters, words, draw)
  }

  /// A plugin's picture of the current table.
  public init(_ maker: any FigureMaker) {
    let (key, parameters) = (maker.key, maker.parameters)
    self.init(key, maker.summary, parameters: parameters) { call, words, session throws(Diagnostic) in
      if let word = words.first {
        throw Diagnostic(
          "unexpected-argument", "'\(key)' takes keys alone, so '\(Abridged.text(word.text))' is too much",
          span: word.span,
          help: parameters.isEmpty
            ? nil : "its keys: " + parameters.map { $0.description.name + "=" }.joined(separator: " "))
      }
      if !call.groups.isEmpty {
        throw Diagnostic(
          "unexpected-clause", "'\(key)' draws one picture, so 'by' has no use here", span: call.verbSpan,
          help: "choose the rows of one group at a time with 'if'")
      }
      let names = Set(parameters.map(\.description.name))
      let keys = call.syntax.arguments.filter { argument in
        guard let key = argument.key?.text else { return false }
        return names.contains(key) || call.otherKeys.contains { $0.key?.text == key }
      }
      let options = try ImportOptions(keys, parameters: parameters, of: "figure '\(key)'", scope: session.parsingScope)
      let table = try session.current().table
      let chosen = call.rows.map { table.selecting(rows: $0) } ?? table
      return try maker.figure(of: chosen, options: options)
    }
  }

  /// Draws it; throws what is wrong with the words, the keys and what it draws.
  public func figure(
    _ call: Call, _ words: ArraySlice<Word>, in session: Session
  ) throws(Diagnostic) -> FigureOutput {
    try draw(call, words, session)
  }
}
