internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The result of a heat as people write it: a side (`V`, `höger`, `left`, `rechts`), a side with its margin (`V 14`), or a tie.
struct HeatText: Equatable {
  enum Winner { case left, right, neither }

  var winner: Winner
  /// In cm; nil where only the winner was written.
  var margin: Double?

  /// Nil for a text that names no side.
  init?(_ text: String) {
    let plain = text.lowercased().filter { !$0.isWhitespace && $0 != "." }
    let isTie = Self.ties.contains(plain)
    let word = plain.prefix { $0.isLetter }
    let rest = plain.dropFirst(word.count).drop { "+:(".contains($0) }
    guard let winner: Winner = isTie ? .neither : Self.sides[String(word)] else { return nil }
    self.winner = winner
    if isTie {
      margin = 0
    } else if !rest.isEmpty {
      guard let number = GlideChecks.margin(String(rest.filter { $0 != ")" })) else { return nil }
      margin = number
    }
  }

  private static let ties: Set<String> = [
    "=", "0", "-", "lika", "jämnt", "oavgjort", "tie", "draw", "equal", "gleich", "unentschieden",
  ]
  private static let sides: [String: Winner] = {
    let left = ["v", "vänster", "venstre", "l", "left", "links"],
      right = ["h", "höger", "høyre", "r", "right", "rechts"]
    return Dictionary((left.map { ($0, .left) } + right.map { ($0, .right) }), uniquingKeysWith: { first, _ in first })
  }()
}

/// Heats of a knockout: a pair on the left, one on the right, and which of them won.
extension SheetImport {
  /// A heat as a glide; other rows are returned as they are. One without a result is left out and named; one without a margin is a
  /// remark on the test, not a glide.
  mutating func glide(_ row: Row, of part: inout Part) -> Row? {
    guard row.cells["left"] != nil || row.cells["right"] != nil else { return row }
    guard let left = row.cells["left"], let right = row.cells["right"] else {
      workspace.misfits.add(
        row.place, "a heat needs a pair on the left and one on the right; it was left out", code: "missing-key",
        help: "fill in both cells, or remove the row")
      return nil
    }
    guard let cell = row.cells["side"] ?? row.cells["winner"] ?? row.cells["rank"] else {
      workspace.misfits.add(
        row.place,
        "the heat of '\(Abridged.text(left.text))' and '\(Abridged.text(right.text))' has no winner; it was left out",
        code: "missing-key", help: "write V or H, L or R, or the pair that won")
      return nil
    }
    // A margin of 0 in its own cell is a tie, whoever is named.
    var isLeft = cell.text == left.text
    var margin: Double?
    if !isLeft, cell.text != right.text {
      let isEnd = [left, right].map { $0.text.hasSuffix(cell.text) }
      if isEnd[0] != isEnd[1], HeatText(cell.text) == nil {
        isLeft = isEnd[0]
      } else if let result = HeatText(cell.text) {
        (isLeft, margin) = (result.winner != .right, result.margin)
      } else {
        workspace.misfits.add(
          cell.place,
          "\(Abridged.quoted(cell.text)) is neither a side nor one of the two pairs; the heat was left out; write V or H, L or R",
          code: "bad-value")
        return nil
      }
    }
    var heat = row
    (heat.cells["winner"], heat.cells["loser"]) = (isLeft ? left : right, isLeft ? right : left)
    if heat.cells["lane"] == nil {
      heat.cells["lane"] = IncomingSheet.Cell(text: isLeft ? "L" : "R", place: cell.place)
    }
    if heat.cells["difference_cm"] == nil {
      guard let margin else {
        part.heats.append(isLeft ? (left, right) : (right, left))
        return nil
      }
      heat.cells["difference_cm"] = IncomingSheet.Cell(text: NumberText.shortest(margin), place: cell.place)
    }
    return heat
  }

