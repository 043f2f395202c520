internal import Glibc
internal import PodiumCore

/// Points of many rows as cells of a grid: how many rows are where.
struct PointGrid {
  private static let parts = (x: 64, y: 44)

  private let figure: Figure
  private let models: [PanelModel]

  init(_ figure: Figure, models: [PanelModel]) { (self.figure, self.models) = (figure, models) }

  /// One axis cut into parts.
  private struct Cuts {
    /// The borders of the parts; nil for bands, whose parts are the categories.
    var borders: [Double]?
    var isTime: Bool

    init(_ mapping: AxisMapping, _ values: [Double], parts: Int) {
      isTime = mapping.axis.scale == .time
      guard !mapping.isBanded, let low = values.min(), let high = values.max() else { return }
      if mapping.axis.scale == .log {
        let (a, b) = (log10(low), log10(high))
        borders = (0...parts).map {
          $0 == 0 ? low : $0 == parts ? high : pow(10, a + (b - a) * Double($0) / Double(parts))
        }
      } else if isTime {
        let step = max(1, ((high - low) / Double(parts)).rounded(.up))
        borders = (0...parts).map { low + Double($0) * step }
      } else {
        borders = NiceStep(from: low, to: high, parts: parts)?.borders(covering: low...high)
      }
      if borders.map({ zip($0, $0.dropFirst()).allSatisfy(<) }) != true { borders = [low, max(high, low.nextUp)] }
    }

    func part(_ value: Double) -> Int {
      guard let borders else { return whole(value) }
      // The last part has both its ends.
      var (low, high) = (0, borders.count - 2)
      while low < high {
        let middle = (low + high + 1) / 2
        if borders[middle] <= value { low = middle } else { high = middle - 1 }
      }
      return low
    }
  }

  private struct Cell {
    var count = 0
    var levels: [Int: Int] = [:]
    var sum = 0.0
  }

  private struct Columns {
    var panel: [Int] = []
    var x: [Int] = []
    var y: [Int] = []
    var counts: [Int] = []
    var levels: [String?] = []
    var means: [Double] = []
  }

  func binned() -> Figure {
    var copy = figure
    guard let template = models.flatMap(\.layers).first(where: { $0.layer.mark == .point })?.layer else {
      return figure
    }
    var columns = Columns()
    var cuts: [(x: Cuts, y: Cuts)] = []
    let colors = ColorClasses(figure, models: models)
    var total = 0
    for (number, model) in models.enumerated() {
      let layers = model.layers.filter { $0.layer.mark == .point }
      let cut = cut(number)
      cuts.append(cut)
      var cells: [Int: Cell] = [:]
      let stride = max(1, cut.x.borders?.count ?? model.x.axis.scale.levels?.count ?? 1)
      for values in layers {
        total += values.rows.count
        for place in values.rows.indices where place < values.x.count && place < values.y.count {
          let key = cut.y.part(values.y[place]) * stride + cut.x.part(values.x[place])
          cells[key, default: Cell()].count += 1
          if !values.colors.isEmpty, let level = colors.place(values.colors[place]) {
            cells[key, default: Cell()].levels[level, default: 0] += 1
          }
          if !values.colorNumbers.isEmpty { cells[key, default: Cell()].sum += values.colorNumbers[place] }
        }
      }
      for key in cells.keys.sorted() {
        guard let cell = cells[key] else { continue }
        columns.panel.append(number)
        columns.x.append(key % stride)
        columns.y.append(key / stride)
        columns.counts.append(cell.count)
        let level = cell.levels.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
        columns.levels.append(level.map { colors.levels[$0] })
        columns.means.append(cell.sum / Double(cell.count))
      }
    }
    guard let table = table(columns, cuts, template) else { return figure }
    copy.data = table.table
    copy.panels = figure.panels.enumerated().map { number, panel in
      var panel = panel
      panel.rows = columns.panel.indices.filter { columns.panel[$0] == number }
      // Rules at numbers stay; what draws other rows of the old table has none any more.
      panel.layers = [table.layer] + panel.layers.filter { $0.mark == .rule && !$0.drawsColumns }
      return panel
    }
    var note = "binned: \(total) points in \(columns.counts.count) cells"
    if template.color == nil {
      copy.colors = ColorScale(.sequential(nil), label: counts)
      copy.color = nil
    } else if figure.colors?.isOfNames == true {
      note += ", each in the colour of most of its points, the area their number"
    } else {
      note += ", each in the colour of their mean, the area their number"
    }
    copy.notes.append(note)
    return copy
  }

