internal import PodiumCore

/// Turns the cells of a Jupyter notebook into the text of a notebook.
struct JupyterReader {
  private let root: JSONValue
  private let target: String
  /// Whether it was exported when outputs had no mark yet.
  private let isOld: Bool
  private var front = FrontMatter()
  /// New values of its parameters.
  private var given: [String: String] = [:]
  private(set) var text = ""
  private(set) var pictures: [CellFigures.Picture] = []
  private(set) var notes = ImportNotes()
  /// What closes the last fence of the prose if anything follows.
  private var closing = ""
  /// Whether the last cell is as podium wrote it.
  private var lastIsOwn = true
  /// What is recorded after the last cell; nil after prose.
  private var lastRecorded: String?

  init(_ root: JSONValue, target: String) {
    (self.root, self.target) = (root, target)
    let podium = root["metadata"]?["podium"]
    isOld = podium != nil && podium?["of"] == nil
  }

  /// Reads all cells.
  ///
  /// Throws `bad-front-matter` and `newer-format`.
  mutating func read() throws(Diagnostic) {
    let podium = root["metadata"]?["podium"]
    var cells: [(number: Int, cell: JupyterCell)] = []
    var ids: Set<String> = []
    for (place, value) in (root["cells"]?.array ?? []).enumerated() {
      guard let cell = JupyterCell(json: value) else {
        notes.add("left out an unknown kind of cell", place + 1)
        continue
      }
      if !cell.id.isEmpty, !ids.insert(cell.id).inserted { notes.add("read an id that another cell has", place + 1) }
      notes.metadata.formUnion(cell.foreign)
      cells.append((place + 1, cell))
    }
    let known: Set<String> = ["kernelspec", "language_info", "podium", "title"]
    notes.metadata.formUnion((root["metadata"]?.members ?? []).map(\.0).filter { !known.contains($0) })
    if let place = cells.firstIndex(where: { $0.cell.kind == .code }), let text = cells[place].cell.frontMatter {
      try take(front: text + (text.utf8.last == 0x0A || cells[place].cell.kept["closing"] != nil ? "" : "\n"))
      cells.remove(at: place)
    } else if let text = podium?["front_matter"]?.string {
      try take(front: text)
    }
    for (number, cell) in cells {
      switch cell.kind {
      case .markdown: prose(cell.source, of: cell, number)
      case .raw:
        notes.add("put raw text between fences", number)
        let ticks = Fence.ticks(around: cell.source)
        prose(ticks + "raw\n" + cell.source + (cell.source.utf8.last == 0x0A ? "" : "\n") + ticks, of: cell, number)
      case .code: code(cell, number)
      }
    }
    if let end = podium?["end"]?.string, end.allSatisfy(\.isWhitespace) { text += end }
    finish(hasMark: podium?["mark"]?.bool ?? false)
  }

  private mutating func take(front text: String) throws(Diagnostic) {
    do throws(Diagnostic) {
      let notebook = try Notebook(text, file: target)
      guard notebook.blocks.isEmpty else {
        throw Diagnostic("bad-front-matter", "the metadata 'front_matter' have more than front matter")
      }
      front = notebook.frontMatter
    } catch {
      var error = error
      error.place = nil
      throw error
    }
  }

  /// Puts the front matter at the top.
  private mutating func finish(hasMark: Bool) {
    front = front.with(parameters: given)
    if !lastIsOwn, !text.isEmpty, text.utf8.last != 0x0A { text += "\n" }
    // A line `---` at the top begins front matter, unless this is prose.
    if front.text.isEmpty, text.utf8.starts(with: "---".utf8),
      (try? Notebook(text, file: target))?.frontMatter.text.isEmpty != true
    {
      text = "\n" + text
    }
    let isOpen = front.text.utf8.last.map { $0 != 0x0A } ?? false
    text = (hasMark ? "\u{FEFF}" : "") + front.text + (isOpen && !text.isEmpty ? "\n" : "") + text
  }

