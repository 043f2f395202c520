internal import PodiumCore

/// Plots of what learners achieve, and of what verbs print of a table.
///
/// Each function is pure; what has no picture of its kind throws `no-picture`.
public enum ResultPlot {
  static func text(_ name: String, _ values: [String]) -> Column { Column(name, .text(values)) }
  static func numbers(_ name: String, _ values: [Double]) -> Column { Column(name, .number(values)) }
  static func whole(_ name: String, _ values: [Int]) -> Column { Column(name, .integer(values)) }
}
