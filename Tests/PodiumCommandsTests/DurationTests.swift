import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// Durations and times of day, from the file to what commands print.
struct DurationTests {
  private let folder = TemporaryFolder()

  private func session() throws -> Interpreter {
    let path = folder.path + "/laps.csv"
    let rows = """
      name,lap,start,total
      Anna,12:01.4,08:30,26:05:00
      Bo,11:59.9,11:30 pm,25:59:30
      Cia,13:20,00:30,27:00:01
      Dag,,0:15 x,

      """
    try CommandFixture.files.write(Array(rows.utf8), to: path, shown: path, mode: .replace)
    var session = CommandFixture.session(folder: folder.path)
    #expect(session.report("load \(path)")?.error == nil)
    #expect(session.report("type lap total duration")?.error == nil)
    #expect(text(session.report("type start time")).contains("1 became missing ('0:15 x' in row 4)"))
    return session
  }

  @Test func `an hour with am or pm is a time of day`() throws {
    var session = CommandFixture.session()
    session.state.current = Dataset(
      name: "t", source: "made", table: try Table([Column("at", .text(["8am", "12 pm", "8:30 pm"]))]))
    #expect(session.report("type at time")?.error == nil)
    #expect(column("at", session)?.values == .number([28_800, 43_200, 73_800]))
  }

  private func column(_ name: String, _ session: Interpreter) -> Column? { session.state.current?.table[name] }

  @Test func `they are shown as they are written`() throws {
    var session = try session()
    let lines = text(session.report("head")).split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(
      lines[1] == ["Anna", "12:01.4", "08:30", "26:05:00"] && lines[3] == ["Cia", "13:20.0", "00:30", "27:00:01"])
    #expect(text(session.report("columns")).contains("11:59.9 to 13:20"))
    #expect(text(session.report("describe lap")).contains("12:27.1"))
    let json = session.report("head 1").map { JSONRenderer().render($0) } ?? ""
    #expect(json.contains("\"type\":\"number\",\"scale\":\"duration\"") && json.contains("721.4"))
    #expect(json.contains("\"period\":86400,\"scale\":\"time\""))
  }

  @Test(arguments: [
    ("= mean(lap)", "12:27.1"), ("= max(total) - min(total)", "1:00:31"), ("= sum(lap) / 2", "18:40.65"),
    ("= mean(start)", "02:00"), ("= min(start)", "00:30"), ("= time(\"8:30 pm\") - time(\"08:15\")", "12:15:00"),
    ("= time(\"23:50\") + duration(\"20:00\")", "00:10"), ("= duration(\"1 day 02:00:00\") * 2", "52:00:00"),
    ("= duration(90)", "1:30"), ("= abs(duration(\"-0:30\"))", "0:30"), ("= time(\"08:00\") - 60", "07:59"),
  ])
  func `what is computed of them is one`(_ command: String, _ value: String) throws {
    var session = try session()
    #expect(text(session.report(command)).contains("value    " + value + "\n"), "\(command)")
  }

  @Test(arguments: [
    ("= seconds(duration(\"12:01.4\"))", "721.4"), ("= mean(total / lap)", "127.2"), ("= hour(time(\"23:10\"))", "23"),
    ("= count(lap < \"12:01\")", "1"), ("= count(between(start, \"00:15\", \"09:00\"))", "2"),
    ("= count(lap == \"12:01.4\")", "1"), ("= sd(lap) ^ 2", "2099"),
  ])
  func `what is computed of them is a number`(_ command: String, _ value: String) throws {
    var session = try session()
    let report = text(session.report(command))
    #expect(report.hasPrefix("value") && report.contains(value) && !report.contains("seconds"), "\(command): \(report)")
  }

