import PodiumCore
import PodiumFigure
import PodiumNotebook

/// Prose of notebooks as HTML: nothing but the elements of Markdown, and no link that runs code.
struct FuzzProse: FuzzTarget {
  let name = "prose"

  private static let elements: Set<String> = [
    "a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "input", "li", "ol",
    "p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
  ]

  func feed(_ bytes: [UInt8]) {
    guard let html = try? Markdown.html(String(decoding: bytes, as: UTF8.self)) else { return }
    FuzzCheck.that(
      html.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" || $0 == "\r" },
      "a page has no control character")
    for piece in html.utf8.split(separator: 0x3C).dropFirst(html.utf8.first == 0x3C ? 0 : 1) {
      let tag = piece.first == 0x2F ? piece.dropFirst() : piece
      if tag.starts(with: "!-- raw HTML omitted -->".utf8) { continue }
      let name = String(
        decoding: tag.prefix { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }, as: UTF8.self)
      FuzzCheck.that(FuzzProse.elements.contains(name), "'<\(name)' is an element of Markdown")
    }
    let lower = html.lowercased()
    for scheme in ["javascript:", "vbscript:", "file:"] {
      FuzzCheck.that(!lower.contains("href=\"" + scheme) && !lower.contains("src=\"" + scheme), "no link runs code")
    }
    Plant.check([html])
  }
}

/// The values that a picture of podium carries.
struct FuzzFigure: FuzzTarget {
  let name = "figure"

  func feed(_ bytes: [UInt8]) {
    let wrapped = Array("<svg><metadata>".utf8) + bytes + Array("</metadata></svg>".utf8)
    for svg in [bytes, wrapped] {
      guard let value = FigureMetadata.read(svg) else { continue }
      FuzzCheck.that(value["podium_figure"]?.integer != nil, "the version of the values is known")
      FuzzCheck.that((try? JSONReader.value(value.text)) == value, "the values read back from their text")
      Plant.check((value.members ?? []).map(\.0))
    }
  }
}
