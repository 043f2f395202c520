public import PodiumCore

/// The splits of one repeat.
public struct RepeatFolds: Sendable, Codable, Equatable {
  /// How the splits are kept: one fold per row takes far less room where no row is tested twice.
  private enum Storage: Sendable, Equatable {
    case assigned(foldOfRow: [Int], count: Int, Training)
    case listed([Split], rowCount: Int)
  }

  /// Which rows a fold trains on.
  private enum Training: Sendable, Equatable {
    /// All that it does not test.
    case others
    /// Those of the folds before it.
    case earlier
    /// Those whose number, one for each row, is at most its own.
    case from([Int])

    func holds(_ row: Int, of fold: Int, in folds: [Int]) -> Bool {
      switch self {
      case .others: folds[row] != fold
      case .earlier: folds[row] < fold
      case .from(let first): first[row] <= fold
      }
    }

    var name: String {
      switch self {
      case .others: "all"
      case .earlier: "forward"
      case .from: "gap"
      }
    }

    /// For each row the first fold that trains on it, where that is not the one after the fold that tests it.
    var rows: [Int]? { if case .from(let first) = self { first } else { nil } }
  }

  private let storage: Storage

  /// In `foldOfRow`, a row that no fold tests and every fold may train on.
  public static let untested = -1
  /// In `foldOfRow`, a row that takes no part.
  public static let absent = -2

  /// Assigns each row to the fold that tests it; the fold trains on all other rows, or on those of the folds before it.
  public init(foldOfRow: [Int], count: Int, isForward: Bool = false) {
    storage = .assigned(foldOfRow: foldOfRow, count: count, isForward ? .earlier : .others)
  }

  /// Assigns each row to the fold that tests it, and to the first one that may train on it, which must come after it.
  public init(foldOfRow: [Int], trainedFrom first: [Int], count: Int) {
    precondition(
      first.count == foldOfRow.count && zip(first, foldOfRow).allSatisfy { $0 > $1 && $0 >= 0 },
      "a fold would look ahead"
    )
    storage = .assigned(foldOfRow: foldOfRow, count: count, .from(first))
  }

  /// Takes splits as they are, for a task with so many rows.
  ///
  /// Throws `bad-split` where one tests a row that it trains on, tests a row twice, names a row that the task does not
  /// have, or has no training rows.
  public init(_ splits: [Split], rowCount: Int) throws(Diagnostic) {
    let rows = 0..<rowCount
    for (place, split) in splits.enumerated() {
      func refuse(_ what: String) -> Diagnostic { Diagnostic("bad-split", "split \(place + 1) \(what)") }
      guard split.train.allSatisfy(rows.contains), split.test.allSatisfy(rows.contains) else {
        throw refuse("has a row number outside the \(rowCount.counted("row"))")
      }
      guard !split.train.isEmpty else { throw refuse("has no training rows") }
      guard zip(split.test, split.test.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw refuse("must list its test rows once each, in ascending order")
      }
      guard Set(split.test).isDisjoint(with: split.train) else { throw refuse("tests a row that it also trains on") }
    }
    storage = .listed(splits, rowCount: rowCount)
  }

  /// The number of folds.
  public var count: Int {
    switch storage {
    case .assigned(_, let count, _): count
    case .listed(let splits, _): splits.count
    }
  }

  /// The rows a fold tests, ascending.
  public func testRows(_ fold: Int) -> [Int] {
    switch storage {
    case .assigned(let folds, _, _): folds.indices.filter { folds[$0] == fold }
    case .listed(let splits, _): splits[fold].test
    }
  }

  /// The rows a fold trains on: ascending, or as the split lists them.
  public func trainingRows(_ fold: Int) -> [Int] {
    switch storage {
    case .assigned(let folds, _, let training):
      folds.indices.filter { folds[$0] != RepeatFolds.absent && training.holds($0, of: fold, in: folds) }
    case .listed(let splits, _): splits[fold].train
    }
  }

  /// For each fold the number of rows it tests.
  public var testCounts: [Int] {
    switch storage {
    case .assigned(let folds, let count, _):
      var sizes = [Int](repeating: 0, count: count)
      for fold in folds where fold >= 0 { sizes[fold] += 1 }
      return sizes
    case .listed(let splits, _): return splits.map(\.test.count)
    }
  }

  /// The folds that test a row and train on one, ascending.
  var usable: [Int] {
    zip(testCounts, trainingCounts).enumerated().filter { $0.element.0 > 0 && $0.element.1 > 0 }.map(\.offset)
  }

  /// For each fold the number of distinct rows that it trains on.
  private var trainingCounts: [Int] {
    switch storage {
    case .listed(let splits, _): return splits.map { Set($0.train).count }
    case .assigned(let folds, let count, let training):
      if training == .others {
        let present = folds.count { $0 != RepeatFolds.absent }
        return testCounts.map { present - $0 }
      }
      var added = [Int](repeating: 0, count: count)
      for (row, fold) in folds.enumerated() where fold != RepeatFolds.absent {
        let first = training.rows?[row] ?? fold + 1
        if first < count { added[first] += 1 }
      }
      var sum = 0
      return added.map {
        sum += $0
        return sum
      }
    }
  }

  /// How many rows at least one fold leaves out of its training though they are earlier than its test rows, and how many
  /// folds do so; nil where there is no gap.
  var gapped: (rows: Int, folds: Int)? {
    guard case .assigned(let folds, let count, .from(let first)) = storage else { return nil }
    var (rows, isShort) = (0, [Bool](repeating: false, count: count))
    for (row, fold) in folds.enumerated() where fold != RepeatFolds.absent && fold + 1 < min(first[row], count) {
      rows += 1
      for other in (fold + 1)..<min(first[row], count) { isShort[other] = true }
    }
    return (rows, isShort.count { $0 })
  }

