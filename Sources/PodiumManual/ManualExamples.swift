internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin
internal import PodiumRender

/// Runs examples, each in a session of its own, so that the manual shows what podium prints.
struct ManualExamples {
  let session: Session
  /// The names whose examples are run; nil for all. Others are left out.
  var wanted: Set<String>?
  /// The width of an output in columns.
  static let width = 96
  /// The most lines of an output, and the most rows of a table in it.
  static let lineLimit = 20
  static let rowLimit = 8

  /// The examples of a name as Markdown: what each shows, what is typed, what podium prints.
  func markdown(_ examples: [Example], of name: String) throws(Diagnostic) -> String {
    if let wanted, !wanted.contains(name) { return "" }
    var parts: [String] = []
    for example in examples where example.fails == nil {
      try session.cancellation.check()
      let caption = example.caption.prefix(1).uppercased() + example.caption.dropFirst()
      parts.append(MarkdownText.text(caption) + ":\n\n" + MarkdownText.block(transcript(of: example)))
    }
    return parts.joined(separator: "\n\n")
  }

  /// What a screen would show, first the commands that set the scene.
  private func transcript(of example: Example) -> [String] {
    let lines = example.setup.map { "podium> quiet: " + $0 } + ["podium> " + example.line]
    guard example.prints != nil, var apart = session.apart() else { return lines }
    // An example that asks for help would run the examples of that page, and so on.
    apart.services.scratch = nil
    for line in example.setup {
      guard apart.run(line, report: { _ in }) else { return lines }
    }
    guard let renderer = session.registry.renderers["terminal"] else { return lines }
    let frame = Page(width: ManualExamples.width, rows: ManualExamples.rowLimit)
    var text = ""
    _ = apart.run(example.line, report: { text += renderer.render($0, on: frame).texts.joined() })
    let printed = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { ManualExamples.withoutIdentifiers(String($0)) }.dropLast()
    guard printed.count > ManualExamples.lineLimit else { return lines + printed }
    let shown = printed.prefix(ManualExamples.lineLimit - 1)
    return lines + shown + ["… \(printed.count - shown.count) more lines"]
  }

  /// A line in which the identifiers of records, which are random, are one and the same.
  private static func withoutIdentifiers(_ line: String) -> String {
    let sample = "00000000-0000-7000-8000-000000000000"
    let isIdentifier = { (word: Substring) -> Bool in
      word.count == sample.count
        && zip(word, sample).allSatisfy { $1 == "-" || $1 == "7" ? $0 == $1 : $0.isHexDigit }
    }
    return line.split(separator: " ", omittingEmptySubsequences: false)
      .map { isIdentifier($0) ? sample : String($0) }.joined(separator: " ")
  }
}
