/// Text of unknown origin made safe for a terminal: nothing in it can move the cursor, hide or reorder text.
///
/// Control, format, bidirectional, private, unassigned and invisible characters are shown as `\n`, `\t`, `\r` or
/// `\u{…}`; joiners and picture selectors stay only inside an emoji. When anything is escaped, or a backslash of the
/// text could be taken for an escape, every backslash of the text is doubled: two texts never look the same.
public enum SafeText {
  /// The maximum number of combining marks kept on one base; the rest becomes `…`.
  public static let markLimit = 8

  /// The text with every dangerous character shown by its escape.
  public static func escape(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x5C }) { return text }
    var out = ""
    out.reserveCapacity(text.utf8.count)
    var escaped = false
    for cluster in text { append(cluster, to: &out, escaped: &escaped, doubling: false) }
    guard escaped || looksEscaped(text), text.utf8.contains(0x5C) else { return out }
    // Doubling needs a second pass: only now is it known that an escape must be distinguished.
    out = ""
    for cluster in text { append(cluster, to: &out, escaped: &escaped, doubling: true) }
    return out
  }

  /// A sentence of podium's or a command as typed, with every dangerous character shown by its escape: a backslash is one, as in
  /// the command that a sentence suggests, and foreign names in it were escaped or quoted where they came in.
  public static func escapeSentence(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var (out, escaped) = ("", false)
    for cluster in text { append(cluster, to: &out, escaped: &escaped, doubling: false) }
    return out
  }

  /// Whether a text has no character that `escape` would show by an escape: what you see of it is all of it.
  public static func isVisible(_ text: String) -> Bool {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return true }
    var (out, escaped) = ("", false)
    for cluster in text {
      append(cluster, to: &out, escaped: &escaped, doubling: false)
      if escaped { return false }
    }
    return true
  }

  /// Whether a backslash of the text comes before what an escape goes on with.
  private static func looksEscaped(_ text: String) -> Bool {
    var afterBackslash = false
    for byte in text.utf8 {
      if afterBackslash, "nrtu\\".utf8.contains(byte) { return true }
      afterBackslash = byte == 0x5C
    }
    return false
  }

  /// The text escaped but for its line feeds and tabs (prose and multi-line messages).
  public static func escapeLines(_ text: String) -> String {
    if text.utf8.allSatisfy({ ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A }) { return text }
    // By scalars: a CRLF is one Character, and its line feed must be found inside it.
    var out = ""
    var run = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        out += escape(String(run))
        out.unicodeScalars.append(scalar)
        run.removeAll(keepingCapacity: true)
      } else {
        run.append(scalar)
      }
    }
    return out + escape(String(run))
  }

  /// A piece of JSON with every dangerous character of its texts as `\uXXXX`, which means the same.
  public static func escapeJSON(_ json: String) -> String {
    if json.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return json }
    var out = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      // Line feeds are between tokens only: in texts they are escaped already.
      guard scalar != "\n", mustEscape(scalar) else {
        out.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        out.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
      }
    }
    return String(out)
  }

  private static func append(
    _ cluster: Character, to out: inout String, escaped: inout Bool, doubling: Bool
  ) {
    let scalars = cluster.unicodeScalars
    let joined = EmojiSequence.matches(scalars)
    var marks = 0
    for scalar in scalars {
      if isMark(scalar) {
        marks += 1
        if marks == markLimit + 1 {
          out += "…"
          escaped = true
        }
        if marks > markLimit { continue }
      }
      if joined,
        scalar.value == 0x200D || scalar.value == 0xFE0F || (0xE0020...0xE007F).contains(scalar.value)
      {
        out.unicodeScalars.append(scalar)
      } else if mustEscape(scalar) {
        out += escapeSequence(scalar)
        escaped = true
      } else if doubling, scalar == "\\" {
        out += "\\\\"
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
  }

  /// A text as XML and HTML hold it: it can neither begin a tag nor, with `quotes`, end an attribute in double quotes.
  public static func escapeMarkup(_ text: String, quotes: Bool = true) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): out.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): out.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): out.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\"") where quotes: out.append(contentsOf: "&quot;".utf8)
      default: out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func escapeSequence(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  /// Whether a scalar must never reach a terminal as it is.
  static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x7F { return value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return true
    default: break
    }
    switch value {
    case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x2800, 0x3164, 0xFFA0: return true
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isBidiControl
    }
  }
}

extension String {
  /// The text cut to a number of terminal columns, on cluster borders, with `…` where something is missing.
  public func cut(toWidth width: Int) -> String {
    guard DisplayWidth.of(self) > width else { return self }
    guard width > 0 else { return "" }
    var out = ""
    var taken = 0
    for cluster in self {
      let columns = DisplayWidth.of(cluster)
      if taken + columns > width - 1 { break }
      out.append(cluster)
      taken += columns
    }
    return out + "…"
  }

  /// The text filled with spaces to a number of terminal columns.
  public func padded(toWidth width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
    return right ? blanks + self : self + blanks
  }
}
