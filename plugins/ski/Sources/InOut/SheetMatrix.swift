internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Tests side by side: a column for each test and a row for each pair or, as in `ski matrix`, for each rank; or a row for each
/// test and a column for each pair. The cells are ranks, or times or lengths, of which only the order is kept.
struct SheetMatrix {
  private(set) var blocks: [SheetBlock] = []
  private(set) var notes: [String] = []
  private(set) var misfits = Misfits()

  private typealias Cells = [String: IncomingSheet.Cell]

  /// One test or run of a matrix: what is said of it, and the results of its pairs.
  private struct Test {
    var heading: IncomingSheet.Cell
    var labels: Cells = [:]
    var results: [(pair: SheetBlock.Row, value: IncomingSheet.Cell)] = []
  }

  /// The row above a matrix.
  private struct Head {
    /// What a row is.
    enum Form { case pairs, tests, ranks }

    var form: Form
    var place: Int
    /// The column that names the rows.
    var names: Int
    /// The columns with results.
    var columns: [Int]
    var isOfRuns = false
    /// The other columns, by what they mean.
    var known: [(column: Int, meaning: String)] = []
  }

  private let grid: IncomingSheet
  private let words: ColumnWords

  /// Nil for a sheet without a matrix.
  init?(_ grid: IncomingSheet, words: ColumnWords, cancellation: Cancellation) throws(Diagnostic) {
    (self.grid, self.words) = (grid, words)
    var start = 0
    while let head = try head(from: start, cancellation) {
      let above = labels(above: head, from: start)
      try take((start..<head.place).filter { !above.contains($0) }, cancellation)
      start = try read(head, above, cancellation)
    }
    guard start > 0 else { return nil }
    try take(Array(start..<grid.rows.count), cancellation)
  }

  /// Whether there is neither a test nor a reason why.
  var isEmpty: Bool { blocks.isEmpty && misfits.first == nil }

  /// The labels of the tests that follow.
  private var labels: Cells = [:]

  /// Reads what is above, between and below matrices as any other sheet.
  private mutating func take(_ rows: [Int], _ cancellation: Cancellation) throws(Diagnostic) {
    let read = try SheetBlocks(grid.with(rows.map { grid.rows[$0] }), words: words, cancellation: cancellation)
    for var block in read.blocks where block.hasRows {
      if block.lacksHead { block.labels.merge(labels) { own, _ in own } }
      blocks.append(block)
    }
    notes += read.notes
    misfits.add(read.misfits)
    let own = read.blocks.last.flatMap { $0.hasRows ? nil : $0.labels } ?? [:]
    if rows.last == grid.rows.count - 1 {
      // Labels below the last matrix are of all tests above them.
      for place in blocks.indices where blocks[place].isMatrix { blocks[place].labels.merge(own) { old, _ in old } }
    } else if !own.isEmpty {
      labels = own
    }
  }

  /// Why a sheet whose columns may be tests or runs is not read; nil for other sheets.
  static func doubt(_ grid: IncomingSheet, _ words: ColumnWords) -> (place: SourcePlace, text: String, help: String)? {
    for (row, below) in zip(grid.rows, grid.rows.dropFirst()).prefix(40)
    where row.cells.contains(where: { words.meaning($0) == "serial" }) {
      let unknown = row.cells.indices.filter { !row.cells[$0].isEmpty && words.meaning(row.cells[$0]) == nil }
      let values = unknown.compactMap { $0 < below.cells.count ? below.cells[$0] : nil }
      guard values.count > 1, values.allSatisfy({ GlideMeasures.number($0) != nil }) else { continue }
      return (
        grid.place(row, unknown[0], heading: row.cells[unknown[0]]), "this column and others may be tests or runs",
        "write the day of each test or Test 1, Test 2, … above them, or Run 1 (s), Run 2 (s), … above runs of one test"
      )
    }
    return nil
  }

  private static let days = try? SheetDates.Choice(season: "2023-24")

  private func text(_ row: Int, _ column: Int) -> String {
    grid.rows.indices.contains(row) && column < grid.rows[row].cells.count ? grid.rows[row].cells[column] : ""
  }

  /// A heading without its unit.
  private func bare(_ text: String) -> String { RecordName.trimmed(String(text.prefix { $0 != "(" })) }

  private func isDay(_ text: String) -> Bool {
    let text = bare(text)
    guard text.contains(where: \.isNumber), Double(decimal: text) == nil, let days = Self.days else { return false }
    return SheetDates([text], days).reading(text) != .none
  }

  /// What a heading with a number means without it: `Åk 1` a run, `Test 1` a session.
  private func numbered(_ text: String) -> String? {
    guard text.contains(where: \.isNumber), text.first?.isNumber == false else { return nil }
    return words.meaning(String(text.prefix { !$0.isNumber }))
  }

