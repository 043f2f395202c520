internal import PodiumCore

// Rules, intervals and texts.
extension MarkDrawing {
  func rules(_ values: LayerValues) -> [Node] {
    var nodes: [Node] = []
    for place in values.rows.indices {
      guard let color = colors.mark(values, place), let ends = rule(values, place) else { continue }
      let isMedian = (x.isBanded || y.isBanded) && values.rows[place] >= 0 && values.x2.isEmpty && values.y2.isEmpty
      let classes = (isMedian ? "l2 " : "r ") + color + (values.layer.isDashed ? " e1" : "")
      nodes.append(.shape(.path([ends], isClosed: false), classes: classes, title: title(values, place)))
    }
    return nodes
  }

  func rule(_ values: LayerValues, _ place: Int) -> [Point]? {
    let across = values.x.isEmpty ? nil : values.x[place]
    let up = values.y.isEmpty ? nil : values.y[place]
    switch (across, up) {
    case (let across?, nil):
      guard x.holds(across) else { return nil }
      return [Point(x.place(across), area.top), Point(x.place(across), area.bottom)]
    case (nil, let up?):
      guard y.holds(up) else { return nil }
      return [Point(area.left, y.place(up)), Point(area.right, y.place(up))]
    case (let across?, let up?):
      if values.x2.isEmpty, values.y2.isEmpty {
        guard x.holds(across), y.holds(up) else { return nil }
        let at = Point(x.place(across), y.place(up))
        if x.isBanded {
          let slot = slot(values, place, band: x.band, along: values.layer.x)
          let half = min(slot.width, 64) / 2
          return [Point(at.x + slot.offset - half, at.y), Point(at.x + slot.offset + half, at.y)]
        }
        let slot = slot(values, place, band: y.isBanded ? y.band : 16, along: values.layer.y)
        let half = min(slot.width, 64) / 2
        return [Point(at.x, at.y + slot.offset - half), Point(at.x, at.y + slot.offset + half)]
      }
      let (x2, y2) = (values.x2.isEmpty ? across : values.x2[place], values.y2.isEmpty ? up : values.y2[place])
      return [Point(x.clamped(across), y.clamped(up)), Point(x.clamped(x2), y.clamped(y2))]
    case (nil, nil): return nil
    }
  }

  func intervals(_ values: LayerValues) -> [Node] {
    let isVertical = values.isVertical(model.panel)
    var shapes: [(String, Node)] = []
    for place in values.rows.indices {
      guard let color = colors.mark(values, place), place < values.x.count, place < values.y.count else { continue }
      let (at, low, high, along, across) =
        isVertical
        ? (values.x[place], values.y[place], values.y2.isEmpty ? values.y[place] : values.y2[place], y, x)
        : (values.y[place], values.x[place], values.x2.isEmpty ? values.x[place] : values.x2[place], x, y)
      guard across.holds(at) else { continue }
      let slot = slot(values, place, band: across.band, along: isVertical ? values.layer.x : values.layer.y)
      let middle = across.place(at) + (across.isBanded ? slot.offset : 0)
      let (a, b) = (along.clamped(low), along.clamped(high))
      let cap = across.isBanded ? min(4, slot.width / 2) : 3
      // No cap where an interval is cut off at the border.
      var pieces = [[(middle, a), (middle, b)]]
      if along.holds(low) { pieces.append([(middle - cap, a), (middle + cap, a)]) }
      if along.holds(high) { pieces.append([(middle - cap, b), (middle + cap, b)]) }
      let path = pieces.map { $0.map { isVertical ? Point($0.0, $0.1) : Point($0.1, $0.0) } }
      shapes.append((color, .shape(.path(path, isClosed: false), classes: "", title: title(values, place))))
    }
    return grouped(shapes, over: "i")
  }

  mutating func texts(_ values: LayerValues) -> [Node] {
    var nodes: [Node] = []
    for place in values.rows.indices {
      guard let color = colors.mark(values, place), place < values.x.count, place < values.y.count,
        x.holds(values.x[place]), y.holds(values.y[place])
      else { continue }
      // The rule of a node ends with its threshold, so a long text loses its middle.
      let text = Apart.middle(words(values, place), to: min(area.width, 160), size: AxisLabels.size)
      guard !text.isEmpty else { continue }
      var drawn = SceneText(
        text, x: x.place(values.x[place]), y: y.place(values.y[place]) + 4, size: AxisLabels.size, anchor: .middle,
        classes: color == "k" ? "" : color + " f")
      // Near the border a text moves in.
      drawn.x = min(max(drawn.x, area.left + drawn.width / 2), area.right - drawn.width / 2)
      drawn.y = min(max(drawn.y, area.top + drawn.size), area.bottom - 3)
      guard isFree(drawn.box) else { continue }
      taken.append(drawn.box)
      nodes.append(
        .shape(
          .rect(Box(drawn.box.left - 3, drawn.box.top - 2, drawn.box.right + 3, drawn.box.bottom + 2)),
          classes: "n", title: title(values, place)))
      nodes.append(.text(drawn))
    }
    return nodes
  }
}
