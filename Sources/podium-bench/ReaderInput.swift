import PodiumCore
import PodiumFormats

/// An input of any size for one of podium's readers, and the command that reads it.
struct ReaderInput: Sendable {
  let name: String
  /// The number of units to begin with; it grows until the run takes long enough to compare.
  var count = 20_000
  /// The largest number of units that the reader takes; a quarter of it is the smaller input.
  var most = 40_000_000
  /// The file for a number of units.
  let file: String
  let bytes: @Sendable (Int) throws -> [UInt8]
  /// What is run in its folder before the measurement, for the shell.
  let prepare: String
  /// What is measured, for the shell; `$0` is the program.
  let run: String

  private init(
    _ name: String, _ file: String, count: Int = 20_000, most: Int = 40_000_000, run: String? = nil,
    prepare: String = ":",
    bytes: @escaping @Sendable (Int) throws -> [UInt8]
  ) {
    (self.name, self.file, self.count, self.most, self.bytes) = (name, file, count, most, bytes)
    self.prepare = prepare
    self.run = run ?? "\(ReaderInput.quiet) -c 'load \(file)'"
  }

  private init(
    _ name: String, _ file: String, count: Int = 20_000, most: Int = 40_000_000, run: String? = nil,
    prepare: String = ":",
    head: String = "", tail: String = "", unit: @escaping @Sendable (Int) -> String
  ) {
    self.init(name, file, count: count, most: most, run: run, prepare: prepare) { count in
      var bytes = Array(head.utf8)
      for number in 0..<count { bytes += unit(number).utf8 }
      return bytes + tail.utf8
    }
  }

  static let quiet = "\"$0\" --no-rc --workspace :memory:"
}

extension ReaderInput {
  static let all: [ReaderInput] = tables + sports + texts

  private static let row = { @Sendable (number: Int) in "\(number),\(number % 97).5,word\(number % 1000)\n" }

  private static let tables: [ReaderInput] = [
    ReaderInput("rows.csv", "t.csv", head: "a,b,c\n", unit: row),
    ReaderInput("quotes.csv", "t.csv", head: "a,b\n") { "\"say \"\"\($0)\"\"\nagain\",2\n" },
    ReaderInput("ragged.csv", "t.csv", head: "a,b,c\n") { $0 % 2 == 0 ? row($0) : "1\n" },
    ReaderInput("columns.csv", "t.csv", most: 100_000) { count in
      let names = (0..<count).map { "column\($0)" }.joined(separator: ",")
      let cells = String(repeating: "1,", count: count - 1) + "1\n"
      return Array((names + "\n" + cells + cells).utf8)
    },
    ReaderInput("equal-names.csv", "t.csv", most: 100_000) { count in
      let cells = String(repeating: "1,", count: count - 1) + "1\n"
      return Array((String(repeating: "a,", count: count - 1) + "a\n" + cells + cells).utf8)
    },
    ReaderInput("text.csv", "t.csv", most: 1_200_000, head: "a,b\n\"", tail: "\",1\n") { "word \($0)\n" },
    ReaderInput(
      "rows.csv.gz", "t.csv", run: "\(quiet) -c 'load t.csv.gz'", prepare: "gzip -1 t.csv", head: "a,b,c\n", unit: row),
    ReaderInput("objects.json", "t.json", head: "[", tail: "{}]") { "{\"a\":\($0),\"b\":\"w\($0 % 99)\"},\n" },
    ReaderInput("columns.json", "t.json", head: "{\"a\":[", tail: "1]}") { "\($0),\n" },
    ReaderInput("keys.json", "t.json", most: 100_000, head: "[{", tail: "\"z\":1}]") { "\"key\($0)\":1,\n" },
    ReaderInput("lines.jsonl", "t.jsonl") { "{\"a\":\($0),\"b\":\"w\($0 % 99)\"}\n" },
    ReaderInput("rows.arff", "t.arff", head: "@relation r\n@attribute a numeric\n@attribute b string\n@data\n") {
      "\($0),'word \($0 % 99)'\n"
    },
    ReaderInput("sparse.arff", "t.arff", head: "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n") {
      "{1 \($0)}\n"
    },
    ReaderInput("attributes.arff", "t.arff", most: 100_000, head: "@relation r\n", tail: "@data\n") {
      "@attribute column\($0) numeric\n"
    },
    ReaderInput("levels.arff", "t.arff", head: "@relation r\n@attribute a {", tail: "z}\n@data\nz\n") { "v\($0)," },
    ReaderInput("rows.html", "t.html", head: "<table><tr><th>a<th>b", tail: "</table>") {
      "<tr><td>\($0)<td><b>word</b> &amp; \($0 % 99)"
    },
    ReaderInput("tables.html", "t.html", run: "\(quiet) -c 'load t.html table=1'") {
      "<table><tr><td>a<td>b<tr><td>1<td>\($0)</table>"
    },
    ReaderInput("spans.html", "t.html", head: "<table>", tail: "</table>") {
      "<tr><td rowspan=2>\($0)<td>b<td>c<tr><td>1<td>2"
    },
    ReaderInput("spaces.txt", "t.txt", head: "#a b c\n") { "\($0)  \($0 % 97).5  MM\n" },
    ReaderInput("cells.xlsx", "t.xlsx", bytes: workbook),
    ReaderInput("rows.sqlite", "t.sqlite", bytes: database),
  ]

