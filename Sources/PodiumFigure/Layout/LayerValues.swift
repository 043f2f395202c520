internal import PodiumCore

/// The rows that a layer draws in one panel, with their places in units of the scales.
package struct LayerValues: Sendable {
  package let layer: Layer
  /// Rows of the figure's table.
  package private(set) var rows: [Int] = []
  package private(set) var x: [Double] = []
  package private(set) var x2: [Double] = []
  package private(set) var y: [Double] = []
  package private(set) var y2: [Double] = []
  /// Texts of the colour column; empty without one.
  package private(set) var colors: [String] = []
  /// Numbers of the colour column; empty without one or where it has none.
  package private(set) var colorNumbers: [Double] = []

  package init(_ layer: Layer, panel: Panel, figure: Figure) {
    self.layer = layer
    let table = figure.data
    let candidates = (panel.rows ?? Array(0..<table.rowCount)).filter { $0 >= 0 && $0 < table.rowCount }
    // A rule at a number is drawn once, not once a row.
    let isConstant = [layer.x, layer.x2, layer.y, layer.y2].allSatisfy { channel in
      if case .column = channel { false } else { true }
    }
    let count = isConstant ? 1 : candidates.count
    let given = [(layer.x, panel.x), (layer.x2, panel.x), (layer.y, panel.y), (layer.y2, panel.y)].map {
      channel, axis in
      channel.map { LayerValues.places($0, axis: axis, table: table, rows: candidates, count: count) } ?? []
    }
    let color = isConstant ? nil : layer.color.flatMap { table[$0] }
    let isNumeric: Bool =
      switch figure.colors?.kind {
      case .sequential, .diverging: true
      default: false
      }
    let numbers = isNumeric ? color?.numbers : nil
    let others = isConstant ? [] : [layer.angle, layer.size].compactMap { $0.flatMap { table[$0]?.numbers } }
    // A column that does not exist places nothing.
    let names = [layer.color, layer.angle, layer.size].compactMap { $0 }
    guard isConstant || names.allSatisfy({ table[$0] != nil }) else { return }
    for place in 0..<count {
      guard given.allSatisfy({ $0.isEmpty || $0[place].isFinite }) else { continue }
      let row = isConstant ? -1 : candidates[place]
      if let color, color[row].isMissing { continue }
      if let numbers, !numbers[row].isFinite { continue }
      if others.contains(where: { !$0[row].isFinite }) { continue }
      rows.append(row)
      if !given[0].isEmpty { x.append(given[0][place]) }
      if !given[1].isEmpty { x2.append(given[1][place]) }
      if !given[2].isEmpty { y.append(given[2][place]) }
      if !given[3].isEmpty { y2.append(given[3][place]) }
      if let color, !isNumeric { colors.append(color[row].fileText) }
      if let numbers { colorNumbers.append(numbers[row]) }
    }
    if layer.arrangement == .stacked { stack(alongX: panel.y.scale.levels == nil) }
  }

  /// Whether bars and intervals go up rather than to the right.
  package func isVertical(_ panel: Panel) -> Bool {
    let (x, y) = (panel.x.scale.levels != nil, panel.y.scale.levels != nil)
    if x != y { return x }
    switch layer.mark {
    case .interval: return !y2.isEmpty
    case .area: return true
    default: return !x2.isEmpty || y2.isEmpty
    }
  }

  /// Puts each value on those before it at the same place.
  private mutating func stack(alongX: Bool) {
    var tops: [Double: Double] = [:]
    let values = alongX ? y : x
    var (from, to) = ([Double](), [Double]())
    for (place, value) in values.enumerated() {
      let key = alongX ? x[place] : y[place]
      let bottom = tops[key] ?? 0
      from.append(bottom)
      to.append(bottom + max(0, value))
      tops[key] = bottom + max(0, value)
    }
    if alongX { (y, y2) = (to, from) } else { (x, x2) = (to, from) }
  }

  private static func places(
    _ channel: Channel, axis: Axis, table: Table, rows: [Int], count: Int
  ) -> [Double] {
    let isLog = axis.scale == .log
    switch channel {
    case .number(let value):
      return [Double](repeating: isLog && value <= 0 ? .nan : value, count: count)
    case .column(let name):
      guard let column = table[name] else { return [Double](repeating: .nan, count: count) }
      if let levels = axis.scale.levels { return indices(column, levels: levels, rows: rows) }
      switch column.values {
      case .date(let days): return rows.map { days[$0].map(TimeTicks.seconds) ?? .nan }
      case .datetime(let moments):
        return rows.map { moments[$0].map { TimeTicks.seconds($0, by: column.zone) } ?? .nan }
      default: break
      }
      guard let numbers = column.numbers else { return [Double](repeating: .nan, count: count) }
      return rows.map { isLog && !(numbers[$0] > 0) ? .nan : numbers[$0] }
    }
  }

  /// The places of names among the levels.
  private static func indices(_ column: Column, levels: [String], rows: [Int]) -> [Double] {
    let place = Dictionary(levels.enumerated().map { ($1, Double($0)) }) { first, _ in first }
    if let categorical = column.categorical {
      let codes = categorical.levels.map { place[$0] ?? .nan }
      return rows.map { categorical.codes[$0] < 0 ? .nan : codes[Int(categorical.codes[$0])] }
    }
    return rows.map { column[$0].isMissing ? .nan : place[column[$0].fileText] ?? .nan }
  }
}
