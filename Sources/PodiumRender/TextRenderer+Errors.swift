public import PodiumCore
internal import PodiumPlugin

extension TextRenderer {
  /// An error in three parts: what was wrong, where (the line with a caret run), and the help.
  public func render(_ error: Diagnostic, input: String) -> String {
    let place = error.place.map { SafeText.escape(TextRenderer.shown(file: $0.file)) + ":\($0.line): " } ?? ""
    var lines = wrapped(place + "error: " + MaskedText(error.message).text)
    // Painted after it is broken, so that colours do not count as width.
    if let first = lines.first?.firstRange(of: "error:") {
      lines[0].replaceSubrange(first, with: style.paint("error:", .error))
    }
    var out = lines.map { $0 + "\n" }.joined()
    if let span = error.span { out += caret(span, input) }
    for (word, text) in [("cause: ", error.cause), ("help: ", error.help)] {
      guard let text else { continue }
      out += wrapped(word + MaskedText(text).text).map { $0 + "\n" }.joined()
    }
    return out
  }

  /// A file's name before its line number: whole, as tools look for it, unless it is too long to read.
  private static func shown(file: String) -> String {
    file.utf8.count > Abridged.pathLimit ? Abridged.text(file) : file
  }

  /// The maximum number of columns of a command that are shown where the width is not limited.
  private static let longestLine = 1000

  private func caret(_ span: SourceSpan, _ input: String) -> String {
    let scalars = Array(input.unicodeScalars)
    let start = min(span.start, scalars.count)
    var lineStart = start
    while lineStart > 0, scalars[lineStart - 1] != "\n" { lineStart -= 1 }
    var lineEnd = start
    while lineEnd < scalars.count, scalars[lineEnd] != "\n" { lineEnd += 1 }
    func text(_ range: Range<Int>) -> String { SafeText.escapeSentence(String(scalars: scalars[range])) }
    let end = min(max(span.end, start), lineEnd)
    // Each part is escaped by itself, so that the carets are under what is shown of the span.
    var (before, marked, after) = (text(lineStart..<start), text(start..<end), text(end..<lineEnd))
    // What has no width, a file or a pipe, is spared a line of megabytes all the same.
    let width = style.width.map { max(8, $0 - 2) } ?? TextRenderer.longestLine
    if DisplayWidth.of(before + marked + after) > width {
      // Of a long line only the part around the place is shown.
      if DisplayWidth.of(before) > width / 2 { before = before.end(ofWidth: width / 3) }
      marked = marked.cut(toWidth: width - DisplayWidth.of(before))
      after = after.cut(toWidth: width - DisplayWidth.of(before) - DisplayWidth.of(marked))
    }
    let carets = String(repeating: "^", count: max(1, DisplayWidth.of(marked)))
    let indent = String(repeating: " ", count: DisplayWidth.of(before))
    return "  " + before + marked + after + "\n  " + indent + style.paint(carets, .error) + "\n"
  }
}

extension String {
  /// The last part of the text that fits into a number of terminal columns, with `…` before it.
  fileprivate func end(ofWidth width: Int) -> String {
    var taken = 1
    var start = endIndex
    while start > startIndex {
      let previous = index(before: start)
      taken += DisplayWidth.of(self[previous])
      if taken > width { break }
      start = previous
    }
    return "…" + self[start...]
  }
}
