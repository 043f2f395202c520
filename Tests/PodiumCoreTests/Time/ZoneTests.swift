import Testing

@testable import PodiumCore

/// Moments by the clock of a zone: as they are written, kept, compared and calculated with.
struct ZoneTests {
  static func stockholm() throws -> Zone {
    Zone("Europe/Stockholm", rules: try ZoneRules(ZoneRulesTests.bytes("Europe/Stockholm")))
  }

  private static func moments(_ texts: [String?]) -> ColumnValues {
    .datetime(texts.map { $0.flatMap(Moment.init(iso:)) })
  }

  /// A winter evening, a summer evening on the next local day, and both moments of a repeated time.
  private static func table() throws -> Table {
    let zone = try stockholm()
    return try Table([
      Column(
        "at",
        moments(["2024-03-01T07:30Z", "2024-07-01T22:30Z", "2024-10-27T00:30Z", "2024-10-27T01:30Z", nil]),
        scale: .zone(zone)),
      Column("utc", moments(["2024-03-01T07:30Z", nil, nil, nil, nil])),
      Column(
        "on",
        .date(
          ["2024-03-01", "2024-07-02", "2024-10-27", "2024-10-28", nil].map { $0.flatMap(CalendarDate.init(iso:)) })),
    ])
  }

  @Test func `a moment is written by the clock, and read again as the same one`() throws {
    let column = try #require(try Self.table()["at"])
    let texts = (0..<5).map { column.fileText($0) }
    #expect(
      texts == [
        "2024-03-01T08:30:00+01:00", "2024-07-02T00:30:00+02:00", "2024-10-27T02:30:00+02:00",
        "2024-10-27T02:30:00+01:00", "",
      ])
    #expect(Self.moments(texts) == column.values)
    #expect(column.typeName == "datetime" && column.zone?.name == "Europe/Stockholm")
    #expect(Column("x", .number([1]), scale: column.scale).scale == nil)
    #expect(Column("at", column.values, scale: .degrees).scale == nil)
  }

  @Test(arguments: [
    ("+01:00", "+01:00", "2024-07-01T13:00:00+01:00"), ("-0530", "-05:30", "2024-07-01T06:30:00-05:30"),
    ("+05", "+05:00", "2024-07-01T17:00:00+05:00"),
  ])
  func `an offset is a zone`(_ text: String, _ name: String, _ shown: String) throws {
    let zone = try #require(Zone(offset: text))
    let moment = try #require(Moment(iso: "2024-07-01T12:00Z"))
    #expect(zone.name == name && zone.text(moment) == shown)
  }

  @Test(arguments: ["", "Z", "UTC", "+1", "+25", "01:00", "+01:00:00", "+01:60"])
  func `other texts are not an offset`(_ text: String) { #expect(Zone(offset: text) == nil) }

  @Test func `the ends of time are written in a form that is read again`() throws {
    for zone in try [Self.stockholm(), #require(Zone(offset: "-12:00"))] {
      for end in [Int.min, Int.max] {
        let moment = Moment(microseconds: end)
        #expect(Moment(iso: zone.text(moment)) == moment)
        // hour(), day() and the axes of pictures are those of the cell.
        #expect(zone.text(moment).prefix(19) == zone.shown(at: moment).description.prefix(19))
      }
    }
  }

  @Test func `a local time is one moment, two or none`() throws {
    let zone = try Self.stockholm()
    func moments(_ text: String) throws -> [String] {
      zone.moments(showing: try #require(Moment(iso: text))).map(zone.text)
    }
    #expect(try moments("2024-07-01T12:00") == ["2024-07-01T12:00:00+02:00"])
    #expect(try moments("2024-10-27T02:30") == ["2024-10-27T02:30:00+02:00", "2024-10-27T02:30:00+01:00"])
    #expect(try moments("2024-03-31T02:30").isEmpty)
    // In Santiago the clock was put forward at midnight.
    let santiago = Zone("America/Santiago", rules: try ZoneRules(ZoneRulesTests.bytes("America/Santiago")))
    let day = try #require(CalendarDate(iso: "2023-09-03"))
    #expect(santiago.text(santiago.start(of: day)) == "2023-09-03T01:00:00-03:00")
  }

  @Test func `a table with a zone is kept whole, and other tables in the bytes of earlier versions`() throws {
    let table = try Self.table().setting(
      Column("fixed", Self.moments([nil, nil, nil, nil, nil]), scale: Zone(offset: "-05:00").map(NumberScale.zone)))
    let bytes = TableArchive.bytes(of: table)
    let back = try TableArchive.table(bytes)
    #expect(bytes[8] == 5 && back == table && TableArchive.bytes(of: back) == bytes)
    #expect(back["at"]?.fileText(1) == "2024-07-02T00:30:00+02:00")
    #expect(back.contentHash() == table.contentHash())
    let utc = try table.setting(Column("at", table.columns[0].values)).setting(Column("fixed", table.columns[3].values))
    #expect(TableArchive.bytes(of: utc)[8] == 1 && utc.contentHash() != table.contentHash())
    for place in stride(from: 9, to: bytes.count - 8, by: 7) {
      var damaged = bytes
      damaged[place] ^= 0x55
      let sum = FNV.sum(damaged[..<(bytes.count - 8)])
      for shift in 0..<8 { damaged[bytes.count - 8 + shift] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * shift)) }
      if let read = try? TableArchive.table(damaged) { #expect(read.columns.allSatisfy { $0.count == read.rowCount }) }
    }
  }

  // MARK: Expressions

  private func bound(_ expression: Expression) throws -> BoundExpression {
    let table = try Self.table()
    return try expression.bound(to: table, over: RowFrame(of: table), threads: 1, cancellation: Cancellation()) {
      (_, _) in
      .missing
    }
  }

  private func values(_ expression: Expression) throws -> [Value] {
    let bound = try bound(expression)
    return (0..<5).map { NumberScale.shown(bound($0), bound.scale) }
  }

  private func compared(_ operation: BinaryOperator, _ x: Expression, _ y: Expression) throws -> Expression {
    try ExpressionTests.node(.binary(operation, x, y))
  }

  private func text(_ text: String) throws -> Expression { try ExpressionTests.constant(.text(text)) }

  private var at: Expression { get throws { try FrameTests.column("at") } }

  @Test(arguments: [
    ("hour", [8, 0, 2, 2]), ("day", [1, 2, 27, 27]), ("month", [3, 7, 10, 10]), ("weekday", [5, 2, 7, 7]),
  ])
  func `parts of a moment are those that the clock shows`(_ name: String, _ expected: [Int]) throws {
    #expect(try values(FrameTests.call(name, at)) == expected.map(Value.integer) + [.missing])
    #expect(try values(FrameTests.call("time", at)).first == .text("08:30"))
  }

  @Test func `a text without an offset is a time of the clock, and a day begins on it`() throws {
    let utc = try FrameTests.column("utc")
    #expect(try values(compared(.equal, at, text("2024-03-01 08:30"))).first == .boolean(true))
    #expect(try values(compared(.equal, at, text("2024-03-01T07:30Z"))).first == .boolean(true))
    #expect(try values(compared(.equal, at, text("2024-03-01T09:30+02:00"))).first == .boolean(true))
    #expect(try values(compared(.equal, utc, text("2024-03-01 07:30"))).first == .boolean(true))
    #expect(
      try values(compared(.greaterOrEqual, at, text("2024-07-02"))) == [false, true, true, true].map(Value.boolean) + [
        .missing
      ])
    #expect(
      try values(compared(.less, FrameTests.column("on"), at)) == [true, true, true, false].map(Value.boolean) + [
        .missing
      ])
    #expect(
      try values(compared(.subtract, at, FrameTests.column("on"))).prefix(2) == [.text("8:30:00"), .text("30:00")])
    for (time, code) in [("2024-10-27 02:30", "repeated-time"), ("2024-03-31 02:30", "skipped-time")] {
      let error = #expect(throws: Diagnostic.self) { try bound(compared(.equal, at, text(time))) }
      #expect(error?.code == code)
    }
  }

  @Test func `what moments become keeps their clock, and that of two clocks is UTC`() throws {
    let zone = try Self.stockholm()
    let later = try compared(.add, at, text("1:00:00"))
    #expect(try values(later).prefix(2) == [.text("2024-03-01T09:30:00+01:00"), .text("2024-07-02T01:30:00+02:00")])
    for name in ["min", "max", "first", "last", "lag", "lead"] {
      #expect(try bound(FrameTests.call(name, at)).scale == .zone(zone), "\(name)")
    }
    #expect(try bound(FrameTests.call("coalesce", at, FrameTests.column("utc"))).scale == .zone(zone))
    #expect(try bound(compared(.subtract, at, FrameTests.column("utc"))).scale == .duration)
    #expect(try bound(FrameTests.call("missing", at)).scale == nil && bound(FrameTests.call("n", at)).scale == nil)
  }
}
