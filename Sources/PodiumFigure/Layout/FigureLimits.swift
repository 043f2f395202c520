internal import Glibc
internal import PodiumCore

/// The limits of an axis from what is drawn along it.
struct FigureLimits {
  private var low = Double.infinity
  private var high = -Double.infinity
  /// Whether something begins at 0, so that no room is left before it.
  private var isGrounded = false

  /// Takes in the values of one layer along one axis; `isValue` where it is the one its bars go along.
  mutating func take(_ values: [Double]) {
    for value in values {
      low = min(low, value)
      high = max(high, value)
    }
  }

  mutating func ground() { isGrounded = true }

  /// The limits of an axis of numbers; nil where there is nothing and no domain was set.
  func range(for axis: Axis) -> ClosedRange<Double>? {
    let isLog = axis.scale == .log
    if let domain = axis.domain, domain.lowerBound.isFinite, domain.upperBound.isFinite,
      domain.lowerBound < domain.upperBound, !isLog || domain.lowerBound > 0
    {
      return domain
    }
    guard low <= high else { return nil }
    if isLog { return logarithmic }
    var (low, high) = (self.low, self.high)
    if (isGrounded || axis.includesZero), axis.scale == .linear { (low, high) = (min(low, 0), max(high, 0)) }
    if low == high {
      let reach = axis.scale == .time ? 43_200 : low == 0 ? 1 : low.magnitude / 10
      // A bar of 0 needs an axis above it.
      return isGrounded && low == 0
        ? 0...1 : finite(low - max(reach, .leastNormalMagnitude), high + max(reach, .leastNormalMagnitude))
    }
    let room = (high / 2 - low / 2) * 0.06
    return finite(isGrounded && low == 0 ? 0 : low - room, isGrounded && high == 0 ? 0 : high + room)
  }

  private var logarithmic: ClosedRange<Double>? {
    guard low > 0 else { return nil }
    if low == high { return finite(max(low / 2, .leastNonzeroMagnitude), high * 2) }
    let room = pow(10, (log10(high) - log10(low)) * 0.03)
    return finite(max(low / room, .leastNonzeroMagnitude), high * room)
  }

  private func finite(_ low: Double, _ high: Double) -> ClosedRange<Double> {
    max(low, -Double.greatestFiniteMagnitude)...min(high, .greatestFiniteMagnitude)
  }
}

/// The values and axes of one panel, before anything is placed.
package struct PanelModel: Sendable {
  package let panel: Panel
  package let layers: [LayerValues]
  package let x: AxisMapping
  package let y: AxisMapping
  /// Whether no layer has a row, so that there are no limits.
  package let isEmpty: Bool

  package static func models(of figure: Figure) -> [PanelModel] {
    let values = figure.panels.map { panel in panel.layers.map { LayerValues($0, panel: panel, figure: figure) } }
    let own = zip(figure.panels, values).map { panel, layers in limits(panel, layers) }
    return figure.panels.indices.map { place in
      let panel = figure.panels[place]
      func mapping(_ axis: Axis, _ isX: Bool, shared: Bool) -> (AxisMapping, Bool) {
        if let levels = axis.scale.levels {
          return (AxisMapping(axis, limits: 0...Double(max(1, levels.count))), levels.isEmpty)
        }
        var limits = isX ? own[place].x : own[place].y
        if shared {
          // Only axes of the same kind can share their limits.
          for (other, panel) in zip(own, figure.panels) where (isX ? panel.x : panel.y).scale == axis.scale {
            limits.join(isX ? other.x : other.y)
          }
        }
        let range = limits.range(for: axis)
        return (
          AxisMapping(
            axis, limits: range ?? (axis.scale == .log ? 1...10 : 0...1),
            isWhole: axis.isWhole || isWhole(panel.layers, alongX: isX, in: figure.data)), range == nil
        )
      }
      let (x, noX) = mapping(panel.x, true, shared: figure.sharesX)
      let (y, noY) = mapping(panel.y, false, shared: figure.sharesY)
      // Rules at numbers alone make no picture.
      let isEmpty = noX || noY || !values[place].contains { $0.rows.contains { $0 >= 0 } }
      return PanelModel(panel: panel, layers: values[place], x: x, y: y, isEmpty: isEmpty)
    }
  }

  /// Whether layers place their marks along an axis by columns of whole numbers alone.
  private static func isWhole(_ layers: [Layer], alongX: Bool, in data: Table) -> Bool {
    let places = layers.flatMap { alongX ? [$0.x, $0.x2] : [$0.y, $0.y2] }.compactMap(\.self)
    return places.contains { if case .column = $0 { true } else { false } }
      && places.allSatisfy { place in
        switch place {
        case .column(let name): data[name]?.type == .integer
        case .number(let number): number.rounded() == number
        }
      }
  }

  private static func limits(_ panel: Panel, _ layers: [LayerValues]) -> (x: FigureLimits, y: FigureLimits) {
    var (x, y) = (FigureLimits(), FigureLimits())
    for values in layers {
      x.take(values.x)
      x.take(values.x2)
      y.take(values.y)
      y.take(values.y2)
      switch values.layer.mark {
      case .bar where !values.rows.isEmpty:
        if values.isVertical(panel) {
          if values.y2.isEmpty || values.layer.arrangement == .stacked { y.ground() }
        } else if values.x2.isEmpty || values.layer.arrangement == .stacked {
          x.ground()
        }
      case .area where !values.rows.isEmpty && (values.y2.isEmpty || values.layer.arrangement == .stacked): y.ground()
      default: break
      }
    }
    return (x, y)
  }
}

extension FigureLimits {
  fileprivate mutating func join(_ other: FigureLimits) {
    low = min(low, other.low)
    high = max(high, other.high)
    isGrounded = isGrounded || other.isGrounded
  }
}