  private var counts: String { figure.counted + "s" }

  /// The borders of a panel's cells, over all panels that share an axis.
  private func cut(_ number: Int) -> (x: Cuts, y: Cuts) {
    let model = models[number]
    func all(_ shared: Bool, _ path: (LayerValues) -> [Double]) -> [Double] {
      (shared ? models : [model]).flatMap(\.layers).filter { $0.layer.mark == .point }.flatMap(path)
    }
    // Small panels have fewer cells.
    let share = Double(models.count).squareRoot()
    return (
      Cuts(model.x, all(figure.sharesX, \.x), parts: Int(Double(PointGrid.parts.x) / share) + 1),
      Cuts(model.y, all(figure.sharesY, \.y), parts: Int(Double(PointGrid.parts.y) / share) + 1)
    )
  }

  private func table(
    _ columns: Columns, _ cuts: [(x: Cuts, y: Cuts)], _ template: Layer
  ) -> (table: Table, layer: Layer)? {
    var made: [Column] = []
    func place(
      _ channel: Channel?, _ parts: [Int], _ cut: (Int) -> Cuts, _ levels: (Int) -> [String]?, _ other: String
    ) -> (Channel, Channel?) {
      let name = if case .column(let name) = channel { name } else { other }
      if let first = columns.panel.first, cut(first).borders == nil {
        let names = zip(columns.panel, parts).map { panel, part in
          levels(panel).flatMap { part < $0.count ? $0[part] : nil }
        }
        made.append(Column(name, .text(names)))
        return (.column(name), nil)
      }
      let pairs = zip(columns.panel, parts).map { panel, part in
        cut(panel).borders.map { ($0[part], $0[part + 1]) } ?? (Double.nan, Double.nan)
      }
      let isTime = columns.panel.first.map { cut($0).isTime } ?? false
      for (end, values) in [(" from", pairs.map(\.0)), (" to", pairs.map(\.1))] {
        made.append(
          Column(
            name + end,
            isTime
              ? .datetime(values.map { $0.isNaN ? nil : TimeTicks.moment($0) }) : .number(values)))
      }
      return (.column(name + " from"), .column(name + " to"))
    }
    var layer = Layer(.cell)
    (layer.x, layer.x2) = place(
      template.x, columns.x, { cuts[$0].x }, { models[$0].x.axis.scale.levels }, "x")
    (layer.y, layer.y2) = place(
      template.y, columns.y, { cuts[$0].y }, { models[$0].y.axis.scale.levels }, "y")
    made.append(Column(counts, .integer(columns.counts)))
    layer.color = template.color ?? counts
    layer.details = [counts]
    // The colour is taken: the number of rows is the area.
    if template.color != nil { layer.size = counts }
    if let color = template.color {
      made.append(
        Column(color, figure.colors?.isOfNames == true ? .text(columns.levels) : .number(columns.means)))
    }
    if models.count > 1 {
      let titles = columns.panel.map { models[$0].panel.title }
      made.append(Column(figure.facet ?? "panel", .text(titles)))
    }
    // Equal names, as of a column against itself, are not allowed in a table: the figure stays as it is.
    return (try? Table(made)).map { ($0, layer) }
  }
}

extension ColorScale {
  /// Whether names are coloured, not numbers.
  package var isOfNames: Bool {
    switch kind {
    case .category, .ordered: true
    case .sequential, .diverging: false
    }
  }
}

extension Layer {
  /// Whether it draws rows of the table.
  package var drawsColumns: Bool {
    [x, x2, y, y2].contains { if case .column = $0 { true } else { false } }
  }
}
