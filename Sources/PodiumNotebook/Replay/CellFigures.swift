public import PodiumCore
public import PodiumPlugin

/// The figures of a cell as files next to the notebook: `NAME.podium_files/TITLE-HASH.svg`.
public struct CellFigures: Sendable, Equatable {
  /// A figure in a file.
  public struct Picture: Sendable, Equatable {
    /// The name of the file.
    public var name: String
    /// The title of the figure.
    public var title = ""
    /// The contents of the file.
    public var bytes: [UInt8]
  }

  /// The name of the folder, without its path.
  let folder: String
  /// The figures, in order.
  public let pictures: [Picture]

  /// The figures in some reports, of the kinds that pages can show; `file` is the notebook.
  init(of cell: Notebook.Cell, reports: [CommandReport], file: String) {
    let figures = reports.flatMap(\.outputs).compactMap { if case .figure(let figure) = $0 { figure } else { nil } }
    self.init(figures, of: cell.hash, file: file)
  }

  /// Figures of a source with some hash.
  init(_ figures: [FigureOutput], of hash: String, file: String) {
    folder = CellFigures.folder(of: file)
    var pictures: [Picture] = []
    var counts: [String: Int] = [:]
    for figure in figures {
      guard let bytes = figure.data, let ending = CellFigures.endings[figure.mediaType] else { continue }
      let stem = CellFigures.slug(figure.title) + "-" + hash
      let count = counts[stem, default: 0] + 1
      counts[stem] = count
      let name = stem + (count == 1 ? "" : "-\(count)") + "." + ending
      pictures.append(Picture(name: name, title: figure.title, bytes: bytes))
    }
    self.pictures = pictures
  }

  /// The figures in some reports of a cell.
  public static func pictures(of cell: Notebook.Cell, reports: [CommandReport], file: String) -> [Picture] {
    CellFigures(of: cell, reports: reports, file: file).pictures
  }

  /// The kinds of pictures, each with its file extension.
  static let endings = ["image/svg+xml": "svg", "image/png": "png"]

  /// The folder of a notebook's figures, next to it.
  public static func folder(of file: String) -> String {
    FilePath(FilePath(file).name).dropping(".md").text + "_files"
  }

  /// A line of Markdown for each figure.
  var links: String {
    pictures.map { picture in
      let title = picture.title.unicodeScalars.filter { !"[]\\`<>".unicodeScalars.contains($0) && $0.value >= 0x20 }
      let place = FilePath.join(folder, picture.name)
      // A space or a parenthesis would end a plain address.
      let isBare = place.utf8.allSatisfy { $0 > 0x20 && $0 != 0x28 && $0 != 0x29 && $0 != 0x3C && $0 != 0x3E }
      return "![" + String(String.UnicodeScalarView(title)) + "](" + (isBare ? place : "<" + place + ">") + ")\n"
    }.joined()
  }

  /// A recording with links to these figures in their own folder, whatever folder it names.
  func relinked(_ recorded: String) -> String {
    let own = Dictionary(zip(pictures.map(\.name), TextLines.split(links))) { first, _ in first }
    return TextLines.split(recorded).map { line in
      guard let name = CellFigures.name(inLink: line), line.firstRange(of: folder + "/") == nil else { return line }
      return own[name] ?? line
    }.joined()
  }

  /// Whether a line after a cell shows a recorded figure.
  static func isLink(_ line: Substring) -> Bool { name(inLink: line) != nil }

  /// The file names of the figures recorded after a cell.
  static func names(in recorded: String) -> [String] { TextLines.split(recorded).compactMap(name(inLink:)) }

  private static func name(inLink line: Substring) -> String? {
    let text = TextLines.bare(line)
    guard text.hasPrefix("!["), text.hasSuffix(")"), let mark = text.firstRange(of: ".podium_files/") else {
      return nil
    }
    let rest = text[mark.upperBound...].dropLast()
    let name = rest.hasSuffix(">") ? rest.dropLast() : rest
    return name.isEmpty || FilePath(String(name)).hasFolder ? nil : String(name)
  }

  /// Lower-case letters, digits and hyphens: valid in every file system and address.
  static func slug(_ title: String) -> String {
    var out = ""
    for byte in title.utf8.prefix(200) {
      switch byte {
      case 0x30...0x39, 0x61...0x7A: out.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x41...0x5A: out.unicodeScalars.append(Unicode.Scalar(byte + 0x20))
      default: if !out.isEmpty, !out.hasSuffix("-") { out += "-" }
      }
    }
    let cut = out.prefix(40)
    let slug = cut.hasSuffix("-") ? cut.dropLast() : cut
    return slug.isEmpty ? "figure" : String(slug)
  }
}

extension CellFigures {
  /// Writes pictures to the folder next to a notebook, replacing files of the same names.
  ///
  /// Throws whatever writing throws.
  public static func write(
    _ pictures: [Picture], beside path: String, shown file: String, with files: any FileAccess
  ) throws(Diagnostic) {
    guard !pictures.isEmpty else { return }
    func beside(_ path: String) -> FilePath { FilePath(FilePath(path).cut.folder + folder(of: path)) }
    let (place, shown) = (beside(path), beside(file))
    // The notebook's author may have put a link there; its target must not be replaced.
    let figures = pictures.map { (place.joined($0.name).text, shown.joined($0.name).text, $0.bytes) }
    for (path, name) in [(place.text, shown.text)] + figures.map({ ($0.0, $0.1) }) where files.isLink(path) {
      throw Diagnostic(
        "unwritable-file", "'\(name)' is a link, so the figure cannot be written there", help: "remove the link")
    }
    if files.kind(of: place.text) == .none { try files.makeFolder(place.text, shown: shown.text) }
    for (path, name, bytes) in figures { try files.write(bytes, to: path, shown: name, mode: .replace) }
  }
}
