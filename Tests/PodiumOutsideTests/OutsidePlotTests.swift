import PodiumCore
import PodiumFigure
import PodiumPlugin
import Testing

@testable import PodiumOutside

/// Pictures that a program describes and podium draws.
struct OutsidePlotTests {
  private static let table = """
    {"columns":[{"name":"day","type":"date","values":["2024-02-28","2024-02-29","2024-03-01"]},
    {"name":"rain","values":[1.5,null,4]},{"name":"site","values":["a","b","a"]}]}
    """

  private func output(_ text: String) throws(Diagnostic) -> FigureOutput {
    try OutsideOutputs.figure(WireFields(value: JSONReader.value(text), program: "guest", what: "figure 'guest.rain'"))
  }

  private func plot(_ members: String) throws(Diagnostic) -> FigureOutput {
    try output("{\"plot\":{\"table\":\(OutsidePlotTests.table),\(members)}}")
  }

  @Test func `a described plot is the figure that podium would make`() throws {
    let made = try plot(
      """
      "kind":"guest.rain","title":"rain","layers":[{"mark":"bar","x":"day","y":"rain"},{"mark":"rule","y":2,"label":"dry"}],
      "y":{"unit":"mm","zero":true},"n":3,"counted":"day","left_out":[{"count":1,"reason":"without rain"}],"notes":["made up"]
      """)
    let figure = try #require(made.plot)
    var expected = Figure(
      kind: "guest.rain", title: "rain", data: figure.data, x: Axis(.time, label: "day"),
      y: Axis(.linear, label: "rain", unit: "mm", includesZero: true),
      layers: [.bar(x: "day", y: "rain"), .rule(y: 2, label: "dry")], n: 3, counted: "day")
    (expected.x, expected.y, expected.notes) = ("day", "rain", ["made up"])
    expected.leftOut = [.init(1, "without rain")]
    #expect(figure == expected)
    #expect(made.mediaType == "image/svg+xml" && made.title == "rain")
    let text = String(decoding: made.data ?? [], as: UTF8.self)
    #expect(text.contains("n = 3") && text.contains("1 day left out: without rain"), "\(figure.caption)")
  }

  @Test func `colours, panels and names follow from the columns`() throws {
    let made = try plot(
      "\"facet\":\"site\",\"layers\":[{\"mark\":\"point\",\"x\":\"site\",\"y\":\"rain\",\"color\":\"rain\"}]")
    let figure = try #require(made.plot)
    #expect(figure.panels.map(\.title) == ["a", "b"])
    #expect(figure.panels[0].x.scale == .category(["a", "b"]))
    #expect(figure.colors?.kind == .sequential(nil) && figure.n == 3)
  }

  @Test func `a program answers with a plot`() throws {
    let script = Script(
      """
      read line
      echo '{"id":1,"plot":{"table":{"columns":[{"name":"a","values":[1,2]}]},"layers":[{"mark":"point","x":"a","y":"a"}]}}'
      """)
    let guest = script.guest()
    let entry = try FigureEntry(
      WireFields(
        value: JSONReader.value("{\"key\":\"guest.rain\",\"summary\":\"Rain.\"}"), program: "guest",
        what: "figure 'guest.rain'"))
    let drawn = try OutsideFigure(entry: entry, program: guest.program).figure(
      of: Table([Column("x", .number([1]))]), options: .none)
    withExtendedLifetime(script) {}
    #expect(drawn.plot?.data.names == ["a"])
  }

  static let bad = [
    ("\"layers\":[]", "1 to 50"), ("\"layers\":7", "not a list"), ("\"layers\":[{}]", "layer 1: 'mark' is missing"),
    ("\"layers\":[{\"mark\":\"pie\",\"x\":\"day\"}]", "'mark' cannot be 'pie'"),
    ("\"layers\":[{\"mark\":\"bar\",\"x\":\"day\"}]", "'x' and 'y' are both needed"),
    ("\"layers\":[{\"mark\":\"bar\",\"x\":\"day\",\"y\":\"snow\"}]", "'snow', which is not in 'table'"),
    ("\"layers\":[{\"mark\":\"rule\"}]", "neither 'x' nor 'y'"),
    ("\"layers\":[{\"mark\":\"cell\",\"x\":\"site\",\"y\":\"site\"}]", "'color' is needed"),
    ("\"layers\":[{\"mark\":\"point\",\"x\":\"day\",\"y\":\"rain\",\"size\":\"site\"}]", "no numbers"),
    ("\"layers\":[{\"mark\":\"rule\",\"y\":1}],\"n\":-1", "'n' is below 0"),
    ("\"layers\":[{\"mark\":\"rule\",\"y\":1}],\"x\":7", "'x' is not an object"),
    ("\"layers\":[{\"mark\":\"rule\",\"y\":1}],\"y\":{\"min\":2,\"max\":1}", "'min' is not below 'max'"),
    (
      "\"layers\":[{\"mark\":\"bar\",\"x\":\"site\",\"y\":\"rain\"}],\"x\":{\"scale\":\"log\"}",
      "does not suit column 'site'"
    ),
    (
      "\"layers\":[{\"mark\":\"point\",\"x\":\"day\",\"y\":\"rain\",\"color\":\"site\"}],\"color\":{\"scale\":\"diverging\"}",
      "needs numbers"
    ),
    ("\"layers\":[{\"mark\":\"rule\",\"y\":1}],\"facet\":\"week\"", "'week', which is not in 'table'"),
    ("\"layers\":[{\"mark\":\"rule\",\"y\":1}],\"left_out\":[{\"count\":-2,\"reason\":\"x\"}]", "below 0"),
  ]

  @Test(arguments: bad)
  func `a plot that violates the protocol is refused with the reason`(_ members: String, _ says: String) {
    let error = #expect(throws: Diagnostic.self) { _ = try plot(members) }
    #expect(error?.code == "bad-reply")
    #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
  }

  @Test func `a plot without a table, or that is not an object, is refused`() {
    for text in ["{\"plot\":7}", "{\"plot\":{}}", "{\"plot\":{\"layers\":[]}}"] {
      let error = #expect(throws: Diagnostic.self) { _ = try output(text) }
      #expect(error?.code == "bad-reply", "\(text)")
    }
  }
}
