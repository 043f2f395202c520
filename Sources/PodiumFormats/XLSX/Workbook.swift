internal import PodiumCore

/// What a workbook declares apart from cells: sheets, shared texts, formats, its date system.
struct Workbook {
  struct Sheet {
    var name: String
    var path: String
    var isHidden: Bool
  }

  private(set) var archive: ZipArchive
  private(set) var sheets: [Sheet] = []
  private(set) var texts: [String] = []
  private(set) var formats: [CellFormat] = []
  private(set) var startsIn1904 = false

  /// Reads everything except the sheets.
  ///
  /// Throws `not-a-workbook` for other archives, and what `ZipArchive` and `XMLScanner` throw.
  init(_ archive: ZipArchive) throws(Diagnostic) {
    self.archive = archive
    let name = archive.name
    if archive.entries["xl/workbook.bin"] != nil {
      throw Diagnostic("not-a-workbook", "'\(name)' is a binary workbook (.xlsb)", help: ForeignFormat.toXLSX)
    }
    let path = try root() ?? "xl/workbook.xml"
    guard let workbook = try self.archive.bytes(of: path) else {
      throw Diagnostic(
        "not-a-workbook", "'\(name)' is a ZIP archive, but not an Excel workbook",
        help: "unpack it and load the file inside"
      )
    }
    let folder = FilePath.joined(FilePath(path).names.dropLast())
    let rels = FilePath(folder).joined("_rels").joined(FilePath(path).name + ".rels")
    let links = try relations(rels.text, base: folder)
    try Workbook.each(workbook, FilePath.join(archive.name, path)) { (tag, attributes) throws(Diagnostic) in
      if tag == "workbookPr" {
        startsIn1904 = ["1", "true", "on"].contains(attributes["date1904"] ?? "")
      } else if tag == "sheet", let id = attributes["id"], let link = links.first(where: { $0.id == id }) {
        // Chart and macro sheets have no cells.
        if link.kind.hasSuffix("/worksheet") {
          sheets.append(
            Sheet(
              name: attributes["name"] ?? "", path: link.target,
              isHidden: (attributes["state"] ?? "visible") != "visible"))
        }
      }
    }
    if let shared = links.first(where: { $0.kind.hasSuffix("/sharedStrings") }),
      let bytes = try self.archive.bytes(of: shared.target)
    {
      try readTexts(bytes, shared.target)
    }
    if let styles = links.first(where: { $0.kind.hasSuffix("/styles") }),
      let bytes = try self.archive.bytes(of: styles.target)
    {
      try readFormats(bytes, styles.target)
    }
  }

  mutating func bytes(of sheet: Sheet) throws(Diagnostic) -> [UInt8] {
    guard let bytes = try archive.bytes(of: sheet.path) else {
      throw Diagnostic(
        "damaged-file", "'\(archive.name)' is missing the sheet \(sheet.name.quotedInNotice)", help: "save it again")
    }
    return bytes
  }

  private mutating func root() throws(Diagnostic) -> String? {
    try relations("_rels/.rels", base: "").first { $0.kind.hasSuffix("/officeDocument") }?.target
  }

  private mutating func relations(
    _ path: String, base: String
  ) throws(Diagnostic) -> [(id: String, kind: String, target: String)] {
    guard let bytes = try archive.bytes(of: path) else { return [] }
    var found: [(id: String, kind: String, target: String)] = []
    try Workbook.each(bytes, FilePath.join(archive.name, path)) { (tag, attributes) throws(Diagnostic) in
      guard tag == "Relationship", let id = attributes["Id"], let target = attributes["Target"] else { return }
      found.append((id, attributes["Type"] ?? "", Workbook.resolve(target, base)))
    }
    return found
  }

  /// A path in the archive, resolved from a reference in another file.
  private static func resolve(_ target: String, _ base: String) -> String {
    var parts = FilePath(target).isAbsolute ? [] : FilePath(base).names
    for part in FilePath(target).names {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return FilePath.joined(parts)
  }

  /// Visits every tag of a file; static, so that the visitor may change the workbook.
  private static func each(
    _ bytes: [UInt8], _ path: String,
    _ visit: (String, [(name: String, value: String)]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let decoded = try DecodedText.decode(bytes, name: path)
    var scanner = XMLScanner(name: path, from: decoded.start)
    while let token = try scanner.next(decoded.bytes.span) {
      if case .start(let tag, let attributes, _) = token { try visit(tag, attributes) }
    }
  }

  // MARK: Texts

  private mutating func readTexts(_ bytes: [UInt8], _ path: String) throws(Diagnostic) {
    let decoded = try DecodedText.decode(bytes, name: FilePath.join(archive.name, path))
    var scanner = XMLScanner(name: FilePath.join(archive.name, path), from: decoded.start)
    var run = RichText()
    while let token = try scanner.next(decoded.bytes.span) {
      switch token {
      case .start("si", _, let isEmpty):
        run = RichText()
        if isEmpty { texts.append("") }
      case .end("si"): texts.append(run.text)
      default: run.take(token)
      }
    }
  }

  // MARK: Formats

  private mutating func readFormats(_ bytes: [UInt8], _ path: String) throws(Diagnostic) {
    var codes: [Int: String] = [:]
    var isCellFormats = false
    var found: [CellFormat] = []
    try Workbook.each(bytes, FilePath.join(archive.name, path)) { (tag, attributes) throws(Diagnostic) in
      switch tag {
      case "numFmt":
        if let id = attributes["numFmtId"].flatMap({ Int($0) }) { codes[id] = attributes["formatCode"] ?? "" }
      case "cellXfs": isCellFormats = true
      case "cellStyles", "dxfs", "cellStyleXfs": isCellFormats = false
      case "xf":
        guard isCellFormats else { return }
        let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
        var format = codes[id].map { CellFormat(code: $0) } ?? CellFormat(builtIn: id)
        format.isLiteral = ["1", "true"].contains(attributes["quotePrefix"] ?? "")
        found.append(format)
      default: break
      }
    }
    formats = found
  }
}

/// A text of formatted runs, without its phonetic annotations.
struct RichText {
  private(set) var bytes: [UInt8] = []
  private var inText = false
  private var phonetic = 0

  mutating func take(_ token: XMLToken) {
    switch token {
    case .start("t", _, let isEmpty): inText = !isEmpty && phonetic == 0
    case .end("t"): inText = false
    case .start("rPh", _, let isEmpty): if !isEmpty { phonetic += 1 }
    case .end("rPh"): phonetic -= 1
    case .text(let text): if inText { bytes += text }
    default: break
    }
  }

  /// The text, with `_x000D_` decoded.
  var text: String { RichText.unescaped(String(decoding: bytes, as: UTF8.self)) }

  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(0x5F), text.contains("_x") else { return text }
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == 0x5F, i + 6 < bytes.count, bytes[i + 1] == 0x78, bytes[i + 6] == 0x5F,
        let code = JSONLexer.hexadecimal(bytes.span, i + 2, bytes.count), let scalar = Unicode.Scalar(code)
      {
        out += Array(String(Character(scalar)).utf8)
        i += 7
      } else {
        out.append(bytes[i])
        i += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
