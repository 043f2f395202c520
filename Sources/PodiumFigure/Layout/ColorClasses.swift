internal import Glibc
internal import PodiumCore

/// The class of style, the shape and the dash that stand for a value of the colour column.
package struct ColorClasses: Sendable {
  /// The number of steps of scales of numbers.
  static let steps = 9

  let scale: ColorScale?
  private let places: [String: Int]
  let range: ClosedRange<Double>
  /// The first step of the hue: the palest ones show as areas, but not as points and lines on the background.
  private let firstStep: Int

  init(_ figure: Figure, models: [PanelModel]) {
    scale = figure.colors
    let isThin = figure.panels.flatMap(\.layers).contains { layer in
      switch layer.mark {
      case .point, .line, .rule, .interval, .text: layer.color != nil
      case .bar, .area, .cell: false
      }
    }
    firstStep = isThin ? 2 : 0
    switch figure.colors?.kind {
    case .category(let levels), .ordered(let levels):
      places = Dictionary(levels.enumerated().map { ($1, $0) }) { first, _ in first }
      range = 0...1
    case .sequential(let limits):
      places = [:]
      range = limits ?? ColorClasses.reach(models)
    case .diverging(let middle, let reach):
      places = [:]
      let found = ColorClasses.reach(models)
      let reach = reach ?? max((found.upperBound - middle).magnitude, (found.lowerBound - middle).magnitude)
      range = reach.isFinite && reach > 0 ? (middle - reach)...(middle + reach) : (middle - 1)...(middle + 1)
    case nil:
      places = [:]
      range = 0...1
    }
  }

  private static func reach(_ models: [PanelModel]) -> ClosedRange<Double> {
    var (low, high) = (Double.infinity, -Double.infinity)
    for model in models {
      for layer in model.layers {
        for number in layer.colorNumbers { (low, high) = (min(low, number), max(high, number)) }
      }
    }
    return low <= high ? low...high : 0...1
  }

  var levels: [String] {
    switch scale?.kind {
    case .category(let levels), .ordered(let levels): levels
    default: []
    }
  }

  func place(_ name: String) -> Int? { places[name] }

  /// The class of a name; grey for those beyond the colours, nil for names outside the levels.
  func name(_ name: String) -> String? { places[name].map(level) }

  func level(_ place: Int) -> String {
    if case .ordered(let levels) = scale?.kind {
      // From the third step on, so that the first level shows on the background.
      guard levels.count > 1 else { return "s6" }
      return "s\(2 + (place * (ColorClasses.steps - 3) + (levels.count - 1) / 2) / (levels.count - 1))"
    }
    return place < ColorScale.limit ? "c\(place)" : "m"
  }

  /// The step of a number, from 0.
  func step(_ number: Double) -> Int {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard high > low else { return ColorClasses.steps / 2 }
    let fraction = (number / 2 - low / 2) / (high / 2 - low / 2)
    return min(max(whole((fraction * Double(ColorClasses.steps)).rounded(.down)), 0), ColorClasses.steps - 1)
  }

  func number(_ number: Double) -> String { stepClass(step(number)) }

  func stepClass(_ step: Int) -> String {
    if case .diverging = scale?.kind { return "d\(step)" }
    return "s\(firstStep + step * (ColorClasses.steps - 1 - firstStep) / (ColorClasses.steps - 1))"
  }

  /// The class of the mark in a place of the layer; nil where its name is not a level.
  func mark(_ values: LayerValues, _ place: Int) -> String? {
    if !values.colorNumbers.isEmpty { return number(values.colorNumbers[place]) }
    if !values.colors.isEmpty { return name(values.colors[place]) }
    return ColorClasses.tone(values.layer.tone)
  }

  /// The class of a text on a mark of a class: light or dark, as its background needs.
  func textOn(_ name: String) -> String {
    guard let step = Int(name.dropFirst()) else { return name == "k" ? "o" : "" }
    switch name.first {
    case "s": return step >= 5 ? "o" : ""
    case "d": return step <= 1 || step >= 7 ? "o" : ""
    default: return [0, 2, 3, 7].contains(step) ? "o" : "b"
    }
  }

  static func tone(_ tone: Layer.Tone) -> String {
    switch tone {
    case .main: "c0"
    case .accent: "c1"
    case .muted: "m"
    case .ink: "k"
    }
  }
}
