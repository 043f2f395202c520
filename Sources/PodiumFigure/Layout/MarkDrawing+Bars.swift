internal import PodiumCore

extension MarkDrawing {
  mutating func bars(_ values: LayerValues) -> [Node] {
    let isVertical = values.isVertical(model.panel)
    var shapes: [(String, Node)] = []
    var labels: [(Box, Int, String)] = []
    let (along, across) = isVertical ? (y, x) : (x, y)
    let main = isVertical ? values.y : values.x
    let second = isVertical ? values.y2 : values.x2
    let from = isVertical ? values.x : values.y
    let to = isVertical ? values.x2 : values.y2
    let thin = across.isBanded || !to.isEmpty ? 0 : MarkDrawing.spacing(from.map(across.place)) * 0.9
    for place in values.rows.indices {
      guard let color = colors.mark(values, place), place < from.count, place < main.count else { continue }
      var (low, high): (Double, Double)
      if across.isBanded {
        let middle = across.place(from[place])
        guard across.holds(from[place]) else { continue }
        let slot = slot(values, place, band: across.band, along: isVertical ? values.layer.x : values.layer.y)
        let width = min(slot.width, 64)
        (low, high) = (middle + slot.offset - width / 2, middle + slot.offset + width / 2)
      } else if !to.isEmpty {
        (low, high) = (across.clamped(from[place]), across.clamped(to[place]))
        if low > high { swap(&low, &high) }
        // A hair of background between neighbours.
        if high - low > 3 { (low, high) = (low + 0.5, high - 0.5) }
      } else {
        (low, high) = (across.place(from[place]) - thin / 2, across.place(from[place]) + thin / 2)
      }
      let (a, b) = (along.clamped(main[place]), second.isEmpty ? along.base : along.clamped(second[place]))
      let box =
        isVertical ? Box(low, min(a, b), high, max(a, b)) : Box(min(a, b), low, max(a, b), high)
      shapes.append((color, .shape(.rect(box), classes: "", title: title(values, place))))
      if values.layer.text != nil { labels.append((box, place, color)) }
    }
    // A bar that floats over a category is a box: its line and points must show.
    let isBox = across.isBanded && !second.isEmpty && values.layer.arrangement != .stacked
    // Pages hide the ground of the whole picture, not this one.
    let ground = isBox ? [Node.group("w", shapes.map { MarkDrawing.untitled($0.1) })] : []
    return ground + grouped(shapes, over: isBox ? "v" : "f") + barLabels(values, labels, isVertical: isVertical)
  }

  static func untitled(_ node: Node) -> Node {
    if case .shape(let shape, let classes, _) = node { .shape(shape, classes: classes, title: nil) } else { node }
  }

  /// Texts at the ends of bars, or inside them where there is no room outside.
  mutating func barLabels(
    _ values: LayerValues, _ bars: [(box: Box, place: Int, color: String)], isVertical: Bool
  ) -> [Node] {
    var nodes: [Node] = []
    let size = AxisLabels.size
    if isVertical {
      let fit = bars.allSatisfy { bar in
        let neighbour =
          values.layer.arrangement == .sideBySide ? bar.box.width + 4 : x.isBanded ? x.band : bar.box.width
        return TextAdvance.width(of: words(values, bar.place), size: size) + 2 <= neighbour
      }
      // All or none: a bar without its number would look like one without a value.
      guard fit else { return [] }
    }
    for bar in bars {
      let text = words(values, bar.place)
      let width = TextAdvance.width(of: text, size: size)
      guard !text.isEmpty else { continue }
      let negative = isVertical ? values.y[bar.place] < 0 : values.x[bar.place] < 0
      var candidates: [SceneText] = []
      if isVertical {
        let middle = (bar.box.left + bar.box.right) / 2
        candidates.append(
          SceneText(text, x: middle, y: negative ? bar.box.bottom + size : bar.box.top - 4, size: size, anchor: .middle)
        )
      } else {
        guard max(bar.box.height, y.isBanded && values.layer.arrangement != .sideBySide ? y.band : 0) >= 11 else {
          continue
        }
        let middle = (bar.box.top + bar.box.bottom) / 2 + 4
        candidates.append(
          SceneText(
            text, x: negative ? bar.box.left - 4 : bar.box.right + 4, y: middle, size: size,
            anchor: negative ? .end : .start))
        if bar.box.width > width + 8, bar.box.height >= 12 {
          candidates.append(
            SceneText(
              text, x: negative ? bar.box.left + 4 : bar.box.right - 4, y: middle, size: size,
              anchor: negative ? .start : .end, classes: colors.textOn(bar.color)))
        }
      }
      if let text = candidates.first(where: { room.holds($0.box) && isFree($0.box) }) {
        taken.append(text.box)
        nodes.append(.text(text))
      }
    }
    return nodes
  }

  mutating func cells(_ values: LayerValues) -> [Node] {
    var shapes: [(String, Node)] = []
    var boxes: [(box: Box, place: Int, color: String)] = []
    let sizes = values.layer.size.flatMap { figure.data[$0]?.numbers }
    let largest = values.rows.reduce(0) { max($0, sizes?[$1].magnitude ?? 0) }
    for place in values.rows.indices {
      guard let color = colors.mark(values, place), var box = cell(values, place) else { continue }
      if let sizes, largest > 0 { box.shrink(max(0.2, (sizes[values.rows[place]].magnitude / largest).squareRoot())) }
      shapes.append((color, .shape(.rect(box), classes: "", title: title(values, place))))
      boxes.append((box, place, color))
    }
    var nodes = grouped(shapes, over: "f")
    guard values.layer.text != nil else { return nodes }
    let texts = boxes.compactMap { cell -> SceneText? in
      let text = words(values, cell.place)
      guard !text.isEmpty else { return nil }
      return SceneText(
        text, x: (cell.box.left + cell.box.right) / 2, y: (cell.box.top + cell.box.bottom) / 2 + 4,
        size: AxisLabels.size, anchor: .middle, classes: colors.textOn(cell.color))
    }
    // All or none: a number that is missing because it did not fit would look like a missing value.
    let fit = zip(boxes.filter { !words(values, $0.place).isEmpty }, texts).allSatisfy {
      $1.width + 4 <= $0.box.width && $0.box.height >= 13
    }
    guard fit else { return nodes }
    nodes += texts.map(Node.text)
    taken += texts.map(\.box)
    return nodes
  }

  func cell(_ values: LayerValues, _ place: Int) -> Box? {
    func stretch(_ mapping: AxisMapping, _ from: [Double], _ to: [Double]) -> (Double, Double)? {
      guard place < from.count else { return nil }
      if mapping.isBanded {
        guard mapping.holds(from[place]) else { return nil }
        let (middle, half) = (mapping.place(from[place]), mapping.band / 2)
        let gap = mapping.band > 8 ? 0.75 : 0
        return (middle - half + gap, middle + half - gap)
      }
      guard place < to.count else { return nil }
      let (a, b) = (mapping.clamped(from[place]), mapping.clamped(to[place]))
      return a == b ? nil : (min(a, b), max(a, b))
    }
    guard let across = stretch(x, values.x, values.x2), let down = stretch(y, values.y, values.y2) else { return nil }
    return Box(across.0, down.0, across.1, down.1)
  }

  /// The least distance between neighbours, for the width of bars at single places.
  static func spacing(_ places: [Double]) -> Double {
    let sorted = places.sorted()
    let least = zip(sorted.dropFirst(), sorted).map { $0 - $1 }.filter { $0 > 0 }.min() ?? 20
    return min(max(least, 1), 40)
  }
}
