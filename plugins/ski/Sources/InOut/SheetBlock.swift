internal import PodiumRecords

/// A part of a sheet that is one test, or a list of tests: labels with values, pairs and glides by meaning.
struct SheetBlock {
  /// A row of a table, its cells by meaning.
  struct Row {
    var place: SourcePlace
    var cells: [String: IncomingSheet.Cell]

    /// Whether it says of which test it is.
    var isOfTest: Bool {
      cells.keys.contains { SheetBlock.ofSession.contains($0) && $0 != "type" && $0 != "waxer" }
    }

    /// The same pair with its owner's two names as one, and with what labels say of all pairs.
    func filled(from labels: [String: IncomingSheet.Cell]) -> Row {
      var row = self
      let names = ["first_name", "last_name"].compactMap { cells[$0] }
      if cells["owner"] == nil, let place = names.last?.place {
        row.cells["owner"] = IncomingSheet.Cell(text: names.map(\.text).joined(separator: " "), place: place)
      }
      row.cells.merge(labels.filter { SheetBlock.ofAllPairs.contains($0.key) }) { own, _ in own }
      return row
    }
  }

  var labels: [String: IncomingSheet.Cell] = [:]
  var pairs: [Row] = []
  var glides: [Row] = []
  /// How many pairs with a rank were left out.
  var lost = 0

  /// Whether its pairs are ranked, even if no rank is filled in yet.
  var isRanked = false
  /// Whether it is one of several tests side by side.
  var isMatrix = false

  var hasRows: Bool { !pairs.isEmpty || !glides.isEmpty }

  /// What pairs are and how they were ground, and no test: nothing of a test beside the pairs, and no ranks.
  var isRegister: Bool {
    let cells = pairs.reduce(into: Set<String>()) { $0.formUnion($1.cells.keys) }
    let ofTest = cells.intersection(Self.ofSession).subtracting(
      cells.contains("grinding") ? ["type", "date", "time"] : ["type"])
    return !isRanked && glides.isEmpty && ofTest.isEmpty
      && Self.ofSession.subtracting(["type"]).isDisjoint(with: labels.keys)
      && !Self.ofPair.union(["type"]).isDisjoint(with: cells.union(labels.keys))
  }

  /// Whether it is a list of tests: rows say of which one they are.
  var isList: Bool { pairs.contains(where: \.isOfTest) || hasDatedGlides }

  /// Whether its glides say of which tests they are; under the day of a test, a column Test numbers the glides.
  var hasDatedGlides: Bool {
    guard pairs.isEmpty || pairs.contains(where: \.isOfTest) else { return false }
    return glides.contains { $0.isOfTest && (labels["date"] == nil || $0.cells["session"] == nil) }
  }

  /// Whether it has results and says nothing of their test.
  var lacksHead: Bool {
    let cells = (pairs + glides).reduce(into: Set(labels.keys)) { $0.formUnion($1.cells.keys) }
    return (isRanked || !glides.isEmpty) && Self.ofSession.subtracting(["type", "waxer"]).isDisjoint(with: cells)
  }

  /// Takes a column `Plats` or `Place` of the pairs for their ranks where it holds ranks and no other column does; returns its
  /// first cell.
  mutating func takePlacesAsRanks() -> IncomingSheet.Cell? {
    let cells = pairs.compactMap { $0.cells["place"] }
    let ranks = cells.count { cell in if case .rank = RankText(cell.text) { true } else { false } }
    guard 2 * ranks > cells.count, !pairs.contains(where: { $0.cells["rank"] != nil }) else { return nil }
    isRanked = true
    for row in pairs.indices { pairs[row].cells["rank"] = pairs[row].cells.removeValue(forKey: "place") }
    return cells.first
  }

  /// Leaves out a column of times where the day is above the table and most times are of one pair alone: they are of runs, and not
  /// of tests; returns its first cell.
  mutating func dropRunTimes() -> IncomingSheet.Cell? {
    let cells = pairs.compactMap { $0.cells["time"] }
    guard labels["date"] != nil, cells.count > 1, 2 * Set(cells.map(\.text)).count > cells.count,
      !pairs.contains(where: { $0.cells["date"] != nil || $0.cells["session"] != nil })
    else { return nil }
    for row in pairs.indices { pairs[row].cells["time"] = nil }
    return cells.first
  }

  /// The meanings that belong to a test, and not to one of its pairs.
  static let ofSession: Set<String> = [
    "session", "date", "time", "place", "air", "snow", "snow_temperature", "humidity", "snow_humidity", "type", "new",
    "old",
    "wet", "waxer",
  ]
  static let ranks = ["rank", "glide_rank", "kick_rank", "uphill_rank"]
  /// The meanings that only a pair has.
  static let ofPair = Set(ranks).union(["owner", "brand", "base", "grinding", "nickname"])
  /// Labels that are about all pairs below them.
  static let ofAllPairs: Set<String> = ["owner", "brand", "base", "grinding", "wax"]
  private static let ofPairRow = ofSession.union(ofPair).union(["serial", "comment", "wax", "first_name", "last_name"])
  /// The time of a heat is not that of its test.
  private static let ofGlide = ofSession.subtracting(["time"]).union([
    "winner", "loser", "left", "right", "side", "rank", "difference_cm", "lane", "run", "tester", "winner_treatment",
    "loser_treatment", "comment",
  ])

  /// What is read of the rows of a table with these headings.
  static func usable(_ meanings: [String]) -> Set<String> {
    let isGlide = !Set(meanings).isDisjoint(with: heads.subtracting(["serial"]))
    return (meanings.contains("serial") ? ofPairRow : []).union(isGlide ? ofGlide : [])
  }

  static let heads: Set<String> = ["serial", "winner", "loser", "left", "right"]
}
