internal import PodiumCore

/// The texts along an axis, chosen so that none covers another.
struct AxisLabels {
  /// The size of the texts of ticks in pixels.
  static let size = 11.0
  static let line = 14.0
  /// The least distance between two texts.
  private static let gap = 8.0

  /// One text with its place along the axis, before it is placed across it.
  struct Label {
    var at: Double
    var text: String
    var context: String?
  }

  var labels: [Label]
  /// 0, 45 or 90 degrees.
  var turn = 0
  /// The room across the axis in pixels: the height below a horizontal axis, the width beside a vertical one.
  var room: Double
  /// Places of ticks, those without a text too.
  var ticks: [Double]

  private static func width(_ text: String) -> Double { TextAdvance.width(of: text, size: size) }

  /// The texts below a horizontal axis, within `limits` of the picture.
  static func below(_ mapping: AxisMapping, limits: ClosedRange<Double>, roomBelow: Double) -> AxisLabels {
    if mapping.axis.isHidden { return AxisLabels(labels: [], room: 0, ticks: []) }
    return mapping.isBanded
      ? bands(mapping, limits: limits, roomBelow: roomBelow) : values(mapping, limits: limits)
  }

  private static func values(_ mapping: AxisMapping, limits: ClosedRange<Double>) -> AxisLabels {
    let length = (mapping.end - mapping.start).magnitude
    var count = max(3, whole(length / 45))
    while true {
      let ticks = mapping.ticks(count)
      var labels = ticks.map { Label(at: mapping.place($0.value), text: $0.label, context: $0.context) }
      let hasContext = labels.contains { $0.context != nil }
      for place in labels.indices {
        let half = max(width(labels[place].text), labels[place].context.map(width) ?? 0) / 2
        labels[place].at = min(max(labels[place].at, limits.lowerBound + half), limits.upperBound - half)
      }
      if areApart(labels.map { ($0.at, width($0.text)) })
        && areApart(labels.compactMap { label in label.context.map { (label.at, width($0)) } })
      {
        return AxisLabels(
          labels: labels, room: labels.isEmpty ? 0 : line * (hasContext ? 2 : 1) + 4,
          ticks: ticks.map { mapping.place($0.value) })
      }
      if count == 1 {
        // Not even two fit: the first says where the axis is.
        labels.removeLast(labels.count - 1)
        labels[0].text = TextAdvance.cut(labels[0].text, to: limits.upperBound - limits.lowerBound, size: size)
        labels[0].context = labels[0].context.map {
          TextAdvance.cut($0, to: limits.upperBound - limits.lowerBound, size: size)
        }
        let half = max(width(labels[0].text), labels[0].context.map(width) ?? 0) / 2
        labels[0].at = min(max(labels[0].at, limits.lowerBound + half), limits.upperBound - half)
        return AxisLabels(
          labels: labels, room: line * (hasContext ? 2 : 1) + 4, ticks: ticks.map { mapping.place($0.value) })
      }
      count -= max(1, count / 8)
    }
  }

  private static func areApart(_ texts: [(at: Double, width: Double)]) -> Bool {
    zip(texts, texts.dropFirst()).allSatisfy { $0.at + $0.width / 2 + gap <= $1.at - $1.width / 2 }
  }