  /// Heats without a margin are remarks on the test; where they form a knockout and nothing else ranks the pairs, they give
  /// the ranks.
  mutating func settleHeats(of part: inout Part) {
    guard let first = part.heats.first else { return }
    let texts = part.heats.map { (winner: $0.winner.text, loser: $0.loser.text) }
    let isUnranked = part.glides.isEmpty && part.pairs.allSatisfy { $0.cells["rank"] == nil }
    let groups = isUnranked ? Self.knockout(texts) : nil
    var ranks: [String: String] = [:]
    var next = 1
    for group in groups ?? [] {
      for pair in group { ranks[pair] = "\(next)" + (group.count > 1 ? "=" : "") }
      next += group.count
    }
    for cell in part.heats.flatMap({ [$0.winner, $0.loser] })
    where !part.pairs.contains(where: { $0.cells["serial"]?.text == cell.text }) {
      part.pairs.append(Row(place: cell.place, cells: ["serial": cell]))
    }
    for row in part.pairs.indices {
      guard let cell = part.pairs[row].cells["serial"], let rank = ranks[cell.text] else { continue }
      part.pairs[row].cells["rank"] = IncomingSheet.Cell(text: rank, place: cell.place)
    }
    workspace.note(
      "\(first.winner.place.source): \(part.heats.count.counted("heat")) without a margin in cm: kept as remarks on the test, "
        + (groups == nil ? "not as glides" : "and the ranks are those of the knockout"))
  }

  /// The pairs of a knockout by how far they came, the winner first; nil if the heats, first to last, are none. All but one lose
  /// once, and none runs after a loss.
  static func knockout(_ heats: [(winner: String, loser: String)]) -> [[String]]? {
    let unbeaten = Set(heats.map(\.winner)).subtracting(heats.map(\.loser))
    guard unbeaten.count == 1 else { return nil }
    var groups: [[String]] = [Array(unbeaten)]
    // How many heats before the final the next heat of a pair is.
    var next: [String: Int] = [:]
    for heat in heats.reversed() {
      guard next[heat.loser] == nil, next[heat.winner] != nil || unbeaten.contains(heat.winner) else { return nil }
      let round = next[heat.winner].map { $0 + 1 } ?? 1
      (next[heat.winner], next[heat.loser]) = (round, round)
      while groups.count <= round { groups.append([]) }
      groups[round].append(heat.loser)
    }
    return groups
  }
}

extension SheetImport {
  /// The wax that was on a pair that day, or from the time of a second test that day; without them it is left out and named.
  mutating func wax(_ serial: String, _ wax: IncomingSheet.Cell, _ part: Part, _ builder: inout BundleTables) {
    guard let day = part.time.shown?.moment.date else {
      workspace.misfits.add(
        wax.place, "the wax \(Abridged.quoted(wax.text)) needs the day of the test; it was left out")
      return
    }
    let start = Moment(microseconds: day.days * TypedMoment.day)
    var moment = start
    if let first = waxes[serial + "\(day)"], first != wax.text {
      guard let time = part.time.moment, time > start else {
        workspace.misfits.add(
          wax.place,
          "'\(serial)' has wax \(Abridged.quoted(first)) in another test that day; \(Abridged.quoted(wax.text)) was "
            + "left out; write the times of the tests")
        return
      }
      moment = time
    }
    waxes[serial + "\(day)"] = wax.text
    builder.addOnce(
      "treatments.csv", key: serial + "\u{0}" + moment.description,
      [
        "serial_number": .text(serial), "moment": .datetime(moment), "kind": .text(Treatment.Kind.wax.rawValue),
        "recipe": .text(wax.text), "until": .datetime(Moment(microseconds: start.microseconds + TypedMoment.day)),
      ], at: wax.place)
  }

  /// A grinding that only the sheet names: it was on the pair that morning, whenever it was made.
  mutating func ground(
    _ serial: String, _ grinding: IncomingSheet.Cell, _ day: CalendarDate, _ part: Part, _ builder: inout BundleTables
  ) throws(Diagnostic) {
    let start = Moment(microseconds: day.days * TypedMoment.day)
    let time = part.time.moment ?? start
    let name = workspace.terms.find(.grinding, grinding.text) ?? grinding.text
    let earlier = try SkiRecords.grinds(workspace.store, where: [.equals("serial_number", .text(serial))])
    let known = (earlier.map { ($0.moment, $0.grinding) } + (grounds[serial] ?? [])).filter { $0.0 < time }
    guard known.max(by: { $0.0 < $1.0 })?.1 != name else { return }
    // A grinding applies from just after its moment, and a sheet without a time begins with the day.
    let moment = Moment(microseconds: min(start.microseconds, time.microseconds) - (time > start ? 0 : 60_000_000))
    grounds[serial, default: []].append((moment, name))
    builder.addOnce(
      "grinding_moments.csv", key: serial + "\u{0}" + moment.description,
      [
        "serial_number": .text(serial), "moment": .datetime(moment), "grinding": .text(name),
        "comment": .text("from the sheet of session \(part.number); the day of grinding is not known"),
      ], at: grinding.place)
  }

