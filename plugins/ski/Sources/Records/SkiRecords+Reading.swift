internal import PodiumCore
internal import PodiumPlugin

extension SkiRecords {
  /// The pairs in order of serial number, up to a limit.
  static func pairs(
    _ store: any RecordStore, where conditions: [RecordQuery.Condition] = [], limit: Int? = nil
  ) throws(Diagnostic) -> [SkiPair] {
    let query = RecordQuery(
      SkiKinds.pair, where: conditions, order: limit == nil ? [] : [("serial_number", false)], limit: limit)
    let rows = try RecordRows(query, in: store)
    let (serials, owners, brands) = (rows.texts("serial_number"), rows.texts("owner"), rows.texts("brand"))
    let (types, bases, tags) = (rows.texts("ski_type"), rows.texts("ski_base"), rows.texts("tags"))
    let (nicknames, acquired) = (rows.texts("nickname"), rows.dates("acquired"))
    let (comments, archived, sources) = (rows.texts("comment"), rows.flags("archived"), rows.texts("source"))
    let (weights, pushdowns) = (rows.numbers("weight_for_measure_kg"), rows.numbers("weight_for_pushdown_kg"))
    let (full, half) = (rows.numbers("height_full_weight_mm"), rows.numbers("height_half_weight_mm"))
    let (fullLeft, fullRight) = (rows.numbers("height_full_left_mm"), rows.numbers("height_full_right_mm"))
    let (halfLeft, halfRight) = (rows.numbers("height_half_left_mm"), rows.numbers("height_half_right_mm"))
    var pairs: [SkiPair] = []
    pairs.reserveCapacity(rows.count)
    for row in 0..<rows.count {
      guard let serial = serials[row] else { continue }
      var pair = SkiPair(serialNumber: serial)
      (pair.owner, pair.brand, pair.skiType, pair.base) = (owners[row], brands[row], types[row], bases[row])
      pair.tags = SkiRecords.words(tags[row])
      (pair.nickname, pair.acquired) = (nicknames[row], acquired[row])
      pair.camber = SkiPair.Camber(
        weight: weights[row], heightFull: full[row], heightHalf: half[row], heightFullLeft: fullLeft[row],
        heightFullRight: fullRight[row], heightHalfLeft: halfLeft[row], heightHalfRight: halfRight[row],
        weightForPushdown: pushdowns[row])
      (pair.comment, pair.isArchived, pair.source) = (comments[row], archived[row], sources[row])
      pairs.append(pair)
    }
    return pairs.sorted { CodePointOrder.precedes($0.serialNumber, $1.serialNumber) }
  }

  /// The grindings in order of serial number and time.
  static func grinds(
    _ store: any RecordStore, where conditions: [RecordQuery.Condition] = []
  ) throws(Diagnostic) -> [GrindingMoment] {
    let rows = try RecordRows(RecordQuery(SkiKinds.grind, where: conditions), in: store)
    let (serials, moments, names) = (rows.texts("serial_number"), rows.moments("moment"), rows.texts("grinding"))
    let (comments, sources) = (rows.texts("comment"), rows.texts("source"))
    return (0..<rows.count).compactMap { row in
      guard let serial = serials[row], let moment = moments[row], let name = names[row] else { return nil }
      return GrindingMoment(
        serialNumber: serial, moment: moment, grinding: name, comment: comments[row], source: sources[row])
    }.sorted { ($0.serialNumber, $0.moment) < ($1.serialNumber, $1.moment) }
  }

  /// The treatments in order of serial number and time.
  static func treatments(
    _ store: any RecordStore, where conditions: [RecordQuery.Condition] = []
  ) throws(Diagnostic) -> [Treatment] {
    let rows = try RecordRows(RecordQuery(SkiKinds.treatment, where: conditions), in: store)
    let (serials, moments, kinds) = (rows.texts("serial_number"), rows.moments("moment"), rows.texts("kind"))
    let (recipes, ends, comments) = (rows.texts("recipe"), rows.moments("until"), rows.texts("comment"))
    return (0..<rows.count).compactMap { row in
      guard let serial = serials[row], let moment = moments[row],
        let kind = kinds[row].flatMap({ Treatment.Kind(rawValue: $0) })
      else { return nil }
      return Treatment(
        serialNumber: serial, moment: moment, kind: kind, recipe: recipes[row], until: ends[row], comment: comments[row]
      )
    }.sorted { ($0.serialNumber, $0.moment) < ($1.serialNumber, $1.moment) }
  }

