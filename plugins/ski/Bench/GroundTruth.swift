import Glibc
import PodiumCore

/// The true values of a simulated team, read from the files that `ski-bench simulate` writes and `ski import` ignores.
struct GroundTruth {
  /// A pair: the names of its levels, and its own effects.
  struct Pair {
    var owner: String
    var type: String
    /// `base White` and `grinding G3`.
    var levels: [String]
    var effect: Double
    var slope: Double
  }

  private(set) var pairs: [String: Pair] = [:]
  /// Effects over (1, degrees / 15, new, old, wet).
  private var levels: [String: [Double]] = [:]
  /// Names of the owners by number.
  private(set) var athletes: [String: String] = [:]

  /// Reads a folder; `read` gives the text of a file.
  init(_ read: @escaping (String) throws -> String) throws {
    func rows(_ file: String) throws -> [[String]] {
      try read(file).split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    }
    for row in try rows("athletes.csv") where row.count >= 3 { athletes[row[0]] = row[2] }
    var grindings: [String: (day: String, name: String)] = [:]
    for row in try rows("grinding_moments.csv") where row.count >= 3 {
      if let known = grindings[row[0]], known.day > row[2] { continue }
      grindings[row[0]] = (row[2], row[1])
    }
    for row in try rows("ski_pairs.csv") where row.count >= 4 {
      let names = ["base " + row[3]] + (grindings[row[0]].map { ["grinding " + $0.name] } ?? [])
      pairs[row[0]] = Pair(owner: row[1], type: row[2], levels: names, effect: 0, slope: 0)
    }
    for row in try rows("truth_pairs.csv") where row.count >= 3 {
      pairs[row[0]]?.effect = Double(row[1]) ?? .nan
      pairs[row[0]]?.slope = Double(row[2]) ?? .nan
    }
    for row in try rows("truth_levels.csv") { levels[row[0]] = row.dropFirst().map { Double($0) ?? .nan } }
  }

  /// The true value of a pair in some conditions, in centimetres, without the day's form.
  func value(_ serial: String, _ race: SkiRace) -> Double {
    guard let pair = pairs[serial] else { return .nan }
    let basis = [1, race.air / 15, race.new, race.old, race.wet]
    let shared = pair.levels.reduce(0) { sum, name in
      sum + zip(levels[name] ?? [], basis).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return shared + pair.effect + pair.slope * race.air / 15
  }
}

/// A race: degrees, and shares of snow from 0 to 1.
struct SkiRace {
  var air: Double
  var new: Double
  var old: Double
  var wet: Double

  /// Conditions simulated like those of the team's sessions: wet snow only in warm air, shares in tenths.
  init(_ random: inout SkiRandom) {
    air = min(6, max(-22, (-6 + 6 * random.normal()).rounded()))
    let tenths = random.source.below(11)
    let wetTenths = air > -1 ? random.source.below(11 - tenths / 2) : 0
    let newTenths = min(tenths, 10 - wetTenths)
    (new, wet) = (Double(newTenths) / 10, Double(wetTenths) / 10)
    old = Double(10 - newTenths - wetTenths) / 10
  }

  init(air: Double, new: Double, old: Double) { (self.air, self.new, self.old, wet) = (air, new, old, 0) }

  /// The race as the keys of a command.
  var keys: String {
    "air=\(NumberText.shortest(air)) new=\(NumberText.shortest((100 * new).rounded())) "
      + "old=\(NumberText.shortest((100 * old).rounded())) wet=\(NumberText.shortest((100 * wet).rounded()))"
  }
}

/// Random numbers that are the same in every run.
struct SkiRandom {
  var source: RandomSource

  /// The label determines the draws: another label would draw other races.
  init(_ seed: UInt64) { source = Seed(seed).derived("podium-bench ski").source() }

  /// A standard normal number (Box and Muller 1958).
  mutating func normal() -> Double {
    (-2 * log(1 - source.uniform())).squareRoot() * cos(2 * Double.pi * source.uniform())
  }
}
