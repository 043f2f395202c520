internal import PodiumCore

/// The front matter as the first code cell of a Jupyter notebook, each line after `#| `: a kernel sees no metadata.
extension FrontMatter {
  private static let prefix = "#| "

  /// The cell that holds it; nil if there is none.
  var jupyterCell: JupyterCell? {
    if text.isEmpty { return nil }
    var source = TextLines.split(text).map { FrontMatter.prefix + $0 }.joined()
    var kept: [String: JSONValue] = [:]
    if source.utf8.last == 0x0A { source.unicodeScalars.removeLast() } else { kept["closing"] = .string("") }
    return JupyterCell(kind: .code, source: source, tags: [JupyterCell.parameters], kept: kept, count: 1)
  }

  /// The text that a cell holds, without its last line end; nil for any other cell.
  static func text(ofCell source: String) -> String? {
    let lines = TextLines.split(source)
    guard lines.count >= 2, lines.allSatisfy({ $0.utf8.starts(with: "#|".utf8) }) else { return nil }
    // An editor may have taken the space from the end of an empty line.
    let inner = lines.map { $0.dropFirst($0.utf8.starts(with: prefix.utf8) ? 3 : 2) }
    guard TextLines.bare(inner[0]) == "---",
      inner.dropFirst().firstIndex(where: { TextLines.bare($0) == "---" }) == inner.count - 1
    else { return nil }
    return inner.joined()
  }
}
