/// A path as the system reads it: bytes, of which only `/` separates names.
///
/// A `String` must not be split, searched or compared as a path: a letter of the grapheme class Prepend and the `/` after it
/// are one `Character`, as `/` and a combining mark are, and `==` takes a composed and a decomposed name for the same,
/// though they are two files. So paths, names of files and their extensions are taken apart and compared here alone.
public struct FilePath: Sendable, Hashable {
  /// The path as it was given.
  public let text: String

  /// Takes a path as it is: nothing is resolved or checked.
  public init(_ text: String) { self.text = text }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// Whether two paths have the same bytes.
  public static func == (left: FilePath, right: FilePath) -> Bool { isSame(left.text, right.text) }

  /// Adds the bytes of the path.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0))
  }

  /// Whether two names or paths have the same bytes.
  public static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

  // MARK: Names

  /// Whether it begins at the root.
  public var isAbsolute: Bool { text.utf8.first == FilePath.slash }

  /// Whether it has a `/`, so that it is more than a name.
  public var hasFolder: Bool { text.utf8.contains(FilePath.slash) }

  /// Whether a word must mean a file, because of a `/` or a dot in it.
  public var looksLikeFile: Bool { hasFolder || text.utf8.contains(FilePath.dot) }

  /// The names from left to right, `.` and `..` among them.
  public var names: [String] { text.utf8.split(separator: FilePath.slash).map { String(Substring($0)) } }

  /// The last name; empty for the root and for an empty path.
  public var name: String { names.last ?? "" }

  /// The path without its last name; nil for a name alone, an empty path and the root.
  public var parent: FilePath? {
    let bytes = text.utf8
    guard let last = bytes.lastIndex(where: { $0 != FilePath.slash }),
      let slash = bytes[..<last].lastIndex(of: FilePath.slash)
    else { return nil }
    guard let end = bytes[..<slash].lastIndex(where: { $0 != FilePath.slash }) else { return FilePath("/") }
    return FilePath(String(text[..<bytes.index(after: end)]))
  }

  /// What precedes the last name, with its `/`, and the rest, which is empty after a `/`.
  public var cut: (folder: String, rest: String) {
    guard let slash = text.utf8.lastIndex(of: FilePath.slash) else { return ("", text) }
    let start = text.utf8.index(after: slash)
    return (String(text[..<start]), String(text[start...]))
  }

  /// Whether its last name begins with a dot.
  public var isHidden: Bool { name.utf8.first == FilePath.dot }

  /// Whether its names lead only to what is below the folder it starts from: it is relative and has no `..` and no zero
  /// byte. Links may still lead elsewhere.
  public var staysBelow: Bool {
    !isAbsolute && !text.utf8.contains(0) && !names.contains { FilePath.isSame($0, "..") }
  }

  // MARK: Extensions

  /// The parts of the last name after its dots, with the letters of ASCII in lower case.
  public var endings: [String] {
    let name = name.utf8.drop { $0 == FilePath.dot }
    let parts = name.split(separator: FilePath.dot, omittingEmptySubsequences: false)
    return parts.dropFirst().map { FilePath.lowercased(String(Substring($0))) }
  }

  /// The last of its extensions; empty if it has none.
  public var ending: String { endings.last ?? "" }

  /// Whether its bytes end in others, such as `.podium.md`.
  public func ends(in suffix: String) -> Bool { text.utf8.reversed().starts(with: suffix.utf8.reversed()) }

  /// The path without some last bytes; unchanged if it ends in others.
  public func dropping(_ suffix: String) -> FilePath {
    ends(in: suffix) ? FilePath(String(decoding: text.utf8.dropLast(suffix.utf8.count), as: UTF8.self)) : self
  }

  /// The path without the extension of its compression, which says nothing about the content.
  public var unpacked: FilePath {
    FilePath(FilePath.lowercased(text)).ends(in: ".gz")
      ? FilePath(String(decoding: text.utf8.dropLast(3), as: UTF8.self)) : self
  }

  /// The last name without its last extension; a dot at the start begins none.
  public var stem: String {
    let name = name
    guard let dot = name.utf8.lastIndex(of: FilePath.dot), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  // MARK: Joining

  /// The path of a name, or of a relative path, in this folder.
  public func joined(_ name: String) -> FilePath {
    FilePath(text.isEmpty || text.utf8.last == FilePath.slash ? text + name : text + "/" + name)
  }

  /// The path of a name in a folder.
  public static func join(_ folder: String, _ name: String) -> String { FilePath(folder).joined(name).text }

  /// Names as one relative path.
  public static func joined(_ names: [String]) -> String { names.joined(separator: "/") }

  /// The path from a folder to this place in it, empty for the folder itself; nil for a place outside.
  ///
  /// Names are compared as they are: links and `..` must be resolved before.
  public func inside(_ folder: FilePath) -> String? {
    if self == folder { return "" }
    let prefix = folder.joined("").text.utf8
    guard text.utf8.starts(with: prefix) else { return nil }
    return String(decoding: text.utf8.dropFirst(prefix.count), as: UTF8.self)
  }

  /// The path with the user's home folder in the place of a `~` at its start.
  public func expanded(home: String?) -> FilePath {
    guard let home, text.utf8.first == UInt8(ascii: "~") else { return self }
    let rest = text.utf8.dropFirst()
    return rest.isEmpty || rest.first == FilePath.slash
      ? FilePath(home + String(decoding: rest, as: UTF8.self)) : self
  }

  /// The path with the user's home folder shown as `~`.
  public func shortened(home: String?) -> String {
    guard let home, !home.isEmpty, let rest = inside(FilePath(home)) else { return text }
    return rest.isEmpty ? "~" : "~/" + rest
  }

  // MARK: Bytes

  private static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }
}
