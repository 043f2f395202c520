import PodiumCore
import PodiumEngine
import PodiumFigure
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// Columns of moments that keep the zone whose clock they show, from the file to what commands print.
struct ZoneCommandTests {
  private let folder = TemporaryFolder()

  private static let moments = [
    "2024-03-01T07:30:00Z", "2024-07-01T22:30:00Z", "2024-10-27T00:30:00Z", "2024-10-27T01:30:00Z",
  ]

  private func file(_ times: [String]) throws -> String {
    let path = folder.path + "/times.csv"
    let rows = (["at,n"] + times.enumerated().map { "\($1),\($0)" }).map { $0 + "\n" }.joined()
    try CommandFixture.files.write(Array(rows.utf8), to: path, shown: path, mode: .replace)
    return path
  }

  /// A session whose table has the four moments in a column of Stockholm.
  private func session() throws -> Interpreter {
    var session = CommandFixture.session(folder: folder.path)
    let path = try file(Self.moments)
    #expect(session.report("load \(path) as times")?.error == nil)
    #expect(
      words(session.report("type at datetime zone=Europe/Stockholm")).contains(
        "'at' shows the clock of Europe/Stockholm; its moments stay the same"))
    return session
  }

  /// What a report shows, without its line breaks.
  private func words(_ report: CommandReport?) -> String {
    text(report).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func json(_ report: CommandReport?) -> String { report.map { JSONRenderer().render($0) } ?? "" }

  private func column(_ name: String, _ session: Interpreter) -> Column? { session.state.current?.table[name] }

  private func moments(_ texts: [String?]) -> ColumnValues { .datetime(texts.map { $0.flatMap(Moment.init(iso:)) }) }

  @Test func `texts are those of the clock, and moments stay`() throws {
    var session = try session()
    #expect(column("at", session)?.values == moments(Self.moments))
    let shown = text(session.report("head"))
    for local in [
      "2024-03-01T08:30:00+01:00", "2024-07-02T00:30:00+02:00", "2024-10-27T02:30:00+02:00",
      "2024-10-27T02:30:00+01:00",
    ] { #expect(shown.contains(local)) }
    #expect(json(session.report("columns")).contains("2024-03-01T08:30:00+01:00 to 2024-10-27T02:30:00+01:00"))
    let json = json(session.report("head 1"))
    #expect(json.contains("\"type\":\"datetime\",\"zone\":\"Europe/Stockholm\"") && json.contains(Self.moments[0]))
    #expect(session.report("derive word = at")?.error == nil && session.report("type word text")?.error == nil)
    #expect(column("word", session)?[1] == .text("2024-07-02T00:30:00+02:00"))
    #expect(session.report("derive local = at")?.error == nil && session.report("type local date")?.error == nil)
    #expect(column("local", session)?[1] == CalendarDate(iso: "2024-07-02").map(Value.date))
  }

  @Test(arguments: [
    ("= hour(max(at))", "\"value\":2,"), ("= count(at >= \"2024-07-02\")", "\"value\":3,"),
    ("= count(day(at) == 27)", "\"value\":2,"),
    ("= count(at == \"2024-03-01 08:30\")", "\"value\":1,"),
    ("= max(at)", "\"value\":\"2024-10-27T01:30:00Z\",\"local\":\"2024-10-27T02:30:00+01:00\""),
    ("= max(at) - min(at)", "\"value\":\"5754:00:00\""),
  ])
  func `what is computed of them is by the clock`(_ command: String, _ value: String) throws {
    var session = try session()
    let shown = json(session.report(command))
    #expect(shown.contains(value), "\(command): \(shown)")
  }

  @Test func `another zone changes what is shown, and UTC shows UTC again`() throws {
    var session = try session()
    #expect(
      words(session.report("type at datetime zone=America/New_York")).hasPrefix(
        "'at' stays datetime and shows another clock"))
    #expect(words(session.report("type at datetime zone=America/New_York")).hasPrefix("'at' is already datetime"))
    #expect(column("at", session)?.fileText(0) == "2024-03-01T02:30:00-05:00")
    #expect(session.report("type at datetime zone=+05:30")?.error == nil)
    #expect(column("at", session)?.fileText(0) == "2024-03-01T13:00:00+05:30")
    #expect(session.report("type at datetime")?.error == nil && column("at", session)?.zone?.name == "+05:30")
    #expect(session.report("type at datetime zone=UTC")?.error == nil && column("at", session)?.scale == nil)
    #expect(column("at", session)?.values == moments(Self.moments))
    #expect(session.report("type at datetime zone=Europe/Stokholm")?.error?.code == "unknown-time-zone")
    #expect(session.report("type n number zone=Europe/Stockholm")?.error?.code == "unused-key")
  }

  private static let local = ["2024-07-01 08:30", "2024-10-27 02:30", "2024-03-31 02:30", "2024-10-27 03:30"]

  @Test func `load takes times without an offset as those of a zone`() throws {
    var session = CommandFixture.session(folder: folder.path)
    let path = try file(Self.local)
    let words = words(session.report("load \(path) zone=Europe/Stockholm"))
    #expect(column("at", session)?.zone?.name == "Europe/Stockholm")
    #expect(
      column("at", session)?.values
        == moments(["2024-07-01T06:30Z", "2024-10-27T00:30Z", nil, "2024-10-27T02:30Z"]))
    #expect(
      words.contains(
        "1 time became missing, because the clock is put forward over it, first '2024-03-31T02:30' in row 3"))
    #expect(words.contains("are the earlier ones, first '2024-10-27T02:30' in row 2"))
    #expect(words.contains("read the times of 'at' as those of Europe/Stockholm"))
    #expect(session.report("load \(path) zone=Nowhere")?.error?.code == "unknown-time-zone")
  }

  @Test func `type takes texts without an offset as times of the zone, and others as they are`() throws {
    var session = CommandFixture.session(folder: folder.path)
    session.state.current = Dataset(
      name: "t", source: "made",
      table: try Table([Column("at", .text(Self.local + ["2024-07-01T08:30Z", "2024-07-01"]))]))
    let shown = words(session.report("type at datetime zone=Europe/Stockholm"))
    #expect(
      column("at", session)?.values
        == moments([
          "2024-07-01T06:30Z", "2024-10-27T00:30Z", nil, "2024-10-27T02:30Z", "2024-07-01T08:30Z", "2024-06-30T22:00Z",
        ]))
    #expect(shown.contains("1 became missing ('2024-03-31 02:30' in row 3)"))
    #expect(shown.contains("first '2024-10-27 02:30'"))
  }

  @Test func `moments with an offset stay where load names a zone`() throws {
    var session = CommandFixture.session(folder: folder.path)
    let path = try file(Self.moments)
    #expect(
      words(session.report("load \(path) zone=America/New_York")).contains("they show the clock of America/New_York"))
    #expect(column("at", session)?.values == moments(Self.moments))
    #expect(column("at", session)?.fileText(0) == "2024-03-01T02:30:00-05:00")
  }

  /// The ways in which a file holds texts of times, and the keys with which they are moments.
  private static let mixtures: [(ending: String, before: String, after: String, keys: String)] = [
    ("csv", "at\n", "", ""), ("csv", "at\n", "", " types=at:datetime"), ("json", "[", "]", ""),
    ("jsonl", "", "", " types=at:datetime"),
  ]

  @Test(arguments: mixtures) func `times without an offset are local beside some that have one`(
    _ file: (ending: String, before: String, after: String, keys: String)
  ) throws {
    var session = CommandFixture.session(folder: folder.path)
    let times = [
      "2024-07-01 08:30", "2024-07-01T08:30Z", "2024-10-27 02:30", "2024-03-31 02:30", "2024-07-01T08:30+05:00",
    ]
    let cells = file.ending == "csv" ? times : times.map { "{\"at\":\"\($0)\"}" }
    let path = folder.path + "/mixed." + file.ending
    let text = file.before + cells.joined(separator: file.ending == "json" ? "," : "\n") + "\n" + file.after
    try CommandFixture.files.write(Array(text.utf8), to: path, shown: path, mode: .replace)
    let shown = words(session.report("load \(path) zone=Europe/Stockholm" + file.keys))
    #expect(
      column("at", session)?.values
        == moments(["2024-07-01T06:30Z", "2024-07-01T08:30Z", "2024-10-27T00:30Z", nil, "2024-07-01T03:30Z"]))
    #expect(shown.contains("read 3 of 5 times by the clock of Europe/Stockholm, for lack of an offset"))
    #expect(shown.contains("first '2024-03-31T02:30' in row 4") && shown.contains("first '2024-10-27T02:30' in row 3"))
    #expect(!shown.contains("UTC") && !shown.contains("changed nothing"))
    let plain = words(session.report("load \(path)" + file.keys))
    #expect(column("at", session)?[0] == Moment(iso: "2024-07-01T08:30Z").map(Value.datetime))
    #expect(plain.contains("3 of 5 times had no time zone; UTC was assumed") && plain.contains("1 time with an offset"))
  }

  @Test(arguments: ["csv", "json"])
  func `times in the form of a country are local unless they have an offset`(_ ending: String) throws {
    var session = CommandFixture.session(folder: folder.path)
    let cells = ["01/07/2024 08:30", "13/07/2024 08:30+05:00"]
    let path = folder.path + "/forms." + ending
    let text =
      ending == "csv"
      ? "at,n\n" + cells.map { $0 + ",1\n" }.joined()
      : "[" + cells.map { "{\"at\":\"\($0)\",\"n\":1}" }.joined(separator: ",") + "]"
    try CommandFixture.files.write(Array(text.utf8), to: path, shown: path, mode: .replace)
    let shown = words(session.report("load \(path) types=at:datetime zone=Europe/Stockholm"))
    #expect(column("at", session)?.values == moments(["2024-07-01T06:30Z", "2024-07-13T03:30Z"]))
    #expect(shown.contains("read 1 of 2 times by the clock of"), "\(shown)")
  }

  @Test func `dates of ARFF are local times, unless their form has an offset`() throws {
    var session = CommandFixture.session(folder: folder.path)
    let path = folder.path + "/times.arff"
    let text = """
      @relation r
      @attribute local date "yyyy-MM-dd HH:mm"
      @attribute zoned date "yyyy-MM-dd HH:mmX"
      @data
      "2024-07-01 08:30","2024-07-01 08:30+05:00"
      "2024-03-31 02:30",?

      """
    try CommandFixture.files.write(Array(text.utf8), to: path, shown: path, mode: .replace)
    let shown = words(session.report("load \(path) zone=Europe/Stockholm"))
    #expect(column("local", session)?.values == moments(["2024-07-01T06:30Z", nil]))
    #expect(column("zoned", session)?.values == moments(["2024-07-01T03:30Z", nil]))
    #expect(column("zoned", session)?.fileText(0) == "2024-07-01T05:30:00+02:00")
    #expect(shown.contains("read the times of 'local' as those of Europe/Stockholm"))
    #expect(shown.contains("the moments of 'zoned' have offsets or are in UTC; they show the clock"))
  }

  @Test func `tables of two zones bound together are in UTC, and a join keeps each`() throws {
    var session = try session()
    let path = folder.path + "/times.csv"
    #expect(session.report("load \(path) as plain")?.error == nil)
    #expect(
      words(session.report("bind times as both")).contains("'at' shows the clocks of Europe/Stockholm and UTC: UTC now")
    )
    #expect(column("at", session)?.scale == nil && column("at", session)?.count == 8)
    #expect(session.report("use plain")?.error == nil && session.report("join times on=n")?.error == nil)
    #expect(column("at_times", session)?.zone?.name == "Europe/Stockholm" && column("at", session)?.scale == nil)
  }

  @Test(arguments: ["json", "jsonl", "xlsx", "arff"]) func `a file keeps the zone`(_ ending: String) throws {
    var session = try session()
    // A workbook holds times of the clock, of which one occurs twice.
    if ending == "xlsx" { #expect(session.report("filter n < 3")?.error == nil) }
    let path = folder.path + "/kept." + ending
    #expect(!words(session.report("save \(path)")).contains("loaded again"))
    #expect(session.report("load \(path)")?.error == nil)
    #expect(
      column("at", session)?.zone?.name == "Europe/Stockholm"
        && column("at", session)?.fileText(1) == "2024-07-02T00:30:00+02:00")
  }

  @Test func `a plot has an axis in local time`() throws {
    var session = try session()
    let figures = session.report("plot line n x=at")?.outputs.compactMap { output in
      if case .figure(let figure) = output { figure.plot } else { nil }
    }
    let figure = try #require(figures?.first)
    #expect(figure.panels.first?.x.title == "at (Europe/Stockholm)")
    // What is drawn, and a file of it, are moments all the same.
    #expect(figure.data["at"]?[1] == Moment(iso: Self.moments[1]).map(Value.datetime))
    #expect(figure.data["at"]?.fileText(1) == "2024-07-02T00:30:00+02:00")
    let bins = session.report("plot hist at to \(folder.path)/bins.csv")
    #expect(bins?.error == nil)
    #expect(session.report("load \(folder.path)/bins.csv types=from:datetime")?.error == nil)
    let from = (0..<(column("from", session)?.count ?? 0)).compactMap { column("from", session)?[$0].fileText }
    // The bins begin at midnights of the clock.
    #expect(!from.isEmpty && from.allSatisfy { $0.hasSuffix("T22:00:00Z") || $0.hasSuffix("T23:00:00Z") }, "\(from)")
  }
}
