package import PodiumCore

/// A line of the wire to workers that names its bytes: a word, a name and base64.
package enum NamedBytes {
  package static var badLine: Diagnostic { Diagnostic("bad-message", "a worker's line is not a message") }

  /// A line with a word, a name and bytes.
  package static func line(_ word: String, _ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array((word + " " + name + " ").utf8) + Array(Base64.text(bytes).utf8) + [0x0A]
  }

  /// The name and the bytes of a line that begins with a word; nil for any other line, `bad-message` for a broken one.
  package static func read(_ word: String, _ line: [UInt8]) throws(Diagnostic) -> (name: String, bytes: [UInt8])? {
    let mark = Array((word + " ").utf8)
    guard line.starts(with: mark) else { return nil }
    let parts = line.dropFirst(mark.count).split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = Base64.bytes(String(decoding: parts[1], as: UTF8.self)) else { throw badLine }
    return (String(decoding: parts[0], as: UTF8.self), bytes)
  }
}