  /// The sessions without what belongs to them.
  static func sessions(
    _ store: any RecordStore, _ conditions: [RecordQuery.Condition]
  ) throws(Diagnostic) -> [TestSession] {
    let rows = try RecordRows(RecordQuery(SkiKinds.session, where: conditions), in: store)
    let (numbers, times, offsets) = (
      rows.texts("session"), rows.moments("time_of_test"),
      // No time zone is further from UTC; adding a larger offset to a moment could overflow.
      rows.integers("utc_offset_minutes").map { $0.flatMap { (-1080...1080).contains($0) ? $0 : nil } }
    )
    let (places, types) = (rows.texts("place"), rows.texts("ski_type"))
    let (latitudes, longitudes) = (rows.numbers("latitude"), rows.numbers("longitude"))
    let (air, snow) = (rows.numbers("air_temperature_c"), rows.numbers("snow_temperature_c"))
    let (humidity, snowHumidity) = (rows.numbers("humidity_pct"), rows.numbers("snow_humidity_pct"))
    let (waxers, teams, comments) = (rows.texts("waxer"), rows.texts("team"), rows.texts("comment"))
    let (manual, archived, sources) = (
      rows.table["using_manual_rank"], rows.flags("archived"), rows.texts("source")
    )
    var sessions: [TestSession] = []
    for row in 0..<rows.count {
      guard let number = numbers[row] else { continue }
      var session = TestSession(number: number)
      (session.time, session.utcOffsetMinutes, session.place) = (times[row], offsets[row], places[row])
      (session.latitude, session.longitude, session.skiType) = (latitudes[row], longitudes[row], types[row])
      session.conditions = Conditions(
        air: air[row], snowTemperature: snow[row], humidity: humidity[row], snowHumidity: snowHumidity[row])
      (session.waxer, session.team, session.comment) = (waxers[row], teams[row], comments[row])
      session.usesManualRank = manual?[row] != .boolean(false)
      (session.isArchived, session.source) = (archived[row], sources[row])
      sessions.append(session)
    }
    return sessions.sorted { a, b in
      switch (a.time, b.time) {
      case (let x?, let y?) where x != y: x < y
      case (.some, nil): true
      case (nil, .some): false
      default: SkiRecords.precedes(a.number, b.number)
      }
    }
  }

  /// The ranks by other raters.
  static func ratings(_ store: any RecordStore, _ conditions: [RecordQuery.Condition]) throws(Diagnostic) -> [Rating] {
    let rows = try RecordRows(RecordQuery(SkiKinds.rating, where: conditions), in: store)
    let (sessions, raters) = (rows.texts("session"), rows.texts("rater"))
    let (serials, ranks) = (rows.texts("serial_number"), rows.integers("rank"))
    return (0..<rows.count).compactMap { row in
      guard let session = sessions[row], let rater = raters[row], let serial = serials[row], let rank = ranks[row]
      else { return nil }
      return Rating(session: session, rater: rater, serialNumber: serial, rank: rank)
    }.sorted { ($0.session, $0.rater, $0.rank, $0.serialNumber) < ($1.session, $1.rater, $1.rank, $1.serialNumber) }
  }

  /// The classes of the types of snow; the thesis's three are known without being added.
  static func snowClasses(_ store: any RecordStore) throws(Diagnostic) -> [String: SnowClass] {
    let rows = try RecordRows(
      RecordQuery(SkiKinds.term, where: [.equals("list", .text("snow"))]), ["name", "counts_as"], in: store)
    var classes: [String: SnowClass] = ["New snow": .new, "Old snow": .old, "Wet snow": .wet]
    let (names, known) = (rows.texts("name"), rows.texts("counts_as"))
    for row in 0..<rows.count {
      if let name = names[row], let snow = known[row].flatMap({ SnowClass(rawValue: $0) }) { classes[name] = snow }
    }
    return classes
  }

  /// The words of a comma-separated field.
  static func words(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map(String.init)
  }

  /// Numbers of sessions: whole numbers by size and before names, names by code points.
  static func precedes(_ a: String, _ b: String) -> Bool {
    switch (Int(a), Int(b)) {
    case (let x?, let y?) where x != y: x < y
    case (.some, nil): true
    case (nil, .some): false
    default: CodePointOrder.precedes(a, b)
    }
  }
}
