internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

extension SkiRecords {
  /// The pairs in order of serial number, up to a limit.
  static func pairs(
    _ store: any RecordStore, where conditions: [RecordQuery.Condition] = [], limit: Int? = nil
  ) throws(Diagnostic) -> [SkiPair] {
    try SkiPair.thing.items(
      in: store, where: conditions, order: limit == nil ? [] : [("serial_number", false)], limit: limit
    ).inCodePointOrder(by: \.serialNumber)
  }

  /// The grindings in order of serial number and time.
  static func grinds(
    _ store: any RecordStore, where conditions: [RecordQuery.Condition] = []
  ) throws(Diagnostic) -> [GrindingMoment] {
    try GrindingMoment.thing.items(in: store, where: conditions)
      .sorted { ($0.serialNumber, $0.moment) < ($1.serialNumber, $1.moment) }
  }

  /// The sessions without what belongs to them, in an order, or else by time, those without one last, then by number.
  static func sessions(
    _ store: any RecordStore, _ conditions: [RecordQuery.Condition],
    order: [(field: String, descending: Bool)] = [], limit: Int? = nil
  ) throws(Diagnostic) -> [TestSession] {
    var sessions = try TestSession.thing.items(in: store, where: conditions, order: order, limit: limit)
    for place in sessions.indices where !SessionChecks.offsets.contains(sessions[place].utcOffsetMinutes ?? 0) {
      sessions[place].utcOffsetMinutes = nil
    }
    return order.isEmpty ? sessions.sorted { precedes(($0.time, $0.number), ($1.time, $1.number)) } : sessions
  }

  /// Sessions by time, those without one last, then by number.
  static func precedes(_ a: (time: Moment?, number: String), _ b: (time: Moment?, number: String)) -> Bool {
    switch (a.time, b.time) {
    case (let x?, let y?) where x != y: x < y
    case (.some, nil): true
    case (nil, .some): false
    default: precedes(a.number, b.number)
    }
  }

  /// The parts of the snow of sessions, with their classes.
  static func snow(_ store: any RecordStore, _ conditions: [RecordQuery.Condition]) throws(Diagnostic) -> [SnowPart] {
    var rows = try SnowPart.thing.items(in: store, where: conditions)
    let classes = rows.isEmpty ? [:] : try snowClasses(store)
    for place in rows.indices { rows[place].countsAs = classes[rows[place].snowType] }
    return rows
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
  static func words(_ text: String?) -> [String] { (text ?? "").split(separator: ",").map(String.init) }

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
