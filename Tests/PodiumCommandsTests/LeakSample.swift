import Foundation
import PodiumCore
import Testing

/// A made table of text, with a target `y`, whose rows can be put in another order.
struct LeakSample: CustomTestStringConvertible {
  let testDescription: String
  let header: [String]
  var rows: [[String]]
  /// Whether the target is a number.
  let isNumber: Bool

  /// `cells` makes a row from its place and a source of random numbers; the target is the last column.
  init(
    _ name: String, _ header: String, count: Int, number: Bool = false, seed: UInt64 = 7,
    _ cells: (Int, inout Chance) -> [String]
  ) {
    testDescription = name
    self.header = header.split(separator: " ").map(String.init) + ["y"]
    isNumber = number
    var chance = Chance(RandomSource(seed: seed))
    rows = (0..<count).map { cells($0, &chance) }
  }

  enum Order: CaseIterable {
    case shuffled, byTarget
  }

  func text(_ order: Order) -> String {
    var rows = rows
    switch order {
    case .shuffled:
      var random = RandomSource(seed: 3)
      random.shuffle(&rows)
    case .byTarget:
      rows.sort { a, b in
        isNumber ? Double(a.last ?? "") ?? 0 < Double(b.last ?? "") ?? 0 : a.last ?? "" < b.last ?? ""
      }
    }
    return ([header] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
  }
}

/// Random numbers of a few distributions.
struct Chance {
  private var source: RandomSource

  init(_ source: RandomSource) { self.source = source }

  mutating func uniform(_ low: Double = 0, _ high: Double = 1) -> Double { low + (high - low) * source.uniform() }

  mutating func normal(_ mean: Double = 0, _ sd: Double = 1) -> Double {
    mean + sd * (-2 * log(1 - source.uniform())).squareRoot() * cos(2 * Double.pi * source.uniform())
  }

  mutating func below(_ count: Int) -> Int { source.below(count) }

  mutating func happens(_ share: Double) -> Bool { source.uniform() < share }
}

extension Double {
  /// The number with so many decimals.
  func text(_ decimals: Int = 4) -> String { String(format: "%.\(decimals)f", self) }
}
