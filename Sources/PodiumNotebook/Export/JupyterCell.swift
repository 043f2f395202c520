internal import PodiumCore

/// A cell in Jupyter's form: as it is written, and as it is read again.
struct JupyterCell {
  enum Kind: String {
    case markdown
    case code
    case raw
  }

  var kind: Kind
  var source: String
  /// Its id, derived from its contents where podium made it; empty if it has none.
  var id = ""
  var tags: [String] = []
  /// What Jupyter has no place for, in the metadata under `podium`.
  var kept: [String: JSONValue] = [:]
  /// The number of its first command; nil if it was not run.
  var count: Int?
  /// Its outputs as nbformat has them.
  var outputs: [JSONValue] = []
  /// The files that its text shows, by name; podium writes none.
  var attachments: [(String, JSONValue)] = []
  /// The names of metadata and tags that a notebook has no place for.
  var foreign: [String] = []

  /// The tag of a cell that must fail, and of one that is not run; front ends of Jupyter know them.
  static let failing = "raises-exception"
  static let skipped = "skip-execution"
  /// The tag of the cell whose values others may set.
  static let parameters = "parameters"
  /// The tag of a cell that sets them.
  static let injected = "injected-parameters"

  /// The id that podium gives a cell without a twin.
  var ownID: String { (kind == .code ? "c-" : "m-") + SHA256.hex(source.utf8).prefix(12) }

  /// Whether it is as podium wrote it.
  var isOwn: Bool { id == ownID || id.hasPrefix(ownID + "-") }

  /// The cell as nbformat has it.
  var json: JSONValue {
    var metadata: [(String, JSONValue)] = []
    if !kept.isEmpty {
      metadata.append(("podium", .object(kept.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })))
    }
    if !tags.isEmpty { metadata.append(("tags", .array(tags.map(JSONValue.string)))) }
    var members: [(String, JSONValue)] = [("cell_type", .string(kind.rawValue))]
    if kind == .code { members.append(("execution_count", count.map(JSONValue.integer) ?? .null)) }
    members += [("id", .string(id)), ("metadata", .object(metadata))]
    if kind == .code { members.append(("outputs", .array(outputs))) }
    return .object(members + [("source", .lines(source))])
  }
}

extension JupyterCell {
  /// Reads what nbformat 4 has; nil for anything else.
  init?(json: JSONValue) {
    guard let kind = json["cell_type"]?.string.flatMap(Kind.init) else { return nil }
    self.init(kind: kind, source: json["source"]?.joined ?? "", id: json["id"]?.string ?? "")
    let known = [JupyterCell.failing, JupyterCell.skipped, JupyterCell.parameters, JupyterCell.injected]
    for (name, value) in json["metadata"]?.members ?? [] {
      switch name {
      case "podium": kept = Dictionary(value.members ?? []) { $1 }
      case "tags":
        tags = (value.array ?? []).compactMap(\.string)
        foreign += tags.filter { !known.contains($0) }.map { "tag " + $0 }
      default: foreign.append(name)
      }
    }
    outputs = json["outputs"]?.array ?? []
    attachments = json["attachments"]?.members ?? []
  }

  /// The front matter that it holds; nil for a cell with commands.
  var frontMatter: String? { kept["opening"] == nil ? FrontMatter.text(ofCell: source) : nil }
}

// MARK: A notebook's cell

extension JupyterCell {
  /// The opening fence that the tags alone stand for.
  private var plainOpening: String {
    let option = tags.contains(JupyterCell.failing) ? "expect=error" : tags.contains(JupyterCell.skipped) ? "skip" : nil
    return "```podium" + (option.map { " {" + $0 + "}" } ?? "")
  }

  /// A cell of a notebook `file` after some blank lines, with what a replay gave.
  init(_ cell: Notebook.Cell, of file: String, after blank: String, isSkipped: Bool, count: Int?, outputs: [JSONValue])
  {
    self.init(kind: .code, source: cell.source, count: count, outputs: outputs)
    if isSkipped {
      tags.append(JupyterCell.skipped)
    } else if cell.options.expectsError {
      tags.append(JupyterCell.failing)
    }
    // What looks like front matter is none where this says how it opens.
    if cell.opening != plainOpening || FrontMatter.text(ofCell: source) != nil {
      kept["opening"] = .string(cell.opening)
    }
    if cell.closing != "```\n" { kept["closing"] = .string(cell.closing) }
    if !blank.isEmpty { kept["before"] = .string(blank) }
    if cell.hasLines, cell.source.isEmpty { kept["blank"] = .bool(true) }
    // Keep the recorded text only if it cannot be reconstructed from the outputs.
    let made = JupyterRecording(outputs, of: cell.hash)
    if cell.recorded != made.text(made.pictures(beside: file)) {
      (kept["recorded"], kept["instead"]) = (.string(cell.recorded), .string(made.fingerprint))
    }
  }

  /// The cell in a notebook, with the blank lines before it and what is recorded after it: what it was exported from if
  /// nothing was changed, else what its outputs say. `isKept` is false if the options in its metadata are none.
  func block(
    _ made: JupyterRecording, _ figures: CellFigures, isOld: Bool
  ) -> (text: String, recorded: String, isKept: Bool) {
    let opening = kept["opening"]?.string ?? plainOpening
    let lines = source.isEmpty ? (kept["blank"]?.bool == true ? "\n" : "") : source + "\n"
    var recorded = made.text(figures)
    if let old = kept["recorded"]?.string, kept["instead"]?.string.map({ $0 == made.fingerprint }) ?? isOld {
      recorded = figures.relinked(old)
    }
    var closing = kept["closing"]?.string ?? "```\n"
    if !recorded.isEmpty, closing.utf8.last != 0x0A { closing += "\n" }
    let before = kept["before"]?.string ?? ""
    let text = before + opening + "\n" + lines + closing + recorded
    // The metadata may have been changed, or no longer fit the source: what is read must be this cell and no more.
    if before.allSatisfy(\.isWhitespace), let notebook = try? Notebook(text, file: ""),
      case .cell(let cell)? = notebook.blocks.last, notebook.blocks.count == (before.isEmpty ? 1 : 2),
      notebook.text == text, FilePath.isSame(cell.source, source), FilePath.isSame(cell.recorded, recorded)
    {
      return (text, recorded, true)
    }
    recorded = made.text(figures)
    let fence = Fence(opening[...]).flatMap {
      $0.language == "podium" && !opening.contains(where: \.isNewline) ? $0 : nil
    }
    let options = fence.flatMap { fence in (try? CellOptions(fence.options())).map { _ in fence.rest } }
    let ticks = Fence.ticks(around: source)
    let head = ticks + "podium" + (options.map { $0.isEmpty ? "" : " " + $0 } ?? "") + "\n"
    return (head + source + "\n" + ticks + "\n" + recorded, recorded, options != nil)
  }
}
