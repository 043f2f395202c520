internal import PodiumCore

/// The output of a benchmark: each figure next to its goal.
public struct BenchmarkReport {
  /// The number of figures with a goal.
  public private(set) var goals = 0
  /// The number of goals that were missed.
  public private(set) var missed = 0

  public init() {}

  /// The title of a part and the names of its columns.
  public func head(_ title: String, _ columns: [String]) {
    print("\n" + left(title) + columns.map(right).joined())
  }

  /// A row of times; the minimum is compared with the goal, since a busy machine only adds time.
  public mutating func time(_ what: String, _ durations: [Duration], goal: Double?) {
    let spread = Spread(durations)
    row(
      what, [NumberText.fixed(spread.median, 1), NumberText.fixed(spread.minimum, 1)],
      goal: goal.map { "< " + NumberText.shortest($0) }, isMet: goal.map { spread.minimum < $0 })
  }

  /// A row; `isMet` says whether its goal is reached.
  public mutating func row(_ what: String, _ cells: [String], goal: String?, isMet: Bool?) {
    if let isMet {
      goals += 1
      if !isMet { missed += 1 }
    }
    let mark = isMet == false ? "  missed" : ""
    print(left(what) + (cells + [goal ?? ""]).map(right).joined() + mark)
  }

  /// A figure with the range it must be in.
  public mutating func figure(_ what: String, _ value: Double, in range: ClosedRange<Double>, digits: Int = 3) {
    row(
      what, [NumberText.fixed(value, digits)],
      goal: "\(NumberText.shortest(range.lowerBound))…\(NumberText.shortest(range.upperBound))",
      isMet: range.contains(value))
  }

  private func left(_ text: String) -> String { text + String(repeating: " ", count: max(1, 44 - text.count)) }
  private func right(_ text: String) -> String { String(repeating: " ", count: max(1, 12 - text.count)) + text }
}
