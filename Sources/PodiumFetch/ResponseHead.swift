internal import PodiumCore

/// What podium reads from the status line and headers of a response; after redirects, those of the last one.
struct ResponseHead: Equatable {
  /// The reason phrase after the status, as the server sent it.
  var reason = ""
  /// Whether the status is one of a redirect.
  private(set) var isRedirect = false
  /// The values of the headers in `wanted`, by their lower-case names.
  private(set) var values: [String: String] = [:]
  /// The bytes of all headers so far, including those of redirects.
  private(set) var size = 0

  /// Maximum number of bytes of headers; beyond this the server is flooding us.
  static let sizeLimit = 256 << 10

  private static let wanted: Set<String> = [
    "content-type", "content-disposition", "content-encoding", "etag", "last-modified", "cache-control",
  ]

  /// Adds one line; false if the limit is exceeded.
  mutating func add(_ line: some Collection<UInt8>) -> Bool {
    size += line.count
    guard size <= ResponseHead.sizeLimit else { return false }
    if line.starts(with: "HTTP/".utf8) {
      values = [:]
      let words = ResponseHead.text(line).split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
      isRedirect = words.count > 1 && words[1].count == 3 && words[1].hasPrefix("3")
      reason = words.count > 2 ? String(words[2].prefix(100)) : ""
    } else if let colon = line.firstIndex(of: 0x3A) {
      let name = ResponseHead.text(line[..<colon]).lowercased()
      if ResponseHead.wanted.contains(name) {
        values[name] = ResponseHead.text(line[line.index(after: colon)...].prefix(8192))
      }
    }
    return true
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    let blanks: [UInt8] = [0x20, 0x09, 0x0D, 0x0A]
    var line = Array(bytes.drop { blanks.contains($0) })
    while let last = line.last, blanks.contains(last) { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  /// For example `text/csv` from `Text/CSV; charset=utf-8`.
  var mediaType: String? {
    let type = values["content-type"]?.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    return type.flatMap { $0.isEmpty ? nil : String($0.prefix(200)) }
  }

  /// How the transfer was compressed; nil if it was not.
  var packing: String? {
    values["content-encoding"].map { $0.lowercased() }.flatMap { ["", "identity"].contains($0) ? nil : $0 }
  }

  /// A version tag that can be sent back unchanged: printable ASCII of limited length.
  var etag: String? { ResponseHead.returnable(values["etag"]) }

  /// A time that can be sent back unchanged.
  var lastModified: String? { ResponseHead.returnable(values["last-modified"]) }

  /// Whether the server allows the response to be kept.
  var mayBeKept: Bool { values["cache-control"].map { !$0.lowercased().contains("no-store") } ?? true }

  /// A text that is safe as one header line of a request.
  static func returnable(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.count <= 512, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      return nil
    }
    return text
  }

  /// The file name in `attachment; filename="data.csv"`; RFC 6266's form `filename*=UTF-8''…` takes precedence.
  var fileName: String? {
    guard let header = values["content-disposition"] else { return nil }
    var plain: String?
    for part in ResponseHead.parameters(of: header) {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let key = part[..<equals].filter { !$0.isWhitespace }.lowercased()
      let value = part[part.index(after: equals)...].drop { $0.isWhitespace }
      if key == "filename*", value.lowercased().hasPrefix("utf-8''") {
        return ResponseHead.decoded(value.dropFirst(7))
      }
      if key == "filename", plain == nil { plain = ResponseHead.unquoted(value) }
    }
    return plain.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The parts between semicolons outside of quotes.
  private static func parameters(of header: String) -> [Substring] {
    var isQuoted = false
    return header.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ";" && !isQuoted
    }
  }

  private static func unquoted(_ value: Substring) -> String {
    guard value.first == "\"" else { return String(value.prefix { !$0.isWhitespace }) }
    return String(value.dropFirst().prefix { $0 != "\"" })
  }

  private static func decoded(_ value: Substring) -> String? {
    var out: [UInt8] = []
    var bytes = Array(value.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == 0x25, bytes.count >= 2, let read = UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16) {
        out.append(read)
        bytes = bytes.dropFirst(2)
      } else {
        out.append(byte)
      }
    }
    return String(validating: out, as: UTF8.self)
  }
}
