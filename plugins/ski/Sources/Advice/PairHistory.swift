internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// The past tests of the workspace, in the form the model of pairs reads. Only the needed columns are read: a season's workspace
/// has tens of thousands of glides.
struct PairHistory: Sendable {
  /// All pairs, in order of serial number.
  var pairs: [TestedPair] = []
  /// Which of them are archived.
  var archived: Set<Int> = []
  /// The sessions the model can use, in order of time.
  var tests: [SkiTest] = []
  /// For each of them the time, the place and the entered ski type.
  var details: [Detail] = []
  var notes: [String] = []
  var placeOf: [String: Int] = [:]
  /// The moment at which the next grinding with a future date takes effect.
  private(set) var nextGrinding: Moment?

  /// What identifies a session besides its conditions.
  struct Detail: Sendable {
    var time: Moment?
    /// In local time.
    var day: CalendarDate?
    var place: String?
  }

  /// Reads the workspace; `now` decides which grinding a pair has today.
  init(_ store: any RecordStore, now: Moment?) throws(Diagnostic) {
    let rows = try RecordRows.all(Self.requests, in: store)
    readPairs(rows[0])
    let grinds = Self.grinds(rows[1], placeOf)
    for (pair, list) in grinds {
      pairs[pair].grinding = list.last { entry in now.map { entry.moment < $0 } ?? true }?.grinding
      if let now, let next = list.first(where: { $0.moment >= now })?.moment {
        nextGrinding = min(nextGrinding ?? next, next)
      }
    }
    let (snow, classes) = (rows[3], try SkiRecords.snowClasses(store))
    let shares = SnowShares.bySession(
      snow.texts("session"), snow.texts("snow_type"), snow.numbers("share_pct")
    ) { classes[$0] }
    readTests(rows, shares: shares, grinds)
  }

  /// The rows read in one snapshot: pairs, grindings, sessions, snow, participations, glides.
  private static let requests = [
    TableRequest(
      RecordQuery(SkiKinds.pair, order: [("serial_number", false)]),
      fields: ["serial_number", "owner", "ski_type", "ski_base", "archived"]),
    TableRequest(RecordQuery(SkiKinds.grind), fields: ["serial_number", "moment", "grinding"]),
    TableRequest(
      RecordQuery(SkiKinds.session),
      fields: ["session", "time_of_test", "utc_offset_minutes", "place", "air_temperature_c", "archived"]),
    TableRequest(RecordQuery(SkiKinds.snow), fields: ["session", "snow_type", "share_pct"]),
    TableRequest(RecordQuery(SkiKinds.participation), fields: ["session", "serial_number", "rank"], coded: true),
    // Glides between treatments compare wax, not skis.
    TableRequest(
      RecordQuery(SkiKinds.glide, where: [.isMissing("winner_treatment"), .isMissing("loser_treatment")]),
      fields: ["session", "winner", "loser", "difference_cm"], coded: true),
  ]

  private mutating func readPairs(_ rows: RecordRows) {
    let (serials, owners, types) = (rows.texts("serial_number"), rows.texts("owner"), rows.texts("ski_type"))
    let (bases, isArchived) = (rows.texts("ski_base"), rows.flags("archived"))
    for row in 0..<rows.count {
      guard let serial = serials[row] else { continue }
      placeOf[serial] = pairs.count
      if isArchived[row] { archived.insert(pairs.count) }
      pairs.append(TestedPair(serial: serial, owner: owners[row], type: types[row], base: bases[row], grinding: nil))
    }
  }

  /// The grindings of each pair in order of time.
  private static func grinds(
    _ rows: RecordRows, _ placeOf: [String: Int]
  ) -> [Int: [(moment: Moment, grinding: String)]] {
    let (serials, moments, names) = (rows.texts("serial_number"), rows.moments("moment"), rows.texts("grinding"))
    var found: [Int: [(moment: Moment, grinding: String)]] = [:]
    for row in 0..<rows.count {
      guard let pair = serials[row].flatMap({ placeOf[$0] }), let moment = moments[row], let name = names[row]
      else { continue }
      found[pair, default: []].append((moment, name))
    }
    return found.mapValues { $0.sorted { $0.moment < $1.moment } }
  }