  @Test func `a moment is moved by a duration, and two are one apart`() throws {
    var session = try session()
    for command in [
      "derive at = \"2024-07-01T22:30:00Z\"", "type at datetime", "derive later = at + duration(\"36:00:00\")",
      "derive gap = at - later", "derive clock = time(at)", "derive day = \"2024-07-02\"", "type day date",
      "derive met = day + clock",
    ] { #expect(session.report(command)?.error == nil, "\(command)") }
    #expect(column("later", session)?[0] == .datetime(try #require(Moment(iso: "2024-07-03T10:30:00Z"))))
    #expect(column("gap", session)?.fileText(0) == "-36:00:00" && column("clock", session)?.fileText(0) == "22:30")
    #expect(column("met", session)?[0] == .datetime(try #require(Moment(iso: "2024-07-02T22:30:00Z"))))
    #expect(session.report("derive bad = at + 5")?.error?.help?.contains("duration(90)") == true)
    #expect(text(session.report("derive far = at + duration(1e15)")).contains("overflow"))
  }

  @Test(arguments: [
    ("filter lap < \"soon\"", "wrong-type", "write it as \"12:01.4\" or \"1:02:30\""),
    ("filter start < \"25:00\"", "wrong-type", "write it as \"08:30\""),
    (
      "= median(start)", "wrong-type",
      "mean(x) and sd(x) go around midnight; min(x) and max(x) are the first and last of a day"
    ),
    ("type name duration start", "unknown-type", nil),
  ])
  func `what cannot be is refused with a way out`(_ command: String, _ code: String, _ help: String?) throws {
    var session = try session()
    let error = session.report(command)?.error
    #expect(error != nil && (code == "unknown-type" || error?.code == code), "\(error?.code ?? "no error")")
    if let help { #expect(error?.help == help) }
  }

  @Test(arguments: ["csv", "json", "sqlite", "sav", "xlsx"])
  func `types= declares them for any file`(_ ending: String) throws {
    var session = try session()
    let laps = try #require(column("lap", session))
    let path = folder.path + "/again." + ending
    #expect(session.report("save \(path)")?.error == nil)
    #expect(session.report("load \(path) types=lap:duration,start:time,total:number")?.error == nil)
    #expect(column("lap", session)?.values == laps.values && column("lap", session)?.scale == .duration)
    #expect(column("start", session)?.scale == .time && column("lap", session)?.role == .feature)
    let text = text(session.report("load \(folder.path)/laps.csv types=name:duration"))
    #expect(text.contains("column 'name': 4 cells not of type duration became missing, first 'Anna' in row 1"))
  }

  @Test func `a type that they had is left, and they come back`() throws {
    var session = try session()
    let laps = try #require(column("lap", session))
    #expect(text(session.report("type lap duration")).contains("'lap' is already duration"))
    #expect(text(session.report("type lap number")).contains("lap: duration to number"))
    #expect(column("lap", session)?.scale == nil && column("lap", session)?.values == laps.values)
    #expect(session.report("type lap duration")?.error == nil && session.report("type lap text")?.error == nil)
    #expect(column("lap", session)?[1] == .text("11:59.9"))
    #expect(session.report("type lap duration")?.error == nil)
    #expect(column("lap", session)?.values == laps.values && column("lap", session)?.scale == .duration)
  }

  @Test func `groups, joins, saved tables and sheets keep them`() throws {
    var session = try session()
    #expect(session.report("save kept")?.error == nil && session.report("load saved kept")?.error == nil)
    let path = folder.path + "/laps.xlsx"
    #expect(text(session.report("save \(path)")).contains("note") == false)
    #expect(session.report("load \(path) as again")?.error == nil)
    #expect(["lap", "start", "total"].map { column($0, session)?.typeName } == ["duration", "time", "duration"])
    #expect(column("lap", session)?[0] == .number(721.4) && column("lap", session)?[3] == .missing)
    #expect(session.report("derive slow = lap > \"12:00\"")?.error == nil)
    #expect(session.report("by slow: summarize best = min(lap), first = min(start)")?.error == nil)
    #expect(column("best", session)?.scale == .duration && column("first", session)?.scale == .time)
    #expect(text(session.report("save \(folder.path)/best.csv")).contains("'best' is category, not duration"))
  }

  @Test func `times of day stay within their day`() throws {
    var session = try session()
    #expect(session.report("replace start = start * 3")?.error == nil)
    let start = try #require(column("start", session)?.numbers)
    #expect(start.prefix(3) == [5400, 81_000, 5400] && column("start", session)?.scale == .time)
    #expect(session.report("derive other = coalesce(start, 90000)")?.error == nil)
    #expect(column("other", session)?[3] == .number(3600))
    for whole in [[86_399, 86_400, -1], [0, 1, 2]] {
      let column = Column("t", .integer(whole), scale: .time)
      #expect(column.numbers?.allSatisfy { (0..<86_400).contains($0) } == true)
    }
  }

  @Test func `whole seconds are kept too, and infinite ones are missing`() throws {
    var session = try session()
    #expect(session.report("derive whole = round(lap)")?.error == nil)
    for ending in ["xlsx", "sav"] {
      #expect(text(session.report("save \(folder.path)/whole.\(ending)")).contains("'whole'") == false)
    }
    #expect(session.report("derive far = max(start, number(\"Infinity\"))")?.error == nil)
    #expect(session.report("derive hours = hour(far)")?.error == nil)
    #expect(Column("t", .number([.infinity, 90_000]), scale: .time).values == .number([.nan, 3600]))
    #expect(text(session.report("sql \"SELECT * FROM laps\"")).contains("in seconds here; 12:01 is 721"))
    #expect(session.report("join laps asof=start within=\"-0:30\"")?.error?.code == "bad-value")
  }

  @Test func `a text beside one is one`() throws {
    var session = try session()
    for (command, seconds) in [
      ("= first(lap) + \"1:00\"", 781.4), ("= \"20:00\" - first(lap)", 478.6),
      ("= max(coalesce(lap, \"2:00:00\"))", 7200),
      ("= min(choose(lap > \"12:00\", lap, \"0:30\"))", 30),
    ] as [(String, Double)] {
      let report = session.report(command)
      #expect(
        report?.error == nil && text(report).contains("seconds  \(NumberText.significant(seconds, 6))"),
        "\(text(report))")
    }
    let error = session.report("replace lap = \"9:00\" if name == \"Bo\"")?.error
    #expect(
      error?.help == "duration(\"12:01\") makes one of a text" && error?.message.contains("is of type duration") == true
    )
  }