  private func isTest(_ text: String) -> Bool { isDay(text) || ["session", "date"].contains(numbered(text)) }

  private func isRun(_ text: String) -> Bool { ["run", "time"].contains(numbered(text)) }

  /// The first head of a matrix before any other table; of a long sheet only the first rows are looked at.
  private func head(from start: Int, _ cancellation: Cancellation) throws(Diagnostic) -> Head? {
    for place in (start..<grid.rows.count).prefix(40) {
      try cancellation.check()
      if let head = head(at: place) { return head }
      if isHead(place) { return nil }
    }
    return nil
  }

  private func head(at place: Int) -> Head? {
    let cells = grid.rows[place].cells
    let filled = cells.indices.filter { !cells[$0].isEmpty }
    guard filled.count > 1, place + 1 < grid.rows.count,
      let corner = grid.rows[place + 1].cells.firstIndex(where: { !$0.isEmpty }), corner <= filled[0]
    else { return nil }
    let meanings = cells.map { words.meaning($0) }
    let named = corner < meanings.count ? meanings[corner] : nil
    let isCorner = text(place, corner).isEmpty
    // Most rows of a long table end here.
    guard named != nil || isCorner || meanings.contains("serial") else { return nil }
    let banned = SheetBlock.heads.union(SheetBlock.ranks).subtracting(["serial"])
    let others = filled.filter { $0 != corner }
    guard others.allSatisfy({ meanings[$0].map { !banned.contains($0) } ?? true }) else { return nil }
    let rows = rows(below: place)
    guard rows.count < SheetMatrix.most else { return nil }
    let under = rows.map { text($0, corner) }
    // Labels with a value for each test may be above the head.
    guard !rows.contains(where: { grid.rows[$0].cells.contains { words.meaning($0) == "serial" } }) else { return nil }
    let plain = under.filter { words.meaning($0) == nil && !$0.isEmpty }
    func isRank(_ text: String) -> Bool { if case .rank = RankText(text) { true } else { false } }
    if named == "rank" || named == "place" && others.allSatisfy({ isTest(cells[$0]) }) {
      let isHead = plain.count < under.count || others.allSatisfy { isTest(cells[$0]) || Int(cells[$0]) != nil }
      guard isHead, !plain.isEmpty, plain.allSatisfy(isRank), !meanings.contains("serial") else { return nil }
      return Head(form: .ranks, place: place, names: corner, columns: others)
    }
    var head = Head(form: .pairs, place: place, names: corner, columns: others.filter { isTest(cells[$0]) })
    if head.columns.isEmpty {
      (head.columns, head.isOfRuns) = (others.filter { isRun(cells[$0]) }, true)
    }
    let serials = meanings.indices.filter { meanings[$0] == "serial" }
    let isCount = serials.count > 1 && under.enumerated().allSatisfy { $1 == String($0 + 1) }
    if let serial = isCount ? serials[1] : serials.first { head.names = serial }
    let canName = !serials.isEmpty || isCorner || named == "date" || named == "session"
    let least = serials.isEmpty || !head.columns.allSatisfy { isDay(cells[$0]) } ? 2 : 1
    if canName, head.columns.count >= least {
      guard !under.contains(where: isTest) else { return nil }
    } else {
      // A row is a test or a run: what names the columns is a pair.
      let isBlank = isCorner && plain.allSatisfy { isTest($0) || isRun($0) }
      head.columns = others.filter { meanings[$0] == nil && cells[$0].contains(where: \.isNumber) && !isDay(cells[$0]) }
      guard isBlank || ["session", "date", "place", "time", "run"].contains(named), serials.isEmpty,
        head.columns.count > 1, under.allSatisfy({ words.meaning($0) == nil }),
        named != "date" || 2 * plain.count(where: isDay) > under.count
      else { return nil }
      head.form = .tests
      head.isOfRuns = named == "run" || isBlank && plain.allSatisfy(isRun)
    }
    let results = rows.flatMap { row in head.columns.map { text(row, $0) } }.filter { !$0.isEmpty }
    guard !plain.isEmpty, results.contains(where: { GlideMeasures.number($0) != nil || isRank($0) }) else { return nil }
    head.known = others.filter { !head.columns.contains($0) && $0 != head.names }.compactMap { column in
      meanings[column].map { (column, $0) }
    }
    return head
  }

  /// No matrix has more rows.
  private static let most = 1000

  /// The rows below a head, up to a blank one or another head, at most `most`; none where the first of them is one.
  private func rows(below place: Int) -> [Int] {
    (place + 1..<min(grid.rows.count, place + 1 + SheetMatrix.most)).prefix { row in
      grid.rows[row].cells.contains { !$0.isEmpty } && !isHead(row)
    }
  }

