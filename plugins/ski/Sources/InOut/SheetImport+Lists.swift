internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension SheetImport {
  /// What rows of a list say about which test they are of, as read: `8:30` and `08:30` are one time, `Idre` and `idre` one
  /// place. Nil where a row says nothing.
  private struct Key: Hashable {
    var session: String?
    var day: CalendarDate?
    var time: Moment?
    var place: String?

    init(_ values: Cells, _ time: SheetTime, _ terms: Terms) {
      (session, day) = (values["session"]?.text, time.day)
      if time.shown?.isDay == false { self.time = time.moment }
      place = values["place"].map { (terms.find(.place, $0.text) ?? $0.text).lowercased() }
    }

    /// Whether both can be of one test: what both say is equal.
    func fits(_ other: Key) -> Bool {
      func agree<Content: Equatable>(_ a: Content?, _ b: Content?) -> Bool { a == nil || b == nil || a == b }
      return agree(session, other.session) && agree(day, other.day) && agree(time, other.time)
        && agree(place, other.place)
    }

    /// Adds what another row of the test says.
    mutating func fill(from other: Key) {
      (session, day) = (session ?? other.session, day ?? other.day)
      (time, place) = (time ?? other.time, place ?? other.place)
    }
  }

  /// The sessions of a list with their day and place in each row, or only in the first row of a test. A row that says less than
  /// others is of the test above it if that fits, or else of the only one that does. Tests of glides alone are `loose`.
  mutating func list(
    _ block: SheetBlock, _ parts: inout [Part], _ loose: inout [Part],
    _ number: (Cells, SheetTime, [Row], String?) throws(Diagnostic) -> String
  ) throws(Diagnostic) {
    var tests: [(key: Key, part: Part, pairs: Set<String>)] = []
    var known: [Key: Int] = [:]
    // Where a test that a row fits can be: a list of years is not gone through for each row.
    var (byDay, bySession, undated) = ([CalendarDate: [Int]](), [String: [Int]](), [Int]())
    var above: Int?
    var lost = block.lost
    let glides = block.hasDatedGlides ? block.glides : []
    for (index, row) in (block.pairs + glides).enumerated() {
      try cancellation.check()
      let isGlide = index >= block.pairs.count
      if index == block.pairs.count { above = nil }
      var own = row.cells.filter { SheetBlock.ofSession.contains($0.key) }
      let says = ["session", "date", "time", "place"].map { own[$0] != nil }
      // A time alone is one of the day and place above.
      if says == [false, false, true, false], let above {
        for name in ["date", "place"] { own[name] = tests[above].part.values[name] }
      }
      let values = block.labels.merging(own) { _, new in new }
      guard let time = try time(values, effect: "the row was left out") else {
        if !isGlide { lost += 1 }
        continue
      }
      var key = Key(values, time, workspace.terms)
      // The time with the day of a glide may be that of the run.
      if isGlide, known[key] == nil { key.time = nil }
      // A pair is once in a test, and so is the first rank: a row with either again begins the next one.
      let firsts = [row.cells["serial"]?.text, row.cells["rank"]?.text == "1" ? "\u{0}1" : nil]
      let once = isGlide ? [] : firsts.compactMap(\.self)
      func fits(_ test: Int) -> Bool {
        if let session = key.session, tests[test].key.session == session { return true }
        return tests[test].key.fits(key) && tests[test].pairs.isDisjoint(with: once)
      }
      var place = says.contains(true) ? known[key].flatMap { tests[$0].key == key ? $0 : nil } : above
      if place == nil, let above, fits(above) { place = above }
      if place == nil {
        let near = key.day.map { day in
          Set((byDay[day] ?? []) + undated + (key.session.flatMap { bySession[$0] } ?? []))
        }
        let fitting = near.map { $0.filter(fits) } ?? Set(tests.indices.filter(fits))
        guard fitting.count < 2 else {
          workspace.misfits.add(
            row.place, "the row fits \(fitting.count) tests and was left out", code: "missing-key",
            help: "write day, time and place in each row")
          if !isGlide { lost += 1 }
          continue
        }
        place = fitting.first
      }
      let before = place.map { tests[$0].key }
      if let place {
        if tests[place].key.time == nil, key.time != nil { tests[place].part.time = time }
        tests[place].key.fill(from: key)
        merge(own, like: key, tests[place].key, into: &tests[place].part)
      } else {
        tests.append((key, Part(number: "", values: values, time: time, place: row.place), []))
      }
      let test = place ?? tests.count - 1
      let now = tests[test].key
      if let day = now.day, before?.day == nil { byDay[day, default: []].append(test) }
      if let session = now.session, before?.session == nil { bySession[session, default: []].append(test) }
      if before == nil, now.day == nil { undated.append(test) }
      (known[now], above) = (test, test)
      tests[test].pairs.formUnion(once)
      if isGlide { tests[test].part.glides.append(row) } else { tests[test].part.pairs.append(row) }
    }
    for row in block.hasDatedGlides ? [] : block.glides {
      let session = row.cells["session"]?.text ?? block.labels["session"]?.text
      let place = session.flatMap { session in tests.firstIndex { $0.key.session == session } }
      guard let place = place ?? (tests.count == 1 ? 0 : nil) else {
        workspace.misfits.add(
          row.place, "a glide in a list needs its session; it was left out", code: "missing-key",
          help: "add a column with the session")
        continue
      }
      tests[place].part.glides.append(row)
    }
    for test in tests {
      var part = test.part
      guard !part.pairs.isEmpty else {
        loose.append(part)
        continue
      }
      part.number = try number(part.values, part.time, part.pairs, part.values["session"]?.text)
      part.lost = lost
      parts.append(part)
    }
  }

  /// Adds what a row of a list says about its test; each row of a test should say the same.
  private mutating func merge(_ cells: Cells, like key: Key, _ test: Key, into part: inout Part) {
    for meaning in cells.keys.sorted() where meaning != "type" {
      guard let new = cells[meaning], let known = part.values[meaning], known.text != new.text else {
        part.values[meaning] = part.values[meaning] ?? cells[meaning]
        continue
      }
      let isSame: Bool
      switch meaning {
      case "date": isSame = key.day == test.day
      case "time": isSame = key.time == nil || key.time == test.time
      case "place": isSame = key.place == test.place
      default: isSame = false
      }
      if isSame { continue }
      let numbers = (SheetValues.number(known.text), SheetValues.number(new.text))
      if numbers.0 != nil, numbers.0 == numbers.1 { continue }
      let isNumber = !["session", "date", "time", "place", "waxer"].contains(meaning)
      if isNumber, numbers.0 == nil, numbers.1 != nil {
        workspace.misfits.add(
          known.place,
          "\(Abridged.quoted(known.text)) is not a number; \(Abridged.quoted(new.text)) of another row was used")
        part.values[meaning] = new
      } else {
        workspace.misfits.add(
          new.place,
          "the test has \(Abridged.quoted(known.text)) in another row (\(known.place.text)); \(Abridged.quoted(new.text)) was "
            + "left out", help: "write the same in each row of a test")
      }
    }
  }
}