  @Test func `names made of them are as they are written`() throws {
    var session = try session()
    #expect(text(session.report("count start")).contains("08:30"))
    #expect(
      session.report("assert lap < \"12:00\"")?.error?.message.contains("lap is \"12:01.4\", not < \"12:00\"") == true)
    #expect(text(session.report("type lap boolean")).contains("'12:01.4' in row 1"))
    #expect(session.report("undo")?.error == nil)
    #expect(
      text(session.report("sql \"SELECT lap FROM laps WHERE lap < '12:00'\"")).contains(
        "lap: in seconds here"))
    #expect(session.report("unpivot lap total")?.error == nil && column("value", session)?.scale == .duration)
    #expect(session.report("pivot name values=value rows=start using=first")?.error == nil)
    #expect(session.state.current?.table.names.contains("Anna") == true && column("Anna", session)?.scale == .duration)
  }

  @Test func `bins have bounds as they are written`() throws {
    var session = try session()
    #expect(session.report("bin lap at=12:00,13:00")?.error == nil)
    #expect(column("lap_bin", session)?.categorical?.levels == ["<12:00", "[12:00,13:00)", ">=13:00"])
    #expect(session.report("bin total width=1800 into=half")?.error == nil)
    #expect(column("half", session)?.categorical?.levels.first == "[25:30:00,26:00:00)")
    #expect(session.report("bin lap at=13:00,12:00 into=b")?.error?.help == "as in: at=10:00,12:00,14:00")
  }

  @Test func `tables that differ are bound as seconds, and a note says so`() throws {
    var session = try session()
    let report = ["keep name lap", "save half", "type lap number", "bind half"].map { session.report($0) }.last
    #expect(text(report ?? nil).contains("'lap' is duration and number: plain seconds now") || report??.error != nil)
  }

  @Test func `predictions of a duration are durations`() throws {
    var session = try session()
    for command in [
      "derive x = seconds(total)", "keep if not missing(lap)", "features x", "label lap", "fit linear as m",
    ] {
      #expect(session.report(command)?.error == nil, "\(command)")
    }
    let report = session.report("predict m")
    #expect(text(report).contains("12:01.4  12:04.550"))
  }
}
