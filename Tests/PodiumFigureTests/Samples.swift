import PodiumCore
import PodiumFigure

/// Figures of every mark, over names and numbers that are hard to draw.
enum Samples {
  static let markup = "</svg><script>alert(1)</script>"
  static let names = [
    "\u{202E}مرحبا بالعالم", "👩‍👩‍👧‍👦 family", String(repeating: "long name ", count: 20), "a\u{0}b\u{1B}[31m\u{FFFE}",
    "日本語のラベル",
    "e\u{301}e\u{301}", markup, "]]>&amp;<!--", "שלום עולם", "tab\tand\nline",
  ]

  /// So many names, the hard ones first.
  static func names(_ count: Int) -> [String] {
    (0..<count).map { $0 < names.count ? names[$0] : "category number \($0)" }
  }

  /// Values of one row a name, with an interval around each.
  static func table(_ values: [Double], names: [String]? = nil) throws -> Table {
    let names = names ?? Samples.names(values.count)
    return try Table([
      Column("name", .text(names.map(Optional.some))), Column("value", .number(values)),
      Column("low", .number(values.map { $0 - $0.magnitude / 3 })),
      Column("high", .number(values.map { $0 + $0.magnitude / 3 })),
      Column("place", .number(values.indices.map { Double($0) })),
      Column("next", .number(values.indices.map { Double($0 + 1) })),
      Column("day", .date(values.indices.map { CalendarDate(days: 19_780 + $0) })),
    ])
  }

  /// One figure a mark and way of it.
  static func figures(of table: Table) -> [Figure] {
    let names = Axis(.category(Axis.levels(of: table.columns[0])), label: Samples.markup, unit: "kg & m²")
    let value = Axis(.linear, label: Samples.names[0], unit: "m")
    let place = Axis(.linear, label: "place")
    let day = Axis(.time, label: "day")
    let colors = ColorScale(of: table.columns[0])
    func figure(_ kind: String, _ x: Axis, _ y: Axis, _ layers: [Layer], _ colors: ColorScale? = nil) -> Figure {
      var figure = Figure(
        kind: kind, title: kind + " " + Samples.names[2] + Samples.markup, data: table, x: x, y: y, layers: layers,
        n: table.rowCount, colors: colors)
      figure.leftOut = [.init(2, "without " + Samples.markup)]
      figure.notes = [Samples.names[3], String(repeating: "a note ", count: 60)]
      figure.subtitle = Samples.names[1]
      return figure
    }
    return [
      figure("bar", names, value, [.bar(x: "name", y: "value", text: "value")]),
      figure("bar across", value, names, [.bar(x: "value", y: "name", text: "name")]),
      figure(
        "bar side", names, value, [.bar(x: "name", y: "value", color: "name", arrangement: .sideBySide)], colors),
      figure("bar stack", place, value, [.bar(x: "place", x2: "next", y: "value", arrangement: .stacked)]),
      figure("hist", place, value, [.bar(x: "place", x2: "next", y: "value", text: "value")]),
      figure("scatter", place, value, [.point(x: "place", y: "value", color: "name")], colors),
      figure("strip", names, value, [.point(x: "name", y: "value", size: "value", arrangement: .spread)]),
      figure("arrows", day, value, [.point(x: "day", y: "value", angle: "value"), .line(x: "day", y: "value")]),
      figure(
        "line", day, value, [.line(x: "day", y: "value", color: "name"), .rule(y: 1, label: Samples.names[5])], colors),
      figure(
        "band", day, value, [.area(x: "day", y: "low", y2: "high"), .line(x: "day", y: "value", isStepped: true)]),
      figure(
        "log", place, Axis(.log, label: "value"), [.point(x: "place", y: "value"), .line(x: "place", y: "value")]),
      figure(
        "interval", value, names,
        [.rule(x: 0), .interval(y: "name", low: "low", high: "high"), .point(x: "value", y: "name")]),
      figure(
        "box", names, value,
        [
          .interval(x: "name", low: "low", high: "high"), .bar(x: "name", y: "high", y2: "low"),
          .rules(x: "name", y: "value"),
        ]),
      figure(
        "heatmap", names, names, [.cell(x: "name", y: "name", color: "value", text: "value")],
        ColorScale(.diverging(middle: 0, reach: nil), label: "value", format: .percent)),
      figure(
        "grid", place, value, [.cell(x: "place", x2: "next", y: "low", y2: "high", color: "value")],
        ColorScale(.sequential(nil), label: Samples.names[4])),
      figure("tree", .hidden(), .hidden(), [.text(x: "place", y: "value", text: "name")]),
    ]
  }

  /// Columns of values that are hard to put on an axis, by name.
  static let values: [(name: String, values: [Double])] = [
    ("3 categories", [1, 2, 3]), ("60 categories", (0..<60).map { Double($0 * 37 % 53) - 11 }), ("one row", [4.2]),
    ("no row", []), ("all missing", [.nan, .nan, .nan]), ("equal values", [7, 7, 7, 7]), ("zeros", [0, 0, 0]),
    ("tiny", [1e-300, 3e-300, 2e-300]), ("huge", [1e300, -1e300, 5e299]), ("the largest", [-1.7e308, 1.7e308]),
    ("both", [1e-300, 1e300]), ("next to each other", [1, 1.0.nextUp]), ("infinite", [.infinity, 1, -.infinity]),
    ("millions", [1_234_567, 2_345_678, 9_876_543]), ("a leap day", (0..<14).map { Double($0) }),
  ]
}