  /// Whether a row has the headings of another table.
  private func isHead(_ row: Int) -> Bool {
    let meanings = grid.rows[row].cells.compactMap { words.meaning($0) }
    return meanings.count > 1 && meanings.contains { SheetBlock.heads.contains($0) }
  }

  /// The rows right above a head with labels that have a value for each of several tests.
  private func labels(above head: Head, from start: Int) -> [Int] {
    guard head.form != .tests else { return [] }
    return (start..<head.place).reversed().prefix { grid.rows[$0].cells.contains { !$0.isEmpty } }.filter { row in
      let values = head.columns.map { text(row, $0) }.filter { !$0.isEmpty }
      return values.count > 1 && values.allSatisfy { words.meaning($0) == nil }
        && words.meaning(text(row, head.names)).map { SheetBlock.ofSession.contains($0) } ?? false
    }
  }

  // MARK: Rows

  /// Reads the rows below a head; returns the place after them.
  private mutating func read(_ head: Head, _ above: [Int], _ flag: Cancellation) throws(Diagnostic) -> Int {
    let top = grid.rows[head.place]
    let names = Set(head.columns + head.known.map(\.column) + [head.names])
    let ignored = top.cells.indices.filter { !names.contains($0) && !top.cells[$0].isEmpty }
    if !ignored.isEmpty {
      notes.append(
        "\(grid.source): ignored columns: "
          + ignored.map { grid.place(top, $0, heading: top.cells[$0]).column ?? "" }.joined(separator: ", "))
    }
    let rows = rows(below: head.place)
    var tests: [Test] = []
    if head.form == .tests {
      for row in rows.map({ grid.rows[$0] }) {
        try flag.check()
        if text(row, head.names) != nil {
          tests.append(test(row, head))
        } else {
          misfits.add(
            grid.place(row, head.names), "the row does not name its test; it was left out", code: "missing-key")
        }
      }
    } else {
      tests = head.columns.map { Test(heading: grid.cell(top, $0)) }
      for place in tests.indices {
        try flag.check()
        let heading = tests[place].heading
        guard isDay(heading.text) else { continue }
        tests[place].labels["date"] = IncomingSheet.Cell(text: bare(heading.text), place: heading.place)
      }
      if head.form == .ranks {
        for place in tests.indices where !isTest(tests[place].heading.text) {
          tests[place].labels["session"] = tests[place].heading
        }
      }
      for row in (above + rows).map({ grid.rows[$0] }) {
        try flag.check()
        read(row, head, &tests)
      }
    }
    finish(tests, head)
    return (rows.last ?? head.place) + 1
  }

  private func text(_ row: CellSheet.Row, _ column: Int) -> String? {
    column < row.cells.count && !row.cells[column].isEmpty ? row.cells[column] : nil
  }

  /// A row that is a test.
  private func test(_ row: CellSheet.Row, _ head: Head) -> Test {
    let top = grid.rows[head.place]
    var test = Test(heading: grid.cell(row, head.names))
    let corner = text(top, head.names).flatMap { words.meaning($0) } ?? (isDay(test.heading.text) ? "date" : "run")
    if corner != "run" { test.labels[corner] = test.heading }
    for (column, meaning) in head.known where text(row, column) != nil {
      test.labels[meaning] = grid.cell(row, column, heading: top.cells[column])
    }
    for column in head.columns where text(row, column) != nil {
      let serial = grid.cell(top, column)
      test.results.append((.init(place: serial.place, cells: ["serial": serial]), grid.cell(row, column)))
    }
    return test
  }

  /// A row with labels, a pair or a rank of each test.
  private mutating func read(_ row: CellSheet.Row, _ head: Head, _ tests: inout [Test]) {
    let filled = head.columns.indices.filter { text(row, head.columns[$0]) != nil }
    // A label may be before the column with the pairs.
    let label = row.cells.first { !$0.isEmpty }.flatMap { words.meaning($0) == nil ? nil : $0 }
    guard let name = text(row, head.names) ?? label else {
      if !filled.isEmpty {
        misfits.add(
          grid.place(row, head.names), "the serial number is missing; the row was left out", code: "missing-key",
          help: "fill in the serial number, or remove the row")
      }
      return
    }
    if let meaning = words.meaning(name), SheetBlock.ofSession.contains(meaning) || meaning == "comment" {
      for test in filled { tests[test].labels[meaning] = grid.cell(row, head.columns[test], heading: name) }
      return
    }
    guard !SheetBlocks.totals.contains(ColumnWords.folded(name)) else {
      notes.append("\(grid.place(row).text): '\(Abridged.text(name))' was not read")
      return
    }
    let top = grid.rows[head.place]
    var pair = SheetBlock.Row(place: grid.place(row, head.names), cells: ["serial": grid.cell(row, head.names)])
    for (column, meaning) in head.known where text(row, column) != nil {
      pair.cells[meaning] = grid.cell(row, column, heading: top.cells[column])
    }
    for test in filled {
      let value = grid.cell(row, head.columns[test], heading: tests[test].heading.text)
      guard head.form == .ranks else {
        tests[test].results.append((pair, value))
        continue
      }
      // The pairs of a rank, tied ones with a stroke between them.
      let serials = RankText.tied(value.text).map { RecordName.trimmed($0) }.filter { !$0.isEmpty }
      for serial in serials {
        let cell = IncomingSheet.Cell(text: serial, place: value.place)
        let rank = IncomingSheet.Cell(text: name + (serials.count > 1 ? "=" : ""), place: value.place)
        tests[test].results.append((.init(place: value.place, cells: ["serial": cell]), rank))
      }
    }
  }

