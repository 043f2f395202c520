internal import PodiumCore

extension Figure {
  /// The most rows that a layer of points or lines draws as marks of their own.
  public static let markLimit = 4000

  /// The figure itself, or where points or lines have more rows than `markLimit` one with fewer.
  ///
  /// Points become cells of a grid with their numbers of rows (of several colours, the most frequent); lines keep the first, lowest,
  /// highest and last row of each stretch. A note of the caption says so, and `data` holds what is drawn. The result is the
  /// same for the same figure; a thinned figure stays as it is.
  public func thinned() -> Figure {
    guard data.rowCount > Figure.markLimit else { return self }
    let models = PanelModel.models(of: self)
    func rows(_ marks: Set<Mark>) -> Int {
      models.flatMap(\.layers).filter { marks.contains($0.layer.mark) }.map(\.rows.count).max() ?? 0
    }
    if rows([.point]) > Figure.markLimit { return PointGrid(self, models: models).binned() }
    if rows([.line, .area]) > Figure.markLimit { return thinnedLines(models) }
    return self
  }

  /// Keeps the rows that a line would show at the resolution of a screen.
  private func thinnedLines(_ models: [PanelModel]) -> Figure {
    var kept = Set<Int>()
    var (drawn, series) = (0, 0)
    for (number, model) in models.enumerated() {
      for values in model.layers where !values.rows.isEmpty {
        guard [.line, .area].contains(values.layer.mark) else {
          kept.formUnion(values.rows.filter { $0 >= 0 })
          continue
        }
        let lines = values.series(in: self)
        drawn = max(drawn, values.rows.count)
        series += lines.count
        // Stretches are as many as a picture has columns of pixels; several lines share what is affordable.
        let stretches = max(20, min(600, Figure.markLimit / (4 * max(1, lines.count * panels.count))))
        for places in lines {
          LineStretches(model: models[number], count: stretches).rows(values, places).forEach { kept.insert($0) }
        }
      }
    }
    let rows = kept.sorted()
    guard rows.count < data.rowCount else { return self }
    var copy = self
    copy.data = data.selecting(rows: rows)
    let places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1, $0) })
    copy.panels = panels.map { panel in
      var panel = panel
      panel.rows = panel.rows.map { $0.compactMap { places[$0] } }
      return panel
    }
    copy.notes.append("thinned: the first, lowest, highest and last of each stretch of \(drawn) rows")
    return copy
  }
}

extension LayerValues {
  /// The places of each line's rows in this layer, in the order of the lines' first rows.
  func series(in figure: Figure) -> [[Int]] {
    let names = layer.series.flatMap { figure.data[$0] }
    if colors.isEmpty, names == nil { return [Array(rows.indices)] }
    var order: [[Int]] = []
    var found: [String: Int] = [:]
    for place in rows.indices {
      let row = rows[place]
      let key = (colors.isEmpty ? "" : colors[place]) + "\u{0}" + (row >= 0 ? names?[row].fileText ?? "" : "")
      if let line = found[key] {
        order[line].append(place)
      } else {
        found[key] = order.count
        order.append([place])
      }
    }
    return order
  }
}

/// The rows of a line that matter: of each stretch of the horizontal axis the first, the lowest, the highest and the last.
private struct LineStretches {
  let model: PanelModel
  let count: Int

  func rows(_ values: LayerValues, _ places: [Int]) -> [Int] {
    guard places.count > count * 4, places.count <= values.x.count, values.y.count == values.x.count else {
      return places.map { values.rows[$0] }
    }
    let x = model.x.along(0, Double(count))
    var kept: [Int] = []
    var start = places.startIndex
    while start < places.endIndex {
      let stretch = whole(x.clamped(values.x[places[start]]))
      var (end, low, high) = (start, start, start)
      while end < places.endIndex, whole(x.clamped(values.x[places[end]])) == stretch {
        let top = values.y2.isEmpty ? values.y[places[end]] : max(values.y[places[end]], values.y2[places[end]])
        let highest = values.y2.isEmpty ? values.y[places[high]] : max(values.y[places[high]], values.y2[places[high]])
        if values.y[places[end]] < values.y[places[low]] { low = end }
        if top > highest { high = end }
        end += 1
      }
      for place in Set([start, low, high, end - 1]).sorted() { kept.append(values.rows[places[place]]) }
      start = end
    }
    return kept
  }
}
