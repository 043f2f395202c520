internal import PodiumCore

/// Names that are cut to a width without becoming the same text.
///
/// A name is cut at its end, as readers expect; names that would then look alike (`measurement number 1`, `measurement
/// number 2`) keep their end too, and lose their middle.
enum Apart {
  /// The names as `cut` shortens them, or as `middle` does where another name begins as what is left of one.
  private static func texts(_ names: [String], cut: (Int) -> String, middle: (Int) -> String) -> [String] {
    var short = names.indices.map(cut)
    let shortened = names.indices.filter { short[$0] != names[$0] && !short[$0].isEmpty }
    guard names.count > 1, !shortened.isEmpty else { return short }
    // Names of one beginning are neighbours in their order.
    let order = Set(names).sorted()
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    for place in shortened {
      guard let own = places[names[place]] else { continue }
      let start = short[place].dropLast()
      let isShared = [own - 1, own + 1].contains { order.indices.contains($0) && order[$0].hasPrefix(start) }
      if isShared { short[place] = middle(place) }
    }
    return short
  }

  /// The names at most as wide as there is room for each, in pixels.
  static func cut(_ names: [String], size: Double, isBold: Bool = false, to room: (Int) -> Double) -> [String] {
    texts(names) {
      TextAdvance.cut(names[$0], to: room($0), size: size, isBold: isBold)
    } middle: { place in
      halves(names[place], to: room(place)) { TextAdvance.width(of: $0, size: size, isBold: isBold) }
    }
  }

  /// The names in at most so many columns of a terminal.
  static func cut(_ names: [String], toWidth width: Int) -> [String] {
    texts(names) {
      names[$0].cut(toWidth: width)
    } middle: { place in
      halves(names[place], to: Double(width)) { Double(DisplayWidth.of($0)) }
    }
  }

  /// A text at most so many pixels wide, cut in its middle.
  static func middle(_ text: String, to room: Double, size: Double) -> String {
    let whole = TextAdvance.cut(text, to: room, size: size)
    return whole == text ? text : halves(text, to: room) { TextAdvance.width(of: $0, size: size) }
  }

  /// The beginning and the end of a name, the end a little longer, with `…` between them.
  private static func halves(_ name: String, to room: Double, width: (String) -> Double) -> String {
    let rest = room - width("…")
    guard rest > 0 else { return "" }
    func taken(_ clusters: some Sequence<Character>, _ room: Double) -> [Character] {
      var (out, sum) = ([Character](), 0.0)
      for cluster in clusters {
        sum += width(String(cluster))
        if sum > room { break }
        out.append(cluster)
      }
      return out
    }
    let end = String(taken(name.reversed(), rest * 0.6).reversed())
    let start = String(taken(name, rest - width(end)))
    return start + "…" + end
  }
}
