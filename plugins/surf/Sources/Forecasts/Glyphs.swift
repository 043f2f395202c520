internal import PodiumCore
internal import SurfModel

/// Directions and curves in single characters.
enum Glyphs {
  private static let arrows = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]
  private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The arrow to where waves or wind from a direction go.
  static func arrow(from direction: Double) -> String {
    // By the compass point beside it, so that one point has one arrow; a point between two takes the next clockwise.
    return arrows[((Compass.place(of: direction) + 1) / 2 + arrows.count / 2) % arrows.count]
  }

  /// An arrow to where it goes, and the compass point where it comes from.
  static func heading(from direction: Double?) -> String {
    direction.map { arrow(from: $0) + " " + Compass.name(of: $0) } ?? ""
  }

  /// Heights as a line of blocks, lowest to highest; a gap where one is not known.
  static func curve(_ heights: [Double?]) -> String {
    let known = heights.compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return "" }
    return heights.map { height -> String in
      guard let height else { return " " }
      let part = high > low ? (height - low) / (high - low) : 0.5
      return blocks[min(blocks.count - 1, Int(exactly: (part * Double(blocks.count)).rounded(.down)) ?? 0)]
    }.joined()
  }

  /// Cells beside each other, without spaces at the end.
  static func line(_ cells: [String]) -> String {
    var line = cells.joined(separator: "  ")
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}

/// Numbers as a screen shows them: in the units of the person who looks.
struct ScreenUnits {
  var units: [SurfUnit.Quantity: SurfUnit] = [:]

  /// A stored value with its unit; nil where it is not known.
  func text(_ value: Double?, _ quantity: SurfUnit.Quantity) -> String? {
    guard let value, !value.isNaN else { return nil }
    let unit = units[quantity]
    let name = unit?.name ?? ScreenUnits.names[quantity] ?? ""
    let number = NumberText.fixed(unit?.shown(value) ?? value, ScreenUnits.decimals[quantity] ?? 0)
    return quantity == .direction || quantity == .share ? number + name : number + " " + name
  }

  /// A stretch of stored values with its unit once: `1.8–2.0 m`; nil where none is known.
  func range(_ low: Double?, _ high: Double?, _ quantity: SurfUnit.Quantity) -> String? {
    guard let low = text(low, quantity), let high = text(high, quantity) else { return nil }
    return low == high ? high : String(low.prefix { $0 != " " }) + "–" + high
  }

  private static let names: [SurfUnit.Quantity: String] = [
    .length: "m", .speed: "m/s", .temperature: "°C", .period: "s", .pressure: "hPa", .direction: "°", .share: "%",
    .rain: "mm",
  ]
  private static let decimals: [SurfUnit.Quantity: Int] = [.length: 1, .rain: 1]
}
