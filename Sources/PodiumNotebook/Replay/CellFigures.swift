public import PodiumCore
public import PodiumPlugin

/// The figures of a cell as files beside the notebook: `NAME.podium_files/TITLE-HASH.svg`.
public struct CellFigures: Sendable, Equatable {
  /// A figure in a file.
  public struct Picture: Sendable, Equatable {
    /// The name of the file.
    public var name: String
    /// What it shows.
    public var title: String
    /// What the file holds.
    public var bytes: [UInt8]

    /// Puts a picture together.
    public init(name: String, title: String = "", bytes: [UInt8]) {
      self.name = name
      self.title = title
      self.bytes = bytes
    }
  }

  /// The folder's name, without what leads to it.
  let folder: String
  /// The figures in their order.
  public let pictures: [Picture]

  /// The figures some reports hold, of those kinds that pages show; `file` is the notebook.
  init(of cell: Notebook.Cell, reports: [CommandReport], file: String) {
    folder = CellFigures.folder(of: file)
    var pictures: [Picture] = []
    for case .figure(let figure) in reports.flatMap(\.outputs) {
      guard let bytes = figure.data, let ending = CellFigures.endings[figure.mediaType] else { continue }
      let stem = CellFigures.slug(figure.title) + "-" + cell.hash
      let twins = pictures.count { $0.name.hasPrefix(stem) }
      let name = stem + (twins == 0 ? "" : "-\(twins + 1)") + "." + ending
      pictures.append(Picture(name: name, title: figure.title, bytes: bytes))
    }
    self.pictures = pictures
  }

  private static let endings = ["image/svg+xml": "svg", "image/png": "png"]

  /// The folder of a notebook's figures, beside it.
  public static func folder(of file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return (name.hasSuffix(".md") ? String(name.dropLast(3)) : name) + "_files"
  }

  /// A line of Markdown for each figure.
  var links: String {
    pictures.map { picture in
      let title = picture.title.unicodeScalars.filter { !"[]\\`<>".unicodeScalars.contains($0) && $0.value >= 0x20 }
      let place = folder + "/" + picture.name
      // A blank or a bracket would end a bare address.
      let isBare = place.utf8.allSatisfy { $0 > 0x20 && $0 != 0x28 && $0 != 0x29 && $0 != 0x3C && $0 != 0x3E }
      return "![" + String(String.UnicodeScalarView(title)) + "](" + (isBare ? place : "<" + place + ">") + ")\n"
    }.joined()
  }

  /// Whether a line beneath a cell shows a figure that was kept with the notebook.
  static func isLink(_ line: Substring) -> Bool { name(inLink: line) != nil }

  /// The names of the figures' files in what is recorded beneath a cell.
  static func names(in recorded: String) -> [String] { TextLines.split(recorded).compactMap(name(inLink:)) }

  private static func name(inLink line: Substring) -> String? {
    let text = TextLines.bare(line)
    guard text.hasPrefix("!["), text.hasSuffix(")"), let mark = text.firstRange(of: ".podium_files/") else {
      return nil
    }
    let rest = text[mark.upperBound...].dropLast()
    let name = rest.hasSuffix(">") ? rest.dropLast() : rest
    return name.isEmpty || name.contains("/") ? nil : String(name)
  }

  /// Small letters, digits and hyphens: a name that every disk and every address can hold.
  private static func slug(_ title: String) -> String {
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
  /// Writes pictures into the folder beside a notebook; what is there under their names is replaced.
  ///
  /// Throws what the disk refuses.
  public static func write(
    _ pictures: [Picture], beside path: String, shown file: String, with files: any FileAccess
  ) throws(Diagnostic) {
    guard !pictures.isEmpty else { return }
    func beside(_ path: String) -> String {
      let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      return parent + folder(of: path)
    }
    let (place, shown) = (beside(path), beside(file))
    // The notebook's author may have put a link there: its target is not replaced.
    for name in [""] + pictures.map({ "/" + $0.name }) where files.isLink(place + name) {
      throw Diagnostic(
        "unwritable-file", "'\(shown + name)' is a symbolic link and cannot be replaced by a figure",
        help: "remove the link")
    }
    if files.kind(of: place) == .none { try files.makeFolder(place, shown: shown) }
    for picture in pictures {
      try files.write(
        picture.bytes, to: place + "/" + picture.name, shown: shown + "/" + picture.name, mode: .replace)
    }
  }
}
