import PodiumCore
import PodiumFigure
import Testing

struct TickTests {
  @Test(arguments: [
    (0.0...10, ["0", "2", "4", "6", "8", "10"]), (0...0.3, ["0.00", "0.05", "0.10", "0.15", "0.20", "0.25", "0.30"]),
    (-3...7, ["-2", "0", "2", "4", "6"]), (0...4e6, ["0", "1e6", "2e6", "3e6", "4e6"]),
    (0...3e-300, ["0", "5e-301", "1e-300", "1.5e-300", "2e-300", "2.5e-300", "3e-300"]),
    (1000...1002, ["1000.0", "1000.5", "1001.0", "1001.5", "1002.0"]),
  ])
  func `ticks are multiples of 1, 2 or 5 with as many decimals as the step`(
    limits: ClosedRange<Double>, texts: [String]
  ) {
    #expect(NumberTicks.linear(limits, count: 6, format: .number).map(\.label) == texts)
  }

  @Test(arguments: [
    (0.0...1, ["0", "1"]), (0...3, ["0", "1", "2", "3"]), (4.5...5.5, ["5"]), (0...40, ["0", "10", "20", "30", "40"]),
  ])
  func `ticks of whole numbers are whole`(limits: ClosedRange<Double>, texts: [String]) {
    #expect(NumberTicks.linear(limits, count: 6, format: .number, isWhole: true).map(\.label) == texts)
  }

  @Test(arguments: [
    (0.0...600, NumberFormat.duration, ["0:00", "2:00", "4:00", "6:00", "8:00", "10:00"]),
    (93_000...97_300, .duration, ["26:00:00", "26:15:00", "26:30:00", "26:45:00", "27:00:00"]),
    (721...722, .duration, ["12:01.0", "12:01.2", "12:01.4", "12:01.6", "12:01.8", "12:02.0"]),
    (25_000...70_000, .time, ["09:00", "12:00", "15:00", "18:00"]), (0...4e6, .duration, []),
  ])
  func `ticks of durations and times are full seconds, minutes or hours`(
    limits: ClosedRange<Double>, format: NumberFormat, texts: [String]
  ) {
    let ticks = NumberTicks.linear(limits, count: 6, format: format).map(\.label)
    #expect(
      texts.isEmpty ? ticks.count > 2 && ticks.allSatisfy { $0.hasSuffix(":00:00") || $0 == "0:00" } : ticks == texts)
  }

  @Test func `an axis of counts has whole ticks, one of measurements has not`() throws {
    let data = try Table([
      Column("from", .number([0, 1])), Column("to", .number([1, 2])), Column("rows", .integer([1, 1])),
    ])
    let figure = Figure(
      kind: "hist", title: "", data: data, x: Axis(.linear, label: "size"), y: Axis(.linear, label: "rows"),
      layers: [.bar(x: "from", x2: "to", y: "rows")], n: 2)
    let model = try #require(PanelModel.models(of: figure).first)
    #expect(model.y.ticks(6).map(\.label) == ["0", "1"])
    #expect(model.x.ticks(6).map(\.label).contains("0.5"))
  }

  @Test func `percent ticks are whole where the step is`() {
    #expect(
      NumberTicks.linear(0...1, count: 5, format: .percent).map(\.label) == ["0%", "20%", "40%", "60%", "80%", "100%"])
  }

  @Test(arguments: [
    (0.01...1000.0, 8, ["0.01", "0.1", "1", "10", "100", "1000"]), (1...20, 8, ["1", "2", "5", "10", "20"]),
    (1...1.5, 5, ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5"]),
    (1e-300...1e300, 5, ["1e-200", "1", "1e200"]),
  ])
  func `log ticks are powers of ten where the axis has several`(
    limits: ClosedRange<Double>, count: Int, texts: [String]
  ) {
    #expect(NumberTicks.logarithmic(limits, count: count, format: .number).map(\.label) == texts)
  }

  @Test(arguments: [
    ("2024-02-26", "2024-03-03", ["27 Feb 2024", "29", "2 Mar 2024"]),
    ("2023-11-20", "2024-04-02", ["Dec 2023", "Jan 2024", "Feb", "Mar", "Apr"]),
    ("2019-06-01", "2024-06-01", ["2020", "2021", "2022", "2023", "2024"]),
    ("1604-01-01", "2024-01-01", ["1700", "1800", "1900", "2000"]),
  ])
  func `time ticks are whole days, months and years`(from: String, to: String, texts: [String]) throws {
    let (from, to) = (try #require(CalendarDate(iso: from)), try #require(CalendarDate(iso: to)))
    let ticks = TimeTicks.ticks(TimeTicks.seconds(from)...TimeTicks.seconds(to), count: 5)
    #expect(ticks.map { $0.label + ($0.context.map { " " + $0 } ?? "") } == texts)
  }

  @Test func `time ticks within a day are whole hours and name the day where it changes`() {
    let midnight = 1_709_251_200.0
    let ticks = TimeTicks.ticks((midnight - 7200)...(midnight + 14_400), count: 6)
    #expect(ticks.map(\.label) == ["22:00", "23:00", "00:00", "01:00", "02:00", "03:00", "04:00"])
    #expect(ticks.compactMap(\.context) == ["29 Feb 2024", "1 Mar 2024"])
  }

  @Test func `a step is the smallest of 1, 2 or 5 times a power of ten that is wide enough`() {
    for (width, digit, exponent) in [
      (0.1, 1, -1), (0.11, 2, -1), (3.0, 5, 0), (5.1, 1, 1), (1000, 1, 3), (1e-300, 1, -300),
    ] {
      let step = NiceStep(atLeast: width)
      #expect(step?.digit == digit && step?.exponent == exponent, "\(width)")
    }
    #expect(NiceStep(atLeast: 0) == nil && NiceStep(atLeast: .nan) == nil && NiceStep(atLeast: .infinity) == nil)
  }

  @Test func `borders of bins cover the range with whole steps`() {
    #expect(NiceStep(atLeast: 0.2)?.borders(covering: 4.3...5) == [4.2, 4.4, 4.6, 4.8, 5])
    #expect(NiceStep(atLeast: 1)?.borders(covering: 3...3) == [3, 4])
  }

  @Test func `texts are cut to their room and never widen it`() {
    for text in Samples.names {
      let shown = SafeText.escape(text)
      for room in stride(from: 0.0, through: 400, by: 13) {
        let cut = TextAdvance.cut(shown, to: room, size: 11)
        #expect(TextAdvance.width(of: cut, size: 11) <= room + 1e-9)
        #expect(cut == shown || cut.isEmpty || cut.hasSuffix("…"))
      }
    }
    #expect(TextAdvance.width(of: "e\u{301}", size: 10) == TextAdvance.width(of: "e", size: 10))
    #expect(TextAdvance.width(of: "日本", size: 10) >= 20)
    #expect(TextAdvance.lines("one two three", width: 60, size: 11, atMost: 2).count == 2)
  }

  @Test func `moments of a zone are placed by its clock`() throws {
    let moment = try #require(Moment(iso: "2024-07-01T22:30Z"))
    let column = Column("at", .datetime([moment, nil]), scale: Zone(offset: "+02:00").map(NumberScale.zone))
    let measured = try #require(Measured(column))
    #expect(
      try measured.values[0] == TimeTicks.seconds(#require(Moment(iso: "2024-07-02T00:30Z")))
        && measured.values[1].isNaN)
    #expect(measured.axis().title == "at (+02:00)" && Axis(of: column).title == "at (+02:00)")
    #expect(try #require(Measured(Column("at", column.values))).axis().title == "at")
  }
}
