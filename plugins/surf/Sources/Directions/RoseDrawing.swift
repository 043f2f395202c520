internal import PodiumCore
internal import SurfModel

/// A rose as SVG: north is up, the length of a sector is its share. The same rose gives the same bytes.
struct RoseDrawing {
  let rose: Rose
  private let centre = (x: 280.0, y: 340.0)
  private let radius = 200.0

  init(_ rose: Rose) { self.rose = rose }

  /// The step between rings and the share at the edge; there are at most five rings.
  private var scale: (step: Double, edge: Double) {
    let longest = max(rose.rows.max() ?? 0, rose.weights.max() ?? 0)
    let step = [0.02, 0.05, 0.1, 0.2].first { longest <= $0 * 5 } ?? 0.2
    return (step, max(1, (longest / step - 1e-9).rounded(.up)) * step)
  }

  var svg: String {
    let (step, edge) = scale
    var out = """
      <svg xmlns="http://www.w3.org/2000/svg" width="560" height="620" viewBox="0 0 560 620" \
      font-family="DejaVu Sans, Helvetica, Arial, sans-serif" role="img">
      <title>\(RoseDrawing.escape(heading))</title>
      <rect width="560" height="620" fill="#ffffff"/>
      <text x="280" y="34" text-anchor="middle" font-size="18" fill="#1b2a3a">\(RoseDrawing.escape(heading))</text>
      <text x="280" y="58" text-anchor="middle" font-size="13" fill="#50606f">\(RoseDrawing.escape(subtitle))</text>

      """
    for ring in stride(from: step, through: edge + step / 2, by: step) {
      out += """
        <circle cx="\(n(centre.x))" cy="\(n(centre.y))" r="\(n(ring / edge * radius))" fill="none" stroke="#d5dce3"/>

        """
    }
    for (place, name) in Compass.points.enumerated() { out += label(name, at: Double(place) * 22.5) }
    for place in Compass.points.indices {
      out += sector(place, rose.weights[place] / edge, ##"fill="#2f7fb8" fill-opacity="0.85""##)
    }
    if rose.weight != nil {
      for place in Compass.points.indices {
        out += sector(place, rose.rows[place] / edge, ##"fill="none" stroke="#1b2a3a" stroke-width="1.2""##)
      }
    }
    for ring in stride(from: step, through: edge + step / 2, by: step) {
      let (x, y) = point(emptiestGap, ring / edge * radius)
      out += text(NumberText.fixed(ring * 100, 0) + " %", x, y + 4, 10, "#50606f", anchor: "middle")
    }
    out += meanMark + text(legend, centre.x, 598, 12, "#50606f", anchor: "middle") + "</svg>\n"
    return out
  }

  /// The direction between two sectors with the most room for labels; the first from north among equals.
  private var emptiestGap: Double {
    let count = Compass.points.count
    func length(_ place: Int) -> Double { max(rose.rows[place], rose.weights[place]) }
    let lengths = (0..<count).map { length($0) + length(($0 + 1) % count) }
    let place = lengths.indices.min { (lengths[$0], $0) < (lengths[$1], $1) } ?? 0
    return Double(place) * 22.5 + 11.25
  }

  private var heading: String { "Direction (coming from): " + RoseDrawing.cut(rose.column) }

  private var subtitle: String {
    var parts = [rose.counted.counted("row")]
    if rose.left > 0 { parts.append("\(rose.left) without a direction or weight") }
    if let mean = rose.mean {
      let length = "R " + NumberText.fixed(mean.length, 2)
      parts.append(
        mean.direction.map {
          let whole = NumberText.fixed(Direction.normalised($0.rounded()), 0)
          return "mean \(whole)° (\(Compass.name(of: $0))), \(length)"
        } ?? "no mean direction, \(length)")
    }
    return parts.joined(separator: " · ")
  }

  private var legend: String {
    let line = rose.mean?.direction == nil ? "" : " · dashed: mean direction"
    guard let weight = rose.weight else { return "length: share of rows" + line }
    return "filled: share of \(RoseDrawing.cut(weight)) · outline: share of rows" + line
  }

  /// A dashed line to the edge in the mean direction.
  private var meanMark: String {
    guard let direction = rose.mean?.direction else { return "" }
    let (x, y) = point(direction, radius + 8)
    return """
      <line x1="\(n(centre.x))" y1="\(n(centre.y))" x2="\(n(x))" y2="\(n(y))" stroke="#c8442b" stroke-width="2" \
      stroke-dasharray="6 4"/>

      """
  }

  private func label(_ name: String, at degrees: Double) -> String {
    let (x, y) = point(degrees, radius + 24)
    let isMain = name.count < 3
    return text(name, x, y + 4, isMain ? 14 : 10, isMain ? "#1b2a3a" : "#7d8a96", anchor: "middle")
  }

  /// One sector, a little narrower than its 22.5 degrees.
  private func sector(_ place: Int, _ share: Double, _ style: String) -> String {
    guard share > 0 else { return "" }
    let middle = Double(place) * 22.5
    let length = share * radius
    let (x1, y1) = point(middle - 9.5, length)
    let (x2, y2) = point(middle + 9.5, length)
    return """
      <path d="M \(n(centre.x)) \(n(centre.y)) L \(n(x1)) \(n(y1)) A \(n(length)) \(n(length)) 0 0 1 \(n(x2)) \(n(y2)) \
      Z" \(style)/>

      """
  }

  private func text(
    _ content: String, _ x: Double, _ y: Double, _ size: Int, _ colour: String, anchor: String
  ) -> String {
    """
    <text x="\(n(x))" y="\(n(y))" text-anchor="\(anchor)" font-size="\(size)" fill="\(colour)">\
    \(RoseDrawing.escape(content))</text>

    """
  }

  private func point(_ degrees: Double, _ length: Double) -> (x: Double, y: Double) {
    let (sine, cosine) = Direction.components(Direction.normalised(degrees))
    return (centre.x + length * sine, centre.y - length * cosine)
  }

  private func n(_ x: Double) -> String { NumberText.fixed(x, 2) }

  private static func cut(_ name: String) -> String { name.count <= 40 ? name : name.prefix(39) + "…" }

  /// Text for XML; characters that XML does not allow are shown as escapes.
  static func escape(_ text: String) -> String {
    let marks: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
    return SafeText.escape(text).map { marks[$0] ?? String($0) }.joined()
  }
}
