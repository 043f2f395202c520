internal import PodiumCore

/// Draws the layers of one panel within its plot area.
struct MarkDrawing {
  let figure: Figure
  let model: PanelModel
  let colors: ColorClasses
  let x: AxisMapping
  let y: AxisMapping
  /// The plot area.
  let area: Box
  /// Where texts of marks may be: the plot area with the room beyond the bars.
  private let room: Box
  /// Texts drawn so far; one that would cover another is left away.
  var taken: [Box] = []

  init(figure: Figure, model: PanelModel, colors: ColorClasses, x: AxisMapping, y: AxisMapping, room: Box) {
    (self.figure, self.model, self.colors, self.x, self.y) = (figure, model, colors, x, y)
    area = Box(min(x.start, x.end), min(y.start, y.end), max(x.start, x.end), max(y.start, y.end))
    self.room = Box(room.left, room.top - 2, room.right + 2, room.bottom + 1)
  }

  /// The nodes of all layers, from the back to the front.
  mutating func nodes() -> [Node] {
    var nodes: [Node] = []
    for values in model.layers where !values.rows.isEmpty {
      switch values.layer.mark {
      case .bar: nodes += bars(values)
      case .cell: nodes += cells(values)
      case .point: nodes += points(values)
      case .line, .area: nodes += lines(values)
      case .rule: nodes += rules(values)
      case .interval: nodes += intervals(values)
      case .text: nodes += texts(values)
      }
    }
    return nodes
  }

  // MARK: What several marks share

