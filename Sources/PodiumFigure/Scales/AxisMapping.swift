internal import Glibc
internal import PodiumCore

/// An axis with its limits, laid along a stretch of pixels or characters.
package struct AxisMapping: Sendable {
  package let axis: Axis
  /// The limits in units of the scale; bands are from 0 to their number.
  package let limits: ClosedRange<Double>
  /// Whether all that is drawn along the axis is whole, as counts are, so that its ticks are too.
  package let isWhole: Bool
  /// Where the lower limit is.
  package var start: Double
  /// Where the upper limit is; less than `start` on an axis that goes up.
  package var end: Double

  package init(
    _ axis: Axis, limits: ClosedRange<Double>, isWhole: Bool = false, start: Double = 0, end: Double = 1
  ) {
    (self.axis, self.limits, self.isWhole, self.start, self.end) = (axis, limits, isWhole, start, end)
  }

  /// The same axis along another stretch.
  package func along(_ start: Double, _ end: Double) -> AxisMapping {
    AxisMapping(axis, limits: limits, isWhole: isWhole, start: start, end: end)
  }

  package var isBanded: Bool { axis.scale.levels != nil }

  /// The length of the band of a category; 0 without bands.
  package var band: Double { isBanded ? (end - start).magnitude / max(1, limits.upperBound) : 0 }

  /// The place of a value; that of a category is the middle of its band. It may lie beyond the ends.
  package func place(_ value: Double) -> Double {
    let fraction: Double
    if isBanded {
      fraction = (value + 0.5) / max(1, limits.upperBound)
    } else if axis.scale == .log {
      let (low, high) = (log(limits.lowerBound), log(limits.upperBound))
      fraction = (log(value) - low) / (high - low)
    } else {
      // Halves, since the range of finite numbers may not be finite.
      fraction = (value / 2 - limits.lowerBound / 2) / (limits.upperBound / 2 - limits.lowerBound / 2)
    }
    // Limits so close that halving joins them have one place.
    return start + (end - start) * (fraction.isNaN ? 0.5 : min(max(fraction, -1e6), 1e6))
  }

  /// The place of a value, moved to the nearest end where it is beyond.
  package func clamped(_ value: Double) -> Double {
    let place = place(value)
    return min(max(place, min(start, end)), max(start, end))
  }

  package func holds(_ value: Double) -> Bool {
    isBanded ? value >= 0 && value < limits.upperBound : limits.contains(value)
  }

  /// Where bars begin: at 0 where the axis has it, else at its lower end.
  package var base: Double { axis.scale == .log ? min(start, end) == end ? start : start : clamped(0) }

  /// At most about `count` ticks of a scale without bands.
  package func ticks(_ count: Int) -> [Tick] {
    switch axis.scale {
    case .linear: NumberTicks.linear(limits, count: count, format: axis.format, isWhole: isWhole)
    case .log: NumberTicks.logarithmic(limits, count: count, format: axis.format)
    case .time: TimeTicks.ticks(limits, count: count)
    case .category(let levels), .ordered(let levels): levels.enumerated().map { Tick(Double($0), SafeText.escape($1)) }
    }
  }

  /// A value as the pointer shows it.
  package func shown(_ value: Double) -> String {
    switch axis.scale {
    case .time: TimeTicks.shown(value)
    default: NumberTicks.shown(value, format: axis.format)
    }
  }

  /// The label with its unit; a log axis says so.
  package var title: String { axis.title }
}

/// The whole part of a number, within what a picture has of pixels or characters; 0 for what is none.
func whole(_ x: Double) -> Int { x.isNaN ? 0 : Int(min(max(x, -1e9), 1e9)) }

extension Axis {
  /// The label with its unit; a log axis says so.
  package var title: String {
    var text = SafeText.escape(label)
    var notes = unit.map { [SafeText.escape($0)] } ?? []
    if scale == .log { notes.append("log scale") }
    let joined = notes.joined(separator: ", ")
    if !notes.isEmpty { text += text.isEmpty ? joined : " (" + joined + ")" }
    return text
  }
}