  /// Names of bands: in full where they fit; every k-th of ordered ones; turned; cut.
  private static func bands(
    _ mapping: AxisMapping, limits: ClosedRange<Double>, roomBelow: Double
  ) -> AxisLabels {
    let levels = (mapping.axis.scale.levels ?? []).map(SafeText.escape)
    let places = levels.indices.map { mapping.place(Double($0)) }
    let band = mapping.band
    let widest = levels.reduce(0) { max($0, width($1)) }
    func labels(every k: Int, cutTo room: (Double) -> Double) -> [Label] {
      let shown = levels.indices.filter { $0 % k == 0 }
      let texts = Apart.cut(shown.map { levels[$0] }, size: size) { room(places[shown[$0]]) }
      return zip(shown, texts).map { Label(at: places[$0], text: $1) }
    }
    let side = 4.0
    if widest + side <= band {
      return AxisLabels(labels: labels(every: 1) { _ in band }, room: line + 4, ticks: [])
    }
    let isOrdered = if case .ordered = mapping.axis.scale { true } else { false }
    let every = whole(((widest + gap) / band).rounded(.up))
    if isOrdered || levels.allSatisfy({ TextNumber.value($0) != nil }), every <= max(2, levels.count / 3),
      widest <= 60
    {
      let thinned = labels(every: every) { _ in .infinity }
      if thinned.allSatisfy({
        $0.at - width($0.text) / 2 >= limits.lowerBound && $0.at + width($0.text) / 2 <= limits.upperBound
      }) {
        return AxisLabels(labels: thinned, room: line + 4, ticks: [])
      }
    }
    // Names that nearly fit are better cut than turned.
    if widest + side <= band * 1.25, band > 60 {
      return AxisLabels(labels: labels(every: 1) { _ in band - side }, room: line + 4, ticks: [])
    }
    let longest = min(max(roomBelow, 40), 130)
    let diagonal = 0.5.squareRoot()
    if band >= 19 {
      let found = labels(every: 1) { at in min(longest, (at - limits.lowerBound) / diagonal - 4) }
      let room = found.reduce(0) { max($0, width($1.text)) } * diagonal + 12
      return AxisLabels(labels: found, turn: 45, room: room, ticks: [])
    }
    let k = max(1, whole((13.5 / band).rounded(.up)))
    let found = labels(every: k) { _ in longest }
    return AxisLabels(
      labels: found, turn: 90, room: found.reduce(0) { max($0, width($1.text)) } + 8, ticks: [])
  }

  /// How far names that must be turned reach to the left of a horizontal axis.
  static func overhang(_ mapping: AxisMapping) -> Double {
    guard mapping.isBanded, !mapping.axis.isHidden, let levels = mapping.axis.scale.levels, mapping.band >= 19 else {
      return 0
    }
    let widths = levels.map { width(SafeText.escape($0)) }
    guard widths.contains(where: { $0 + 4 > mapping.band }) else { return 0 }
    return widths.enumerated().reduce(0) { most, next in
      max(most, min(next.element, 130) * 0.5.squareRoot() + 4 - mapping.place(Double(next.offset)))
    }
  }

  /// The texts to the left of a vertical axis, each at most `widest` wide.
  static func beside(_ mapping: AxisMapping, widest: Double) -> AxisLabels {
    if mapping.axis.isHidden { return AxisLabels(labels: [], room: 0, ticks: []) }
    let length = (mapping.end - mapping.start).magnitude
    var labels: [Label]
    if mapping.isBanded {
      let levels = mapping.axis.scale.levels ?? []
      let k = max(1, whole((12.5 / mapping.band).rounded(.up)))
      labels = levels.indices.filter { $0 % k == 0 }.map {
        Label(at: mapping.place(Double($0)), text: SafeText.escape(levels[$0]))
      }
    } else {
      labels = mapping.ticks(max(1, min(max(4, whole(length / 40)), whole(length / 16)))).map {
        Label(at: mapping.place($0.value), text: $0.label + ($0.context ?? "").after(" "))
      }
    }
    var last = Double.infinity
    let ticks = labels.map(\.at)
    let texts = Apart.cut(labels.map(\.text), size: size) { _ in widest }
    for place in labels.indices {
      labels[place].text = texts[place]
      // From bottom to top on axes of numbers, else the other way round.
      if (last - labels[place].at).magnitude < 12.4 { labels[place].text = "" } else { last = labels[place].at }
    }
    labels.removeAll { $0.text.isEmpty }
    return AxisLabels(labels: labels, room: labels.reduce(0) { max($0, width($1.text)) } + 6, ticks: ticks)
  }
}

extension String {
  /// The text after another, or nothing where it is empty.
  func after(_ start: String) -> String { isEmpty ? "" : start + self }
}