  /// What the pointer shows: each column of the layer with the row's value; nothing where there are too many marks to
  /// point at.
  func title(_ values: LayerValues, _ place: Int) -> String? {
    guard values.rows.count <= Figure.markLimit else { return nil }
    let row = values.rows[place]
    guard row >= 0 else { return values.layer.label.map(SafeText.escape) }
    let layer = values.layer
    var parts: [String] = []
    var seen = Set<String>()
    func add(_ name: String?, _ format: NumberFormat) {
      guard let name, seen.insert(name).inserted, let value = figure.data[name]?[row], !value.isMissing else { return }
      parts.append(SafeText.escape(name) + ": " + MarkDrawing.shown(value, format))
    }
    for (channel, axis) in [(layer.x, x.axis), (layer.x2, x.axis), (layer.y, y.axis), (layer.y2, y.axis)] {
      if case .column(let name) = channel { add(name, axis.format) }
    }
    add(layer.color, figure.colors?.format ?? .number)
    for name in [layer.series, layer.size, layer.angle].compactMap(\.self) + layer.details { add(name, .number) }
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  static func shown(_ value: Value, _ format: NumberFormat) -> String {
    switch value {
    case .number(let number): NumberTicks.shown(number, format: format)
    case .integer(let number): format == .percent ? NumberTicks.shown(Double(number), format: format) : String(number)
    default: SafeText.escape(value.fileText)
    }
  }

  /// The part of a band, as an offset of its middle and a width, for a mark of a colour.
  private func slot(_ values: LayerValues, _ place: Int, band: Double, along: Channel?) -> (
    offset: Double, width: Double
  ) {
    let whole = band * 0.8
    guard values.layer.arrangement == .sideBySide, let color = values.layer.color, along != .column(color),
      !values.colors.isEmpty, colors.levels.count > 1
    else { return (0, whole) }
    let count = Double(colors.levels.count)
    let number = Double(colors.place(values.colors[place]) ?? 0)
    return ((number + 0.5) / count * whole - whole / 2, whole / count)
  }

  /// Shapes in groups of one class each, in the order of their first appearance.
  private func grouped(_ shapes: [(classes: String, node: Node)], over outer: String) -> [Node] {
    var order: [String] = []
    var groups: [String: [Node]] = [:]
    for shape in shapes {
      if groups[shape.classes] == nil { order.append(shape.classes) }
      groups[shape.classes, default: []].append(shape.node)
    }
    return order.map { .group(outer + " " + $0, groups[$0] ?? []) }
  }

  // MARK: Bars and cells

  private mutating func bars(_ values: LayerValues) -> [Node] {
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
    let ground = isBox ? [Node.group("bg", shapes.map { MarkDrawing.untitled($0.1) })] : []
    return ground + grouped(shapes, over: isBox ? "v" : "f") + barLabels(values, labels, isVertical: isVertical)
  }

  private static func untitled(_ node: Node) -> Node {
    if case .shape(let shape, let classes, _) = node { .shape(shape, classes: classes, title: nil) } else { node }
  }

  /// Texts at the ends of bars, or inside them where there is no room outside.
  private mutating func barLabels(
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

  private func isFree(_ box: Box) -> Bool { !taken.contains { $0.overlaps(box) } }

  private mutating func cells(_ values: LayerValues) -> [Node] {
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

  private func cell(_ values: LayerValues, _ place: Int) -> Box? {
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

  /// The text column in the row.
  private func words(_ values: LayerValues, _ place: Int) -> String {
    guard let name = values.layer.text, values.rows[place] >= 0, let value = figure.data[name]?[values.rows[place]],
      !value.isMissing
    else { return "" }
    return MarkDrawing.shown(
      value, figure.colors?.format == .percent && name == values.layer.color ? .percent : .number)
  }

  /// The least distance between neighbours, for the width of bars at single places.
  private static func spacing(_ places: [Double]) -> Double {
    let sorted = places.sorted()
    let least = zip(sorted.dropFirst(), sorted).map { $0 - $1 }.filter { $0 > 0 }.min() ?? 20
    return min(max(least, 1), 40)
  }

  // MARK: Points

  private func points(_ values: LayerValues) -> [Node] {
    let count = values.rows.count
    let radius = count > 1000 ? 2 : count > 250 ? 2.5 : 3.2
    let sizes = values.layer.size.flatMap { figure.data[$0]?.numbers }
    let largest = values.rows.reduce(0) { max($0, sizes?[$1].magnitude ?? 0) }
    let offsets = spread(values, radius: radius)
    let angles = values.layer.angle.flatMap { figure.data[$0]?.numbers }
    var shapes: [(String, Node)] = []
    for place in values.rows.indices {
      guard let color = colors.mark(values, place), place < values.x.count, place < values.y.count,
        x.holds(values.x[place]), y.holds(values.y[place])
      else { continue }
      let at = centre(values, place, offsets[place])
      let row = values.rows[place]
      var r = radius
      if let sizes, row >= 0, largest > 0 { r = max(1, 10 * (sizes[row].magnitude / largest).squareRoot()) }
      let number: Int =
        switch colors.scale?.kind {
        case .category where !values.colors.isEmpty: colors.place(values.colors[place]) ?? 0
        default: 0
        }
      let shape =
        if let angles, row >= 0 { MarkDrawing.arrow(at, degrees: angles[row]) } else {
          PointShape(number < ColorScale.limit ? number : 0).outline(x: at.x, y: at.y, radius: r)
        }
      shapes.append((color, .shape(shape, classes: "", title: title(values, place))))
    }
    return grouped(shapes, over: angles == nil ? (count > 40 ? "p" : "f") : "f")
  }

  private func centre(_ values: LayerValues, _ place: Int, _ offset: Double) -> Point {
    var at = Point(x.place(values.x[place]), y.place(values.y[place]))
    if x.isBanded {
      at.x += offset + slot(values, place, band: x.band, along: values.layer.x).offset
    } else if y.isBanded {
      at.y += offset + slot(values, place, band: y.band, along: values.layer.y).offset
    }
    return at
  }

  /// Offsets within the band that keep points from covering each other: each takes the nearest free lane.
  private func spread(_ values: LayerValues, radius: Double) -> [Double] {
    var offsets = [Double](repeating: 0, count: values.rows.count)
    guard values.layer.arrangement == .spread, x.isBanded != y.isBanded else { return offsets }
    let (bands, along, along0) = x.isBanded ? (values.x, values.y, y) : (values.y, values.x, x)
    let half = (x.isBanded ? x.band : y.band) * 0.4
    let lane = min(radius * 1.9, half)
    let lanes = max(1, whole(half / max(lane, 0.1)) * 2 + 1)
    var ends: [Double: [Double]] = [:]
    let order = values.rows.indices.sorted { (along[$0], $0) < (along[$1], $1) }
    for place in order {
      let at = along0.clamped(along[place])
      var free = ends[bands[place]] ?? [Double](repeating: .nan, count: lanes)
      // 0, 1, −1, 2, −2, …; where none is free the one whose last point is farthest away.
      let chosen =
        free.indices.first { free[$0].isNaN || (at - free[$0]).magnitude >= radius * 2.1 }
        ?? free.indices.max { ((at - free[$0]).magnitude, -$0) < ((at - free[$1]).magnitude, -$1) } ?? 0
      free[chosen] = at
      ends[bands[place]] = free
      offsets[place] = Double((chosen + 1) / 2) * lane * (chosen % 2 == 0 ? -1 : 1)
    }
    return offsets
  }

  /// An arrow of 16 pixels with its middle at a place.
  private static func arrow(_ at: Point, degrees: Double) -> Shape {
    let (sine, cosine) = Circle.degrees.components(degrees)
    let outline: [(Double, Double)] = [
      (0, -8), (3.6, -1.5), (1.1, -2.4), (1.1, 8), (-1.1, 8), (-1.1, -2.4), (-3.6, -1.5),
    ]
    return .path(
      [outline.map { Point(at.x + $0.0 * cosine - $0.1 * sine, at.y + $0.0 * sine + $0.1 * cosine) }], isClosed: true)
  }

  // MARK: Lines and areas

  private func lines(_ values: LayerValues) -> [Node] {
    let isArea = values.layer.mark == .area
    guard values.x.count == values.rows.count, values.y.count == values.rows.count else { return [] }
    let names = values.layer.series.flatMap { figure.data[$0] }
    var nodes: [Node] = []
    for places in values.series(in: figure) {
      guard let first = places.first, let color = colors.mark(values, first) else { continue }
      let path = path(values, places, isArea: isArea)
      let dash: Int =
        switch colors.scale?.kind {
        case .category where !values.colors.isEmpty: colors.place(values.colors[first]) ?? 0
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

  private func path(_ values: LayerValues, _ places: [Int], isArea: Bool) -> Shape {
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

  /// A dot at each value of a line, for the eye where there are few and for the pointer alone where there are more.
  private func dots(_ values: LayerValues, _ places: [Int], color: String, total: Int) -> [Node] {
    guard total <= 400, !values.layer.isStepped else { return [] }
    let isShown = places.count <= 24
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
  private func clipped(_ node: Node, _ values: LayerValues) -> Node {
    let isInside =
      (values.x + values.x2).allSatisfy(x.holds) && (values.y + values.y2).allSatisfy(y.holds)
    return isInside ? node : .clipped(area, [node])
  }

  // MARK: Rules, intervals, texts

  private func rules(_ values: LayerValues) -> [Node] {
    var nodes: [Node] = []
    for place in values.rows.indices {
      guard let color = colors.mark(values, place), let ends = rule(values, place) else { continue }
      let isMedian = (x.isBanded || y.isBanded) && values.rows[place] >= 0 && values.x2.isEmpty && values.y2.isEmpty
      let classes = (isMedian ? "l2 " : "r ") + color + (values.layer.isDashed ? " e1" : "")
      nodes.append(.shape(.path([ends], isClosed: false), classes: classes, title: title(values, place)))
    }
    return nodes
  }

  private func rule(_ values: LayerValues, _ place: Int) -> [Point]? {
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

  private func intervals(_ values: LayerValues) -> [Node] {
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

  private mutating func texts(_ values: LayerValues) -> [Node] {
    var nodes: [Node] = []
    for place in values.rows.indices {
      guard let color = colors.mark(values, place), place < values.x.count, place < values.y.count,
        x.holds(values.x[place]), y.holds(values.y[place])
      else { continue }
      let text = TextAdvance.cut(words(values, place), to: min(area.width, 160), size: AxisLabels.size)
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
