public import PodiumCore

/// Hashes of data by the names of files as bytes: two names that look alike are two files.
public typealias DataHashes = [FilePath: String]

/// The lines between `---` at the top of a notebook: a small subset of YAML, kept as written.
public struct FrontMatter: Sendable, Equatable {
  /// The lines as written, with `---` and line ends; empty if there is no front matter.
  public var text = ""
  /// The version of the notebook format.
  public var format: Int?
  public var title: String?
  /// The random seed.
  public var seed: UInt64?
  /// Who records are by in a replay; nil if no cell wrote any.
  public var author: String?
  /// The hashes of the data, by name.
  public var data: DataHashes = [:]
  /// The versions of the plugins, by name.
  public var plugins: [String: String] = [:]
  /// The parameters with their defaults.
  public var parameters: [String: String] = [:]

  /// An empty front matter.
  public init() {}

  /// Reads the lines between the `---` lines of a file; the first of them is line 2.
  ///
  /// Unknown keys are kept and ignored. Throws `bad-front-matter` and `newer-format`.
  init(lines: [String], text: String, file: String) throws(Diagnostic) {
    self.text = text
    var section: String?
    for (offset, line) in lines.enumerated() {
      do throws(Diagnostic) { try take(line, &section) } catch { throw error.inFile(file, line: offset + 2) }
    }
  }

  private mutating func take(_ line: String, _ section: inout String?) throws(Diagnostic) {
    let trimmed = FrontMatter.trimmed(line)
    if trimmed.isEmpty || trimmed.hasPrefix("#") { return }
    guard let colon = trimmed.firstIndex(of: ":") else {
      // Lists and folded texts belong to unknown keys.
      if section != nil || trimmed.hasPrefix("-") { return }
      throw Diagnostic(
        "bad-front-matter", "'\(trimmed.cut(toWidth: 40))' in the front matter is not 'key: value'",
        help: "write it as in: seed: 7")
    }
    let key = FrontMatter.trimmed(trimmed[..<colon])
    let value = FrontMatter.value(trimmed[trimmed.index(after: colon)...])
    if line.first == " " || line.first == "\t" {
      switch section {
      case "data": data[FilePath(key)] = value
      case "plugins": plugins[key] = value
      case "parameters": parameters[key] = value
      default: break
      }
      return
    }
    section = value.isEmpty ? key : nil
    switch key {
    case "data", "plugins", "parameters":
      guard value.isEmpty || value == "{}" else {
        throw Diagnostic(
          "bad-front-matter", "'\(key)' cannot have its entries on its own line",
          help: "write each on an indented line below it, as in: k: 3")
      }
    case "podium": format = try FrontMatter.version(value)
    case "title": title = value
    case "author": author = value.isEmpty ? nil : value
    case "seed":
      // Seeds are entered and shown as signed 64-bit integers.
      guard let number = Int(value), number >= 0 else {
        throw Diagnostic("bad-front-matter", "'seed' must be a whole number of at least 0, not '\(value)'")
      }
      seed = UInt64(number)
    default: break
    }
  }

  private static func version(_ text: String) throws(Diagnostic) -> Int {
    guard let version = Int(text), version >= 1 else {
      throw Diagnostic("bad-front-matter", "'podium' must be a format version, not '\(text)'")
    }
    guard version <= Notebook.formatVersion else {
      throw Diagnostic(
        "newer-format",
        "the notebook has format \(version), but this podium reads formats up to \(Notebook.formatVersion)",
        help: "update podium")
    }
    return version
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    var view = Substring(text)
    while let first = view.first, first == " " || first == "\t" { view.removeFirst() }
    while let last = view.last, last == " " || last == "\t" || last == "\r" { view.removeLast() }
    return String(view)
  }

  /// A value without its quotes, or without the comment after a space and `#`.
  static func value(_ raw: Substring) -> String {
    let text = trimmed(raw)
    if let first = text.first, first == "\"" || first == "'" {
      guard text.count >= 2, first == text.last else { return text }
      return String(text.dropFirst().dropLast())
    }
    if text.hasPrefix("#") { return "" }
    guard let comment = text.firstRange(of: " #") else { return text }
    return trimmed(text[..<comment.lowerBound])
  }
}
