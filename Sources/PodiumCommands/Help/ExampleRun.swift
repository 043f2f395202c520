internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin
internal import PodiumRender

/// Runs examples in a separate session when a help page is shown, so that their output is always current.
struct ExampleRun {
  let session: Session
  /// The maximum number of output lines for one example.
  static let lineLimit = 8
  /// The indentation of an example.
  private static let indent = TextRenderer.quotation

  /// Examples with their output, as lines.
  func lines(_ examples: [Example]) throws(Diagnostic) -> [String] {
    var lines: [String] = []
    for example in examples {
      try session.cancellation.check()
      lines.append("  " + (example.setup + [example.line]).joined(separator: "; "))
      lines.append("    " + example.caption)
      if example.prints != nil { lines += output(of: example).map { ExampleRun.indent + $0 } }
    }
    return lines
  }

  /// The first lines an example prints; none if it cannot run here.
  private func output(of example: Example) -> [String] {
    guard var apart = session.apart() else { return [] }
    // An example that asks for help would run the examples of that page, without end.
    apart.services.scratch = nil
    for line in example.setup {
      guard apart.run(line, report: { _ in }) else { return [] }
    }
    let settings = session.state.settings
    let page = settings.width == Settings().width ? session.window ?? settings.width : settings.width
    let frame = Page(width: max(20, page - ExampleRun.indent.count), rows: 5, isSpoken: settings.screenreader)
    guard let renderer = session.registry.renderers["terminal"] else { return [] }
    var text = ""
    guard apart.run(example.line, report: { text += renderer.render($0, on: frame).texts.joined() }) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }.dropLast()
    return lines.count > ExampleRun.lineLimit ? lines.prefix(ExampleRun.lineLimit - 1) + ["…"] : Array(lines)
  }
}