  /// Adds a block after what there is, with an empty line between them unless both are as podium wrote them.
  private mutating func add(_ block: String, isOwn: Bool) {
    if !closing.isEmpty || !(text.utf8.last.map { $0 == 0x0A } ?? true) {
      text += (text.utf8.last == 0x0A ? "" : "\n") + (closing.isEmpty ? "" : closing + "\n")
    }
    let endsBlank =
      text.isEmpty || [[10, 10], [10, 13, 10]].contains { text.utf8.suffix($0.count).elementsEqual($0) }
    if !(isOwn && lastIsOwn), !endsBlank { text += "\n" }
    (closing, lastIsOwn) = ("", isOwn)
    text += block
  }

  // MARK: Prose

  private mutating func prose(_ source: String, of cell: JupyterCell, _ number: Int) {
    let source = attaching(cell.attachments, to: source, number)
    let prose = ImportedProse(source, after: lastRecorded, isOwn: cell.isOwn)
    if prose.isShielded {
      notes.add("moved fences in by a space, since in prose they would be cells or outputs", number)
    }
    add(prose.text, isOwn: cell.isOwn)
    closing = prose.closing
    if !source.allSatisfy(\.isWhitespace) { lastRecorded = nil }
  }

  /// The prose with its attachments as files.
  private mutating func attaching(_ attachments: [(String, JSONValue)], to source: String, _ number: Int) -> String {
    var places: [String: String] = [:]
    for (name, forms) in attachments {
      let found = (forms.members ?? []).lazy.compactMap { type, data -> (String, [UInt8])? in
        guard let ending = JupyterReader.endings[type] else { return nil }
        return data.joined.flatMap { Base64.bytes(String($0.filter { !$0.isNewline })) }.map { (ending, $0) }
      }.first
      guard let (ending, bytes) = found else {
        notes.add("left out an attachment that is not a picture", number)
        continue
      }
      let file = CellFigures.slug(FilePath(name).stem) + "-" + SHA256.hex(bytes).prefix(6) + "." + ending
      pictures.append(CellFigures.Picture(name: file, bytes: bytes))
      places[name.replacing(" ", with: "%20")] =
        FilePath.join(CellFigures.folder(of: target), file).replacing(" ", with: "%20")
    }
    guard !places.isEmpty else { return source }
    let (bytes, mark) = (Array(source.utf8), TextSearch("attachment:"))
    var (out, place): ([UInt8], Int) = ([], 0)
    while let found = mark.first(in: bytes.span, from: place) {
      let name = bytes[(found + mark.wanted.count)...].prefix { $0 > 0x20 && !")\"'>".utf8.contains($0) }
      let known = places[String(decoding: name, as: UTF8.self)]
      out += bytes[place..<(known == nil ? name.endIndex : found)]
      out += (known ?? "").utf8
      place = name.endIndex
    }
    return String(decoding: out + bytes[place...], as: UTF8.self)
  }

  private static let endings = CellFigures.endings.merging(
    ["image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"]) { $1 }

  // MARK: Cells

  private mutating func code(_ cell: JupyterCell, _ number: Int) {
    if !cell.isOwn, let values = try? Assignments.read(cell.source, declared: front.parameters.keys) {
      given.merge(values) { $1 }
      return notes.add("put values of parameters into the front matter", number)
    }
    if cell.tags.contains(JupyterCell.parameters), cell.source.utf8.starts(with: "#|".utf8) {
      notes.add("took what was the front matter as commands, since not every line begins with '#| '", number)
    }
    let made = JupyterRecording(cell.outputs, of: Notebook.Cell.hash(of: cell.source), acceptsAny: isOld)
    if made.foreign > 0 { notes.add("left out outputs of another kernel", number) }
    if made.streams > 0 { notes.add("left out what programs wrote", number) }
    let figures = made.pictures(beside: target)
    let block = cell.block(made, figures, isOld: isOld)
    if !block.isKept { notes.add("left out options of podium that do not fit the cell", number) }
    add(block.text, isOwn: cell.isOwn)
    lastRecorded = block.recorded
    let names = Set(CellFigures.names(in: block.recorded))
    pictures += figures.pictures.filter { names.contains($0.name) }
  }
}
