internal import Glibc
internal import PodiumCore

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
  static func markup(_ text: String) -> String { SafeText.escapeMarkup(SafeText.escapeLines(text), quotes: false) }

  private mutating func write(_ node: Node) {
    switch node {
    case .group(let classes, let nodes):
      guard !nodes.isEmpty else { return }
      if let radius = SVGWriter.dots(nodes) {
        writeDots(nodes, radius: radius, classes)
        return
      }
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

  /// The radius of a group of circles that all have one; nil for other groups.
  private static func dots(_ nodes: [Node]) -> Double? {
    guard nodes.count > 1, case .shape(.circle(_, let radius), _, _)? = nodes.first else { return nil }
    let isOne = nodes.allSatisfy { node in
      if case .shape(.circle(_, let own), let classes, _) = node { own == radius && classes.isEmpty } else { false }
    }
    return isOne ? radius : nil
  }

  /// Circles of one size as the round ends of strokes without a length, which takes half the bytes.
  private mutating func writeDots(_ nodes: [Node], radius: Double, _ classes: String) {
    out += "<g class=\"\(classes) z\" stroke-width=\""
    number(radius * 2)
    out += "\">\n"
    for node in nodes {
      guard case .shape(.circle(let centre, _), _, let title) = node else { continue }
      out += "<path d=\"M"
      number(centre.x)
      out += " "
      number(centre.y)
      out += "h0\""
      close("path", title)
    }
    out += "</g>\n"
  }

  private mutating func close(_ name: String, _ title: String?) {
    if let title { out += "><title>" + SVGWriter.markup(title) + "</title></\(name)>\n" } else { out += "/>\n" }
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
    close(name, title)
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

  /// A piece of a path: its first point, then the steps from point to point. Steps are between rounded places, so that
  /// rounding never adds up.
  private mutating func path(_ points: [Point], isClosed: Bool) {
    var (here, command) = ((x: 0, y: 0), "")
    for (place, point) in points.enumerated() {
      let next = (x: SVGWriter.tenths(point.x), y: SVGWriter.tenths(point.y))
      let step = (x: next.x - here.x, y: next.y - here.y)
      let name = place == 0 ? "M" : step.y == 0 ? "h" : step.x == 0 ? "v" : "l"
      let numbers = name == "h" ? [step.x] : name == "v" ? [step.y] : [step.x, step.y]
      for (order, tenths) in numbers.enumerated() {
        if order == 0, name != command { out += name } else if tenths >= 0 { out += " " }
        number(tenths: tenths)
      }
      (here, command) = (next, name)
    }
    if isClosed { out += "z" }
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
    if text.size != AxisLabels.size {
      out += " font-size=\""
      number(text.size)
      out += "\""
    }
    if text.isBold, text.classes != "h" { out += " font-weight=\"600\"" }
    let anchor: String? =
      switch text.anchor {
      case .start: nil
      case .middle: "tm"
      case .end: "te"
      }
    let classes = [text.classes, anchor ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    if !classes.isEmpty { out += " class=\"\(classes)\"" }
    out += ">" + SafeText.escapeMarkup(text.text, quotes: false) + "</text>\n"
  }

  /// A coordinate with one decimal: a tenth of a pixel is finer than any screen draws it.
  private mutating func number(_ x: Double) { number(tenths: SVGWriter.tenths(x)) }

  private static func tenths(_ x: Double) -> Int { whole((min(max(x, -1e7), 1e7) * 10).rounded()) }

  private mutating func number(tenths: Int) {
    if tenths < 0 { out += "-" }
    let (units, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    if units > 0 || rest == 0 { out += String(units) }
    if rest > 0 { out += "." + String(rest) }
  }
}
