import PodiumCore
import Testing

/// Numbers in texts outside of a file.
struct TextNumberTests {
  @Test(arguments: [
    ("1.5", 1.5), ("1,5", 1.5), (" -2 ", -2), ("−2", -2), ("1.250", 1.25), ("2,106,553.40", 2_106_553.4), ("1e5", 1e5),
    ("(3.00)", -3), ("12 %", 12), ("$1,234.50", 1234.5), ("007", 7), ("12,25", 12.25),
  ])
  func `a text is one number`(_ text: String, _ number: Double) { #expect(TextNumber.value(text) == number) }

  @Test(arguments: ["1,250", "x", "", "1e400", "9007199254740993", "1,2,3", "5 kg", "NaN", "Infinity"])
  func `another is none`(_ text: String) { #expect(TextNumber.value(text) == nil) }

  private func numbers(_ texts: ColumnValues, _ mark: String? = nil) throws -> (
    values: ColumnValues, gaps: ExpressionGaps
  ) {
    let table = try Table([Column("x", texts)])
    let span = SourceSpan(0, 0)
    var parts = [try Expression(.column("x"), span: span)]
    if let mark { parts.append(try Expression(.literal(.text(mark)), span: span)) }
    return try Expression(.call("number", parts), span: span).bound(to: table) { (_, _) in .missing }
      .column(table.rowCount, threads: 1, cancellation: Cancellation())
  }

  @Test func `the column decides about commas, and what stays open is missing and counted`() throws {
    for column in [
      ColumnValues.text(["12.75", "3,418", "2,106,553.40"]),
      .category(Categorical(["12.75", "3,418", "2,106,553.40"])),
    ] { #expect(try numbers(column).values == .number([12.75, 3418, 2_106_553.4])) }
    let open = try numbers(.category(Categorical(["1,250", "7", nil])))
    #expect(open.values == .number([.nan, 7, .nan]))
    #expect(open.gaps.reasons == ["1 text that could be two numbers"])
    #expect(try numbers(.text(["1,250"]), "comma").values == .number([1.25]))
    #expect(try numbers(.text(["1,250"]), "point").values == .number([1250]))
    #expect(throws: Diagnostic.self) { try numbers(.text(["1,250"]), "dot") }
  }

  @Test func `a column that mixes currencies is refused`() throws {
    let error = #expect(throws: Diagnostic.self) { try numbers(.text(["$12", "€ 30"])) }
    #expect(error?.code == "mixed-units")
    #expect(try numbers(.text(["$12", "USD 30"])).values == .number([12, 30]))
  }

  @Test func `days of texts have the order that all of them show`() {
    let dates = TextDates(["8/17/2012", "9/1/2012"])
    #expect(dates.order == .monthFirst && dates.day("9/1/2012") == CalendarDate(iso: "2012-09-01"))
    #expect(TextDates(["9/1/2012"]).day("9/1/2012") == CalendarDate(iso: "2012-01-09"))
    #expect(dates.day("17.08.2012") == CalendarDate(iso: "2012-08-17") && dates.day("2012-08-17")?.days == 15_569)
    #expect(dates.day("17 Aug 2012")?.days == 15_569 && dates.day("13/13/2012") == nil)
  }

  @Test(
    arguments: [
      ("2026-01-24", "2026-01-24"), ("24/1 2026", "2026-01-24"), ("24/1-26", "2026-01-24"),
      ("24 jan. 2026", "2026-01-24"),
      ("Sat 24 Jan 2026", "2026-01-24"), ("24. maj 2025", "2025-05-24"), ("20260124", "2026-01-24"),
      ("01/24/2026", "2026-01-24"), ("1.2.2026", "2026-02-01"), ("26-13-32", nil), ("24/13 2026", nil), ("soon", nil),
    ] as [(String, String?)])
  func `a day is read as people write it`(_ text: String, _ day: String?) {
    let read = TextDates([text]).reading(text)
    #expect(read == (day.flatMap { CalendarDate(iso: $0) }.map { .day($0) } ?? .none))
  }

  @Test func `a day that could be two is either, until other texts or an order decide`() throws {
    let (one, other) = (try #require(CalendarDate(iso: "2026-02-01")), try #require(CalendarDate(iso: "2026-01-02")))
    #expect(TextDates(["01/02/2026"]).reading("01/02/2026") == .either(one, other))
    #expect(TextDates(["13/02/2026"]).reading("01/02/2026") == .day(one))
    #expect(TextDates(["02/13/2026"]).reading("01/02/2026") == .day(other))
    #expect(TextDates(["02/13/2026", "13/02/2026"]).reading("01/02/2026") == .either(one, other))
    #expect(TextDates(order: .monthFirst).reading("01/02/2026") == .day(other))
    #expect(TextDates(order: .monthFirst).reading("13/02/2026") == .none)
    let moment = try #require(Moment(iso: "2026-01-24T08:30Z"))
    #expect(TextDates([]).reading("2026-01-24 09:30+01:00") == .moment(moment, offset: 60))
    #expect(TextDates([]).reading("2026-01-24T08:30") == .moment(moment, offset: nil))
    for west in ["2026-01-24T03:30-05:00", "2026-01-24 03:30:00-0500", "2026-01-24T03:30-05"] {
      #expect(TextDates([]).reading(west) == .moment(moment, offset: -300))
    }
  }
}