  private static let sports: [ReaderInput] = [
    ReaderInput(
      "buoy", "46042h1995.txt", run: "\(quiet) -c 'load 46042h1995.txt format=surf.ndbc'",
      head: """
        #YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS  TIDE
        #yr  mo dy hr mn degT m/s  m/s     m   sec   sec degT   hPa  degC  degC  degC   mi    ft

        """
    ) { number in
      let time = moment(number)
      return "\(time.prefix(4)) \(time.dropFirst(5).prefix(2)) \(time.dropFirst(8).prefix(2)) "
        + "\(time.dropFirst(11).prefix(2)) \(time.dropFirst(14).prefix(2)) "
        + "310  7.0  9.0   2.5 13.00 8.0 290 1015.2  12.1  13.0  9.9 99.0 99.00\n"
    },
    ReaderInput(
      "surf import ndbc", "46042.txt", run: "\(quiet) -c 'surf import ndbc 46042.txt station=46042'",
      head: "YY MM DD hh WD   WSPD GST  WVHT  DPD   APD  MWD  BAR    ATMP  WTMP  DEWP  VIS\n"
    ) { number in
      let time = moment(number)
      return "\(time.prefix(4)) \(time.dropFirst(5).prefix(2)) \(time.dropFirst(8).prefix(2)) "
        + "\(time.dropFirst(11).prefix(2)) 310  7.0  9.0   2.5 13.00 8.0 290 1015.2  12.1  13.0  9.9 99.0\n"
    },
    ReaderInput("results", "E0.csv", run: "\(quiet) -c 'load E0.csv format=football'", head: results, unit: match),
    ReaderInput("football import", "E0.csv", run: "\(quiet) -c 'football import E0.csv'", head: results, unit: match),
    ReaderInput(
      "surf sessions", "t.csv", run: "\(quiet) -c 'load t.csv format=surf.sessions'",
      head: "spot,date,start,duration,wave_height_m,crowd,rating,notes\n"
    ) { number in
      let time = moment(number)
      return "Reef,\(time.prefix(10)),\(time.dropFirst(11).prefix(5)),95,1.5,3,\(number % 5 + 1),clean\n"
    },
    ReaderInput(
      "ski import", "t.csv", run: "\(quiet) -c 'ski import t.csv create=yes'",
      head: "Datum;Plats;Par;Placering;Luft;Nysnö\n"
    ) { "\(moment($0 / 8 * 24).prefix(10));Made;P\($0 % 8 + 1);\($0 % 8 + 1);-5;100\n" },
  ]

  private static let texts: [ReaderInput] = [
    ReaderInput("lines of a script", "t.podium", run: "\(quiet) <t.podium") { "= \($0) + 1\n" },
    ReaderInput("arguments", "t.podium", run: "\(quiet) <t.podium || :", head: "= max(1", tail: ")\n") { ", \($0)" },
    ReaderInput("words of a command", "t.podium", run: "\(quiet) <t.podium || :", head: "load", tail: "\n") {
      " word\($0)"
    },
    ReaderInput("text of a command", "t.podium", run: "\(quiet) <t.podium", head: "= length(\"", tail: "\")\n") {
      "word \($0)"
    },
    ReaderInput(
      "cells of a notebook", "n.podium.md", count: 500, run: "\"$0\" run n.podium.md", head: "---\npodium: 1\n---\n"
    ) { "```podium\n= \($0) + 1\n```\n\n" },
    ReaderInput("paragraphs", "n.podium.md", run: page) { "Word *\($0)* and [link](b.html) and `code`.\n\n" },
    ReaderInput("lines of a paragraph", "n.podium.md", run: page) { "Word *\($0)* and `code`.\n" },
    ReaderInput("brackets", "n.podium.md", run: page) { _ in "![[]()" },
    ReaderInput("emphasis", "n.podium.md", run: page) { _ in "*a _" },
    ReaderInput("rows of a table", "n.podium.md", run: page, head: "|a|b|\n|-|-|\n") { "|\($0)|b|\n" },
    ReaderInput("quotes in quotes", "n.podium.md", run: page) { _ in ">" },
  ]

  private static let page = "\"$0\" export n.podium.md --to html -o n.html && test -s n.html"
  private static let results = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,B365H,B365D,B365A\n"

  private static func moment(_ hour: Int) -> String {
    Moment(microseconds: 788_918_400_000_000 + hour * 3_600_000_000).description
  }

  private static func match(_ number: Int) -> String {
    let day = moment(number / 4 * 24)
    let (home, away) = (number * 2 % 20, (number * 2 + 1 + number / 10 % 9 * 2) % 20)
    return "E0,\(day.dropFirst(8).prefix(2))/\(day.dropFirst(5).prefix(2))/\(day.prefix(4)),"
      + "Team \(home),Team \(away),\(number % 4),0,\(number % 4 == 0 ? "D" : "H"),0,0,D,1.9,3.5,4.2\n"
  }

  private static func workbook(_ count: Int) throws -> [UInt8] {
    var (rows, texts) = ("", "")
    for row in 1...count {
      rows += "<row r=\"\(row)\"><c><v>\(row)</v></c><c t=\"s\"><v>\(row - 1)</v></c></row>"
      texts += "<si><t>word \(row)</t></si>"
    }
    return try MadeFile.workbook(rows: rows, texts: texts)
  }

  private static func database(_ count: Int) throws -> [UInt8] {
    try MadeFile.database(
      "CREATE TABLE t AS WITH RECURSIVE c(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM c WHERE a < \(count)) "
        + "SELECT a, 'word ' || a % 99 AS b FROM c")
  }
}
