internal import Glibc
internal import PodiumCore

/// Writes a scene as SVG.
struct SVGWriter {
  private var out = ""

  /// The document with its description and the data drawn.
  static func document(_ scene: Scene, title: String, description: String, metadata: String) -> String {
    var writer = SVGWriter()
    writer.out.reserveCapacity(metadata.utf8.count + 8192)
    let (width, height) = (whole(max(0, scene.width)), whole(max(0, scene.height)))
    writer.out += """
      <svg xmlns="http://www.w3.org/2000/svg" class="pf" role="img" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      <title>\(markup(title))</title>
      <desc>\(markup(description))</desc>
      <metadata>\(metadata)</metadata>
      <style>\(SVGStyle.sheet)</style>
      <rect class="bg" width="\(width)" height="\(height)"/>

      """
    for node in scene.nodes { writer.write(node) }
    writer.out += "</svg>\n"
    return writer.out
  }

  /// A text as XML holds it: characters that XML does not allow are shown as escapes.
  static func markup(_ text: String) -> String { SafeText.escapeMarkup(SafeText.escapeLines(text)) }

  private mutating func write(_ node: Node) {
    switch node {
    case .group(let classes, let nodes):
      guard !nodes.isEmpty else { return }
      out += "<g class=\"\(classes)\">\n"
      for node in nodes { write(node) }
      out += "</g>\n"
    case .clipped(let box, let nodes):
      // An inner picture cuts off what is outside of it, without a name that another picture of the page may have too.
      out += "<svg"
      attributes(box)
      out += " viewBox=\""
      for (place, value) in [box.left, box.top, box.width, box.height].enumerated() {
        if place > 0 { out += " " }
        number(value)
      }
      out += "\">\n"
      for node in nodes { write(node) }
      out += "</svg>\n"
    case .shape(let shape, let classes, let title): write(shape, classes, title)
    case .text(let text): write(text)
    }
  }

  private mutating func write(_ shape: Shape, _ classes: String, _ title: String?) {
    let name: String
    switch shape {
    case .rect(let box):
      name = "rect"
      out += "<rect"
      attributes(box)
    case .circle(let centre, let radius):
      name = "circle"
      out += "<circle cx=\""
      number(centre.x)
      out += "\" cy=\""
      number(centre.y)
      out += "\" r=\""
      number(radius)
      out += "\""
    case .path(let pieces, let isClosed):
      name = "path"
      out += "<path d=\""
      for piece in pieces { path(piece, isClosed: isClosed) }
      out += "\""
    }
    if !classes.isEmpty { out += " class=\"\(classes)\"" }
    if let title { out += "><title>" + SVGWriter.markup(title) + "</title></\(name)>\n" } else { out += "/>\n" }
  }

  private mutating func attributes(_ box: Box) {
    out += " x=\""
    number(box.left)
    out += "\" y=\""
    number(box.top)
    out += "\" width=\""
    number(max(box.width, 0))
    out += "\" height=\""
    number(max(box.height, 0))
    out += "\""
  }

  private mutating func path(_ points: [Point], isClosed: Bool) {
    for (place, point) in points.enumerated() {
      out += place == 0 ? "M" : place == 1 ? "L" : " "
      number(point.x)
      out += " "
      number(point.y)
    }
    if isClosed { out += "Z" }
  }

  private mutating func write(_ text: SceneText) {
    guard !text.text.isEmpty else { return }
    out += "<text"
    if text.turn == 0 {
      out += " x=\""
      number(text.x)
      out += "\" y=\""
      number(text.y)
      out += "\""
    } else {
      out += " transform=\"translate("
      number(text.x)
      out += " "
      number(text.y)
      out += ") rotate(-\(text.turn))\""
    }
    if text.anchor != .start { out += " text-anchor=\"\(text.anchor.rawValue)\"" }
    if text.size != AxisLabels.size {
      out += " font-size=\""
      number(text.size)
      out += "\""
    }
    if text.isBold, text.classes != "h" { out += " font-weight=\"600\"" }
    if !text.classes.isEmpty { out += " class=\"\(text.classes)\"" }
    out += ">" + SafeText.escapeMarkup(text.text) + "</text>\n"
  }

  /// A coordinate with one decimal: a tenth of a pixel is finer than any screen draws it.
  private mutating func number(_ x: Double) {
    let tenths = whole((min(max(x, -1e7), 1e7) * 10).rounded())
    if tenths < 0 { out += "-" }
    out += String(tenths.magnitude / 10)
    let rest = tenths.magnitude % 10
    if rest > 0 { out += "." + String(rest) }
  }
}