  private mutating func readTests(
    _ all: [RecordRows], shares: [String: SnowShares], _ grinds: [Int: [(moment: Moment, grinding: String)]]
  ) {
    let rows = all[2]
    let (names, times, places) = (rows.texts("session"), rows.moments("time_of_test"), rows.texts("place"))
    let (airs, isArchived) = (rows.numbers("air_temperature_c"), rows.flags("archived"))
    let offsets = rows.integers("utc_offset_minutes", in: SessionChecks.offsets)
    let order = (0..<rows.count).filter { names[$0] != nil && !isArchived[$0] }.sorted {
      SkiRecords.precedes((times[$0], names[$0] ?? ""), (times[$1], names[$1] ?? ""))
    }
    var testOf: [String: Int] = [:]
    var unknown = 0
    for row in order {
      guard let name = names[row] else { continue }
      guard let air = airs[row], SessionChecks.air.contains(air), let snow = shares[name],
        let conditions = TestConditions(air: air, snow)
      else {
        unknown += 1
        continue
      }
      testOf[name] = tests.count
      tests.append(SkiTest(name: name, conditions: conditions, entries: [], glides: []))
      details.append(
        Detail(time: times[row], day: times[row]?.shown(offset: offsets[row]).date, place: places[row]))
    }
    if unknown > 0 { notes.append("skipped \(unknown.counted("session")) without air temperature or snow") }
    readEntries(all[4], testOf, grinds)
    readGlides(all[5], testOf)
    keepResults()
  }

  /// Leaves out entries without a rank or a glide: who entered a test says nothing of a pair until it has run.
  private mutating func keepResults() {
    var ungrounded = 0
    for number in tests.indices {
      let test = tests[number]
      var hasResult = test.entries.map { $0.rank != nil }
      for glide in test.glides { (hasResult[glide.winner], hasResult[glide.loser]) = (true, true) }
      ungrounded += test.entries.indices.count { hasResult[$0] && test.entries[$0].grinding == nil }
      guard hasResult.contains(false) else { continue }
      var places = [Int](repeating: -1, count: test.entries.count)
      var kept: [SkiTest.Entry] = []
      for (place, entry) in test.entries.enumerated() where hasResult[place] {
        places[place] = kept.count
        kept.append(entry)
      }
      tests[number].entries = kept
      tests[number].glides = test.glides.map {
        SkiTest.Meeting(winner: places[$0.winner], loser: places[$0.loser], difference: $0.difference)
      }
    }
    if ungrounded > 0 {
      notes.append("used \(ungrounded.counted("participation")) with unknown grinding, without a grinding effect")
    }
  }

  private mutating func readEntries(
    _ rows: RecordRows, _ testOf: [String: Int], _ grinds: [Int: [(moment: Moment, grinding: String)]]
  ) {
    let (sessions, serials) = (rows.places("session", in: testOf), rows.places("serial_number", in: placeOf))
    let ranks = rows.integers("rank")
    for row in 0..<rows.count where sessions[row] >= 0 && serials[row] >= 0 {
      let (test, pair) = (sessions[row], serials[row])
      var grinding: String?
      if let time = details[test].time { grinding = grinds[pair]?.last { $0.moment < time }?.grinding }
      tests[test].entries.append(SkiTest.Entry(pair: pair, grinding: grinding, rank: ranks[row].map(Double.init)))
    }
  }

  private mutating func readGlides(_ rows: RecordRows, _ testOf: [String: Int]) {
    let sessions = rows.places("session", in: testOf)
    let (winners, losers) = (rows.places("winner", in: placeOf), rows.places("loser", in: placeOf))
    let differences = rows.numbers("difference_cm")
    var rowsOf = [[Int32]](repeating: [], count: tests.count)
    for row in 0..<rows.count where sessions[row] >= 0 { rowsOf[sessions[row]].append(Int32(clamping: row)) }
    // For each pair, its entry in the current test.
    var entryOf = [Int](repeating: -1, count: pairs.count)
    for test in tests.indices {
      for (place, entry) in tests[test].entries.enumerated() { entryOf[entry.pair] = place }
      tests[test].glides.reserveCapacity(rowsOf[test].count)
      for row in rowsOf[test].lazy.map(Int.init) {
        guard winners[row] >= 0, losers[row] >= 0, let difference = differences[row] else { continue }
        let (w, l) = (entryOf[winners[row]], entryOf[losers[row]])
        guard w >= 0, l >= 0, w != l else { continue }
        tests[test].glides.append(SkiTest.Meeting(winner: w, loser: l, difference: difference))
      }
      for entry in tests[test].entries { entryOf[entry.pair] = -1 }
    }
  }
}

extension TestConditions {
  /// Conditions of a session; snow outside the three classes counts towards none of them.
  init?(air: Double, _ shares: SnowShares) {
    guard shares.new + shares.old + shares.wet + shares.other > 0 else { return nil }
    self.init(air: air, new: shares.new / 100, old: shares.old / 100, wet: shares.wet / 100)
  }
}
