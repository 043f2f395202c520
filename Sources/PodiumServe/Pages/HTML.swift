internal import PodiumCore

/// Markup of a page: texts and the values of attributes are escaped as they come in, and nothing else gets in.
struct HTML: Sendable, ExpressibleByStringInterpolation {
  private(set) var text: String

  private init(markup text: String) { self.text = text }

  /// Text as it is read; signs that would hide or turn what follows are shown by their escapes.
  init(stringLiteral text: String) { self = .text(text) }

  static func text(_ text: String) -> HTML { HTML(markup: SafeText.escapeMarkup(SafeText.escape(text))) }

  /// Text with its line feeds.
  static func lines(_ text: String) -> HTML { HTML(markup: SafeText.escapeMarkup(SafeText.escapeLines(text))) }

  /// What the renderer of outputs made, which escapes by itself; tables move inside a box that keys reach.
  static func rendered(_ text: String) -> HTML {
    let opened = TextSearch("<table>").replaced(by: "<div class=\"wide\" tabindex=\"0\"><table>", in: text)
    return HTML(markup: TextSearch("</table>").replaced(by: "</table></div>", in: opened))
  }

  /// An element. An attribute without a value is left out, and so is an address that is not of this service.
  static func tag(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ children: HTML...
  ) -> HTML { tag(name, attributes, children) }

  static func tag(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>, _ children: [HTML]
  ) -> HTML {
    var out = "<\(name)"
    for (key, value) in attributes {
      guard let value else { continue }
      if ["href", "src", "action"].contains("\(key)"), !isOwn(value) { continue }
      out += " \(key)=\"" + SafeText.escapeMarkup(SafeText.escape(value)) + "\""
    }
    out += ">" + children.map(\.text).joined()
    return HTML(markup: out + (isVoid("\(name)") ? "" : "</\(name)>"))
  }

  static func link(_ label: String, to address: String) -> HTML { tag("a", ["href": address], .text(label)) }

  /// What a form sends without showing it.
  static func hidden(_ name: String, _ value: String) -> HTML {
    tag("input", ["type": "hidden", "name": name, "value": value])
  }

  /// A control of a form with its label before it.
  static func field(_ id: String, _ label: String, _ control: HTML, hint: HTML = "") -> HTML {
    tag("p", ["class": "field"], tag("label", ["for": id], text(label)), control, hint)
  }

  /// Items, each in a line.
  static func list(_ items: [HTML]) -> HTML { tag("ul", ["class": "list"], items.map { tag("li", [:], $0) }) }

  /// Choices, of which one may be chosen already.
  static func options(_ values: [String], chosen: String, _ label: (String) -> String) -> [HTML] {
    values.map { value in
      tag("option", ["value": value, "selected": value == chosen && !value.isEmpty ? "" : nil], text(label(value)))
    }
  }

  /// A table inside a box that it may be wider than.
  static func table(_ rows: [HTML], head: [HTML] = []) -> HTML {
    let parts = (head.isEmpty ? [] : [tag("thead", [:], head)]) + [tag("tbody", [:], rows)]
    return tag("div", ["class": "wide", "tabindex": "0"], tag("table", [:], parts))
  }

  static func joined(_ parts: [HTML]) -> HTML { HTML(markup: parts.map(\.text).joined()) }

  private static func isOwn(_ address: String) -> Bool {
    switch address.utf8.first {
    case UInt8(ascii: "/"): !address.utf8.starts(with: "//".utf8)
    case UInt8(ascii: "?"), UInt8(ascii: "#"): true
    default: false
    }
  }

  private static func isVoid(_ name: String) -> Bool { ["input", "meta", "link", "br", "hr"].contains(name) }
}
