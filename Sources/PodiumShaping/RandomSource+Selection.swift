package import PodiumCore

extension RandomSource {
  /// Some of the rows, drawn without replacement, in order and without a shuffle: selection sampling (Knuth, The Art of
  /// Computer Programming 2, 3.4.2, algorithm S).
  package mutating func selection(of wanted: Int, from rows: [Int]) -> [Int] {
    var chosen: [Int] = []
    for (place, row) in rows.enumerated() {
      if chosen.count == wanted { break }
      if below(rows.count - place) < wanted - chosen.count { chosen.append(row) }
    }
    return chosen
  }
}
