internal import PodiumCore

extension MarkDrawing {
  func points(_ values: LayerValues) -> [Node] {
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

  func centre(_ values: LayerValues, _ place: Int, _ offset: Double) -> Point {
    var at = Point(x.place(values.x[place]), y.place(values.y[place]))
    if x.isBanded {
      at.x += offset + slot(values, place, band: x.band, along: values.layer.x).offset
    } else if y.isBanded {
      at.y += offset + slot(values, place, band: y.band, along: values.layer.y).offset
    }
    return at
  }

  /// Offsets within the band that keep points from covering each other: each takes the nearest free lane.
  func spread(_ values: LayerValues, radius: Double) -> [Double] {
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
  static func arrow(_ at: Point, degrees: Double) -> Shape {
    let (sine, cosine) = Circle.degrees.components(degrees)
    let outline: [(Double, Double)] = [
      (0, -8), (3.6, -1.5), (1.1, -2.4), (1.1, 8), (-1.1, 8), (-1.1, -2.4), (-3.6, -1.5),
    ]
    return .path(
      [outline.map { Point(at.x + $0.0 * cosine - $0.1 * sine, at.y + $0.0 * sine + $0.1 * cosine) }], isClosed: true)
  }
}