  /// For each row the first fold that tests it; −1 where none does.
  public var foldOfRow: [Int] {
    switch storage {
    case .assigned(let folds, _, _): return folds
    case .listed(let splits, let rowCount):
      var folds = [Int](repeating: RepeatFolds.untested, count: rowCount)
      for (fold, split) in splits.enumerated().reversed() {
        for row in split.test { folds[row] = fold }
      }
      return folds
    }
  }

  /// For each fold the ratio of test rows to distinct training rows, where it has both.
  var testShares: [Double] {
    zip(testCounts, trainingCounts).filter { $0.0 > 0 && $0.1 > 0 }.map { Double($0.0) / Double($0.1) }
  }

  /// The SHA-256 of the splits in hexadecimal.
  var hash: String {
    switch storage {
    case .assigned(let folds, _, let training):
      let lists = [folds] + (training.rows.map { [$0] } ?? [])
      return SHA256.hex(RepeatFolds.joined(lists, after: training == .others ? "" : training.name + ":"))
    case .listed(let splits, _):
      return SHA256.hex(RepeatFolds.joined(splits.flatMap { [$0.train, $0.test] }, after: "splits:"))
    }
  }

  /// Numbers with commas between them, and semicolons between the lists.
  private static func joined(_ lists: [[Int]], after head: String) -> [UInt8] {
    var bytes = Array(head.utf8)
    for (place, list) in lists.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ";")) }
      PackedNumbers.append(list, to: &bytes, separator: UInt8(ascii: ","))
      if !list.isEmpty { bytes.removeLast() }
    }
    return bytes
  }

  /// The same splits of a larger task, of whose rows these are `rows`.
  func placed(in rows: [Int], of rowCount: Int) -> RepeatFolds {
    switch storage {
    case .assigned(let folds, let count, var training):
      var all = [Int](repeating: RepeatFolds.absent, count: rowCount)
      for (place, row) in rows.enumerated() { all[row] = folds[place] }
      if case .from(let first) = training {
        var placed = [Int](repeating: count, count: rowCount)
        for (place, row) in rows.enumerated() { placed[row] = first[place] }
        training = .from(placed)
      }
      return RepeatFolds(storage: .assigned(foldOfRow: all, count: count, training))
    case .listed(let splits, _):
      let placed = splits.map { split in
        Split(train: split.train.map { rows[$0] }, test: split.test.map { rows[$0] })
      }
      return RepeatFolds(storage: .listed(placed, rowCount: rowCount))
    }
  }

  private init(storage: Storage) { self.storage = storage }

  /// Whether each fold trains on all rows it does not test, so that one fold number per row is enough.
  var isPartition: Bool {
    if case .assigned(_, _, .others) = storage { true } else { false }
  }
}

/// How many folds may have no row; more are damaged bytes, which must not cost memory.
private let mostEmptyFolds = 1_000_000

extension RepeatFolds {
  /// The splits as lines of text: what they are, then each list of rows.
  public var bytes: [UInt8] {
    var lines: [String]
    switch storage {
    case .assigned(let folds, let count, let training):
      lines = ["dealt \(count) \(training.name)", PackedNumbers.text(folds)]
      if let first = training.rows { lines.append(PackedNumbers.text(first)) }
    case .listed(let splits, let rowCount):
      lines = ["listed \(rowCount)"] + splits.flatMap { [PackedNumbers.text($0.train), PackedNumbers.text($0.test)] }
    }
    lines.append("")
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// Reads splits and checks them; throws `damaged-splits` for bytes that no splits were written as.
  public init(bytes: [UInt8]) throws(Diagnostic) {
    let damaged = Diagnostic("damaged-splits", "the bytes do not hold splits")
    guard bytes.last == 0x0A else { throw damaged }
    let lines = bytes.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
    var lists: [[Int]] = []
    for line in lines.dropFirst() {
      guard let rows = PackedNumbers.integers(String(decoding: line, as: UTF8.self)) else { throw damaged }
      lists.append(rows)
    }
    let head = String(decoding: lines.first ?? [], as: UTF8.self).split(separator: " ")
    switch (head.first, head.count > 1 ? Int(head[1]) : nil) {
    case ("dealt", let count?):
      guard head.count == 3, lists.count == (head[2] == "gap" ? 2 : 1), ["all", "forward", "gap"].contains(head[2]),
        (0...max(mostEmptyFolds, lists[0].count)).contains(count),
        lists[0].allSatisfy({ $0 >= RepeatFolds.absent && $0 < count })
      else { throw damaged }
      guard head[2] == "gap" else {
        self.init(foldOfRow: lists[0], count: count, isForward: head[2] == "forward")
        return
      }
      // A fold that trains on what it tests, or on later rows, was never written.
      guard lists[0].count == lists[1].count, zip(lists[1], lists[0]).allSatisfy({ $0 > $1 && $0 >= 0 }) else {
        throw damaged
      }
      self.init(foldOfRow: lists[0], trainedFrom: lists[1], count: count)
    case ("listed", let rowCount?):
      guard lists.count % 2 == 0, head.count == 2, rowCount >= 0 else { throw damaged }
      try self.init(
        stride(from: 0, to: lists.count, by: 2).map { Split(train: lists[$0], test: lists[$0 + 1]) },
        rowCount: rowCount)
    default: throw damaged
    }
  }

  /// Writes the splits as one text: encoders take a list number by number.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(String(decoding: bytes, as: UTF8.self))
  }

  /// Reads splits, and checks them as `init(bytes:)` does.
  public init(from decoder: any Decoder) throws {
    try self.init(bytes: Array(try decoder.singleValueContainer().decode(String.self).utf8))
  }
}