  /// Pairs and their grindings of a list without tests; what needs a day and has none is left out and named.
  mutating func register(_ block: SheetBlock, _ builder: inout BundleTables) throws(Diagnostic) {
    var undated: [IncomingSheet.Cell] = []
    for row in block.pairs {
      try cancellation.check()
      guard let cell = row.cells["serial"], let name = try serial(cell) else { continue }
      let row = row.filled(from: block.labels)
      let isDated = row.cells["date"] != nil
      properties(
        of: name, row, type: row.cells["type"] ?? block.labels["type"], comment: isDated ? nil : row.cells["comment"],
        &builder)
      undated += [isDated ? nil : row.cells["grinding"], row.cells["wax"]].compactMap(\.self)
      guard isDated, let grinding = row.cells["grinding"],
        let moment = try time(row.cells, effect: "the grinding was left out")?.moment
      else { continue }
      let ground = workspace.terms.find(.grinding, grinding.text) ?? grinding.text
      grounds[name, default: []].append((moment, ground))
      var values: [String: Value] = [
        "serial_number": .text(name), "moment": .datetime(moment), "grinding": .text(ground),
      ]
      values["comment"] = row.cells["comment"].map { .text($0.text) }
      builder.addOnce(
        "grinding_moments.csv", key: name + "\u{0}" + moment.description, values, at: grinding.place,
        row.cells.mapValues(\.place))
    }
    if let first = undated.first {
      workspace.misfits.add(
        first.place,
        "\(undated.count.counted("cell")) of grinding or wax without a test or a day, left out, from "
          + Abridged.quoted(first.text) + " on", help: "add a column Date, or use ski grind PAIR GRINDING on=DAY")
    }
  }
}

extension SheetImport {
  /// The most sessions or pairs that have a note each.
  private static let most = 5

  /// Reports the sessions that a sheet creates, and the values it lacks: many sessions in a line for each set of values.
  static func tell(_ files: [IncomingFile], _ workspace: inout SkiWorkspace) throws(Diagnostic) {
    guard let sessions = files.first(where: { $0.layout.name == "sessions.csv" })?.table else { return }
    let kept = Set(try SkiRecords.sessions(workspace.store, []).map(\.number))
    var (groups, order): ([String: [String]], [String]) = ([:], [])
    for row in 0..<sessions.rowCount {
      guard case .text(let number)? = sessions["session"]?[row], !kept.contains(number) else { continue }
      let lacking = [("at", "time_of_test"), ("place", "place"), ("air", "air_temperature_c"), ("type", "ski_type")]
        .filter { sessions[$0.1]?[row].isMissing ?? true }.map { $0.0 + "=…" }.joined(separator: " ")
      if groups[lacking] == nil { order.append(lacking) }
      groups[lacking, default: []].append(number)
    }
    for lacking in order {
      let numbers = groups[lacking] ?? []
      func edit(_ number: String) -> String {
        lacking.isEmpty ? "" : "; add what the sheet lacks with ski session edit \(CommandText.word(number)) \(lacking)"
      }
      if numbers.count > most {
        workspace.note("\(numbers.count) sessions are new: \(few(numbers))" + edit("NUMBER"))
      } else {
        for number in numbers { workspace.note("session '\(number)' is new" + edit(CommandText.word(number))) }
      }
    }
  }

  static func tell(added names: [String], _ workspace: inout SkiWorkspace) {
    if names.count > most {
      workspace.note("added \(names.count) ski pairs: \(few(names))")
    } else {
      for name in names { workspace.note("added ski pair '\(name)'") }
    }
  }

  private static func few(_ names: [String]) -> String {
    names.prefix(most - 1).map { "'\($0)'" }.joined(separator: ", ") + (names.last.map { ", … '\($0)'" } ?? "")
  }
}