  // MARK: Results

  /// The tests as blocks; the reason where the cells can be several things.
  private mutating func finish(_ tests: [Test], _ head: Head) {
    let tests = tests.filter { !$0.results.isEmpty }
    guard let first = tests.first else { return }
    let place = first.heading.place
    let numbers = tests.map { $0.results.map(\.value.text).filter { $0.contains(where: \.isNumber) } }
    // Ranks of n pairs begin with 1 and end with n or before.
    let areRanks = zip(tests, numbers).allSatisfy { test, numbers in
      let ranks = numbers.compactMap { if case .rank(let rank, _) = RankText($0) { rank } else { nil } }
      return numbers.isEmpty || ranks.contains(1) && 2 * ranks.count { $0 <= test.results.count } > numbers.count
    }
    let direction =
      head.form == .ranks ? nil : GlideMeasures.longerIsBetter(tests.map(\.heading.text), numbers.joined())
    if let direction, !(areRanks && direction) {
      let ranked = head.isOfRuns ? [joined(tests)] : tests
      for test in ranked {
        add(test, ranks: GlideMeasures.ranks(test.results.map(\.value.text), longerIsBetter: direction))
      }
      notes.append(
        "\(grid.source): ranked the pairs by their \(direction ? "lengths" : "times")"
          + (head.isOfRuns ? ", the mean of \(tests.count.counted("run"))" : "") + "; only the ranks are kept")
      return
    }
    guard areRanks, direction == nil else {
      misfits.add(
        place, "the numbers below may be ranks, times or lengths", code: "not-ski-data",
        help: "write the unit in the headings, as in Test 1 (s), or after the numbers, as in 112 cm")
      return
    }
    guard !head.isOfRuns || tests.count == 1 else {
      misfits.add(
        place,
        "'\(Abridged.text(first.heading.text))' and others have the ranks of runs, and a test keeps one rank a pair",
        code: "not-ski-data",
        help: "add a column Rank with the order of the test, or write Test 1, Test 2, … or days where each is a test")
      return
    }
    for test in tests { add(test, ranks: test.results.map(\.value.text)) }
  }

  private mutating func add(_ test: Test, ranks: [String?]) {
    var block = SheetBlock()
    (block.labels, block.isRanked, block.isMatrix) = (labels.merging(test.labels) { $1 }, true, true)
    for (result, rank) in zip(test.results, ranks) {
      var row = result.pair
      row.cells["rank"] = rank.map { IncomingSheet.Cell(text: $0, place: result.value.place) }
      block.pairs.append(row)
    }
    blocks.append(block)
  }

  /// One test with the mean of the runs of each pair; a pair without one of them has no mean.
  private mutating func joined(_ runs: [Test]) -> Test {
    var test = Test(heading: runs[0].heading, labels: runs[0].labels)
    var places: [String: Int] = [:]
    var values: [[Double]] = []
    for result in runs.flatMap(\.results) {
      guard let serial = result.pair.cells["serial"]?.text else { continue }
      let place = places[serial] ?? test.results.count
      if place == test.results.count {
        places[serial] = place
        test.results.append(result)
        values.append([])
      }
      values[place] += [GlideMeasures.number(result.value.text)].compactMap(\.self)
    }
    for place in test.results.indices {
      // Equal means are equal in whatever order the runs are added.
      let mean = (values[place].reduce(0, +) / Double(runs.count) * 1e6).rounded() / 1e6
      let cell = test.results[place].value
      let isWhole = values[place].count == runs.count
      if !isWhole {
        misfits.add(
          cell.place,
          "the pair has results of \(values[place].count) of \(runs.count) runs; it was left without a rank",
          help: "fill in the others, or remove the column")
      }
      test.results[place].value = .init(text: isWhole ? NumberText.shortest(mean) : "", place: cell.place)
    }
    return test
  }
}
