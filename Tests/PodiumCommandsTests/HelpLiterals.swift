import PodiumConformance

/// The texts after `help:` in Swift source, without interpolations.
enum HelpLiterals {
  static func texts(in source: String) -> [String] {
    var reader = SwiftText(source)
    var found: [String] = []
    while reader.pass(["help:", ".help = "]) {
      let text = reader.expression()
      if !text.isEmpty { found.append(text) }
    }
    return found
  }
}

/// Just enough of Swift's grammar to read string literals.
private struct SwiftText {
  let scalars: [Unicode.Scalar]
  var place = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// Skips past the next of some words; false if none follows.
  mutating func pass(_ words: [String]) -> Bool {
    while place < scalars.count {
      for word in words where begins(word) {
        place += word.unicodeScalars.count
        return true
      }
      place += 1
    }
    return false
  }

  /// The literals of an expression, joined, up to the comma, parenthesis or line end that ends it.
  mutating func expression() -> String {
    var out = ""
    var depth = 0
    while place < scalars.count {
      switch scalars[place] {
      case "\"": out += literal()
      case "#" where begins("#\""):
        place += 1
        out += literal(isRaw: true)
      case "(", "[", "{":
        depth += 1
        place += 1
      case ")", "]", "}":
        depth -= 1
        if depth < 0 { return out }
        place += 1
      case "," where depth == 0: return out
      case "?", ":":
        // The other branch of a conditional is a separate text.
        out += "\n"
        place += 1
      case "\n" where depth == 0 && !out.isEmpty && !goesOn: return out
      default: place += 1
      }
    }
    return out
  }

  private var goesOn: Bool {
    var next = place
    while next < scalars.count, scalars[next] == " " || scalars[next] == "\n" { next += 1 }
    return next < scalars.count && "+?:".unicodeScalars.contains(scalars[next])
  }

  private func begins(_ word: String) -> Bool { scalars[place...].starts(with: word.unicodeScalars) }

  private mutating func literal(isRaw: Bool = false) -> String {
    let quote = begins("\"\"\"") ? "\"\"\"" : "\""
    let end = isRaw ? quote + "#" : quote
    var out = String.UnicodeScalarView()
    place += quote.unicodeScalars.count
    while place < scalars.count, !begins(end) {
      if !isRaw, scalars[place] == "\\", place + 1 < scalars.count {
        place += 1
        if scalars[place] == "(" {
          out.append(contentsOf: String(MentionedVerbs.unknownPart).unicodeScalars)
          calculated()
        } else if scalars[place] == "\n" {
          while place < scalars.count, scalars[place] == " " || scalars[place] == "\n" { place += 1 }
        } else {
          out.append(scalars[place])
          place += 1
        }
      } else {
        out.append(scalars[place])
        place += 1
      }
    }
    place += end.unicodeScalars.count
    return String(out)
  }

  /// Skips the content of the parentheses of an interpolation.
  private mutating func calculated() {
    var depth = 0
    while place < scalars.count {
      switch scalars[place] {
      case "\"":
        _ = literal()
        continue
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return }
    }
  }
}
