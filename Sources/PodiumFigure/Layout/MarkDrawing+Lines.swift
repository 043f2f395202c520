internal import PodiumCore

extension MarkDrawing {
  func lines(_ values: LayerValues) -> [Node] {
    let isArea = values.layer.mark == .area
    guard values.x.count == values.rows.count, values.y.count == values.rows.count else { return [] }
    let names = values.layer.series.flatMap { figure.data[$0] }
    var nodes: [Node] = []
    // Grey lines first: they are what the coloured ones are seen against.
    let series = values.series(in: figure)
    func isGrey(_ places: [Int]) -> Bool {
      guard let first = places.first, !values.colors.isEmpty else { return false }
      return (colors.place(values.colors[first]) ?? 0) >= ColorScale.limit
    }
    for places in series.filter(isGrey) + series.filter({ !isGrey($0) }) {
      guard let first = places.first, let color = colors.mark(values, first) else { continue }
      let path = path(values, places, isArea: isArea)
      let dash: Int =
        switch colors.scale?.kind {
        // Lines beyond the colours are grey and solid, as their entry in the legend.
        case .category where !values.colors.isEmpty:
          colors.place(values.colors[first]).map { $0 < ColorScale.limit ? $0 : 0 } ?? 0
        default: values.layer.isDashed ? 1 : 0
        }
      let classes = isArea ? "a " + color : "l " + color + (dash > 0 ? " e\(min(dash, 7))" : "")
      let row = values.rows[first]
      let parts = [values.colors.isEmpty ? "" : values.colors[first], row >= 0 ? names?[row].fileText ?? "" : ""]
      let name = parts.filter { !$0.isEmpty }.map(SafeText.escape).joined(separator: " · ")
      let title = name.isEmpty ? values.layer.label.map(SafeText.escape) : name
      nodes.append(clipped(.shape(path, classes: classes, title: title), values))
      if !isArea { nodes += dots(values, places, color: color, total: values.rows.count) }
    }
    return nodes
  }

  func path(_ values: LayerValues, _ places: [Int], isArea: Bool) -> Shape {
    var line: [Point] = []
    for place in places {
      let point = Point(x.place(values.x[place]), y.place(values.y[place]))
      if values.layer.isStepped, let last = line.last { line.append(Point(point.x, last.y)) }
      line.append(point)
    }
    guard isArea else { return .path([line], isClosed: false) }
    let back = places.reversed().map { place in
      Point(x.place(values.x[place]), values.y2.isEmpty ? y.base : y.place(values.y2[place]))
    }
    return .path([line + back], isClosed: true)
  }

  /// A dot at each value of a line, for the eye where there are few and for the pointer alone where there are more, and on
  /// steps, whose corners show the values.
  func dots(_ values: LayerValues, _ places: [Int], color: String, total: Int) -> [Node] {
    guard total <= 400 else { return [] }
    let isShown = places.count <= 24 && !values.layer.isStepped
    let number = values.colors.isEmpty ? 0 : colors.place(values.colors[places[0]]) ?? 0
    let isCategory = if case .category = colors.scale?.kind { number < ColorScale.limit } else { false }
    let shapes = places.filter { x.holds(values.x[$0]) && y.holds(values.y[$0]) }.map { place in
      Node.shape(
        PointShape(isShown && isCategory ? number : 0).outline(
          x: x.place(values.x[place]), y: y.place(values.y[place]), radius: isShown ? 2.8 : 5), classes: "",
        title: title(values, place))
    }
    return [.group(isShown ? "f " + color : "t", shapes)]
  }

  /// Clips a node only where a value lies beyond the limits.
  func clipped(_ node: Node, _ values: LayerValues) -> Node {
    let isInside =
      (values.x + values.x2).allSatisfy(x.holds) && (values.y + values.y2).allSatisfy(y.holds)
    return isInside ? node : .clipped(area, [node])
  }
}
