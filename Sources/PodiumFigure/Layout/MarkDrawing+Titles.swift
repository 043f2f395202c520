internal import PodiumCore

// What a pointer shows.
extension MarkDrawing {
  /// Above so many points each shows `(x, y)` with its category; fewer have the names of the columns too.
  private static let namedPoints = 60

  /// Each column of the layer with the row's value; nothing where there are too many marks to point at.
  func title(_ values: LayerValues, _ place: Int) -> String? {
    guard values.rows.count <= Figure.markLimit else { return nil }
    let row = values.rows[place]
    guard row >= 0 else { return values.layer.label.map(SafeText.escape) }
    let layer = values.layer
    var parts: [String] = []
    var seen = Set<String>()
    if let place = coordinates(values, row: row) {
      parts.append(place)
      seen = Set([layer.x, layer.y].compactMap { if case .column(let name) = $0 { name } else { nil } })
      if let color = layer.color, figure.colors?.isOfNames == true, seen.insert(color).inserted,
        let value = value(color, row), !value.isMissing
      {
        parts[0] += " " + MarkDrawing.shown(value, .number)
      }
    }
    func add(_ name: String?, _ format: NumberFormat) {
      guard let name, seen.insert(name).inserted, let value = value(name, row), !value.isMissing else { return }
      parts.append(SafeText.escape(name) + ": " + MarkDrawing.shown(value, format))
    }
    for (channel, axis) in [(layer.x, x.axis), (layer.x2, x.axis), (layer.y, y.axis), (layer.y2, y.axis)] {
      if case .column(let name) = channel { add(name, axis.format) }
    }
    add(layer.color, figure.colors?.format ?? .number)
    for name in [layer.series, layer.size, layer.angle].compactMap(\.self) + layer.details { add(name, .number) }
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  /// The value of a column, a moment as the clock of its zone shows it.
  private func value(_ name: String, _ row: Int) -> Value? {
    figure.data[name].map { $0.zone == nil ? $0[row] : NumberScale.shown($0[row], $0.scale) }
  }

  /// The place of one of many points.
  private func coordinates(_ values: LayerValues, row: Int) -> String? {
    guard values.layer.mark == .point, values.rows.count > MarkDrawing.namedPoints, values.layer.angle == nil,
      case .column(let first)? = values.layer.x, case .column(let second)? = values.layer.y, first != second,
      let across = value(first, row), let up = value(second, row)
    else { return nil }
    return "(" + MarkDrawing.shown(across, x.axis.format) + ", " + MarkDrawing.shown(up, y.axis.format) + ")"
  }
}
