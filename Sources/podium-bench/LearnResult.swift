import PodiumBenchmarks
import PodiumCore

/// What one program took for a row of `learn`.
struct LearnSide: Codable {
  let name: String
  /// The least and the median time of the work alone, in seconds.
  let least: Double
  let median: Double
  /// The median time of the whole process, which starts and reads the table first; nil where it was not run.
  let whole: Double?

  enum CodingKeys: String, CodingKey {
    case name
    case least = "least_s"
    case median = "work_s"
    case whole = "wall_s"
  }

  init(_ name: String, _ work: [Duration], whole: [Duration] = []) {
    let spread = Spread(work)
    self.name = name
    (least, median) = (spread.minimum / 1000, spread.median / 1000)
    self.whole = whole.isEmpty ? nil : Spread(whole).median / 1000
  }
}

/// A row of the table that `learn` prints, and of its JSON.
struct LearnResult: Codable {
  let row: String
  let threads: Int
  /// podium, then what else was measured.
  let sides: [LearnSide]
  /// The peers among them.
  let peers: [String]
  /// The time of the fastest peer against podium's, medians; nil without peers.
  let ratio: Double?
  /// The same of whole processes.
  let wholeRatio: Double?
  /// The ratio to reach.
  let goal: Double
  /// Processors that other programs kept busy meanwhile.
  let others: Double

  init(_ row: LearnRow, threads: Int, own: LearnSide, others more: [LearnSide], peers: [LearnSide], busy: Double) {
    self.row = row.name
    self.threads = threads
    sides = [own] + more + peers
    self.peers = peers.map(\.name)
    ratio = peers.map(\.median).min().map { $0 / own.median }
    wholeRatio = peers.compactMap(\.whole).min().flatMap { least in own.whole.map { least / $0 } }
    goal = row.goal
    others = busy
  }

  var isMet: Bool { ratio.map { $0 >= goal } ?? true }

  /// The lines for people.
  var lines: [String] {
    let own = sides[0].median
    var lines = sides.map { side in
      var text = row.padded(toWidth: 20) + side.name.padded(toWidth: 20)
      text += "median " + NumberText.fixed(side.median, 4) + " s  min " + NumberText.fixed(side.least, 4) + " s"
      text += side.whole.map { "  whole " + NumberText.fixed($0, 2) + " s" } ?? ""
      return text + "  " + NumberText.fixed(side.median / own, 2) + " × podium"
    }
    var last = ratio.map { "  \(NumberText.fixed($0, 2)) × as fast as the best peer" } ?? "  no peer"
    last += wholeRatio.map { ", as a whole process \(NumberText.fixed($0, 2)) ×" } ?? ""
    last += ratio.map { _ in "; goal \(NumberText.fixed(goal, 1)) ×: \(isMet ? "met" : "missed")" } ?? ""
    lines.append(last + "; others kept \(NumberText.fixed(others, 2)) processors busy")
    return lines
  }
}
