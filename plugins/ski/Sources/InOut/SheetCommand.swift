internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// `ski sheet`: writes a session as a page to print.
struct SheetCommand: Command {
  static let file = Parameter<String>.required(
    "file", allowed: "a file that ends in .html", help: "HTML file to write.", completion: .files)
  static let replace = Parameter<Bool>.flag("replace", default: false, help: "Overwrite an existing file.")

  let signature = Signature(
    "ski sheet", topic: .plugins, summary: "Write a record sheet of a session to print and fill in.",
    details: """
      Shows the conditions, the pairs with room for a rank and a comment, the knockout bracket with lines to fill in, \
      and the glides so far; known values are filled in. A test without pairs gets empty lines for glides. The page is self-contained: no scripts, fonts or images.
      """, parameters: [AddCommand.session.any, file.any, replace.any],
    exampleLines: """
      a session: ski import ski-thesis; ski sheet 1 sheet.html -> sheet.html
      overwrite the page: ski import ski-thesis; ski sheet 1 sheet.html; ski sheet last sheet.html replace=yes -> sheet.html
      before any pairs are added: ski session new Bruksvallarna number=20; ski sheet 20 empty.html -> empty.html
      another file extension: ski import ski-thesis; ski sheet 1 sheet.pdf -> !unknown-ending
      """, traits: .writesFile, seeAlso: ["ski ladder", "ski session"])

  /// Writes a file and only reads the workspace.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let test = try workspace.session(call, AddCommand.session)
    let file = call[Self.file]
    guard ["html", "htm"].contains(FilePath(file).ending) else {
      throw Diagnostic("unknown-ending", "'\(file)' does not end in .html", span: call.span(of: Self.file))
    }
    let page = try SheetPage(workspace, test).text
    try session.write(Array(page.utf8), to: file, replacing: call[Self.replace], span: call.span(of: Self.file))
    return [.note("\(test.heading): wrote '\(file)'")]
  }
}

struct SheetPage {
  let text: String

  init(_ workspace: SkiWorkspace, _ session: TestSession) throws(Diagnostic) {
    let screen = SkiSessionScreen(workspace)
    let pairs = try screen.pairs(session)
    let seeds = try Seeding(workspace, session).order
    let ladder = seeds.count > 1 ? Ladder(seeds: seeds, glides: SessionGlides(session).plain) : nil
    let title = Self.escape("Test " + session.heading)
    var body = "<h1>\(title)</h1>\n"
    body += Self.conditions(session)
    body += Self.pairs(pairs.table)
    if let ladder { body += Self.ladder(ladder) }
    // A bracket has room for its results: empty lines are for a test without one.
    if ladder == nil || !session.glides.isEmpty { body += Self.glides(session.glides, spare: ladder == nil ? 7 : 0) }
    if let comment = session.comment { body += "<p><b>Remarks</b> \(Self.escape(comment))</p>\n" }
    text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      \(body)</body>
      </html>

      """
  }

  /// On a phone, tables break words rather than leave the page, and a wider bracket scrolls by itself; on
  /// paper, no row or box is split.
  private static let style = """
    *{box-sizing:border-box}.t{overflow-x:auto}
    body{font:11pt/1.35 sans-serif;margin:1.2cm;color:#000;background:#fff;overflow-wrap:break-word}
    h1{font-size:15pt;margin:0 0 .4em}h2{font-size:11pt;margin:1em 0 .3em;break-after:avoid}
    table{border-collapse:collapse;width:100%}thead{display:table-header-group}tr{break-inside:avoid}
    th,td{border:1px solid #777;padding:.2em .4em;text-align:left;height:1.5em}th{background:#eee}
    .b{font-weight:bold}
    .l{display:flex;gap:.6em;overflow-x:auto}.r{flex:1 0 5.5em;min-width:0;display:flex;flex-direction:column}
    .r>div{flex:1;display:flex;flex-direction:column;justify-content:center;break-inside:avoid;padding:.25em 0}
    .m{border:1px solid #777;break-inside:avoid}.m div{padding:.15em .4em;height:1.7em;overflow:hidden;white-space:nowrap}
    .m div+div{border-top:1px solid #bbb}
    dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(11em,1fr));gap:.2em .8em;margin:0}
    dl div{display:flex;gap:.6em;break-inside:avoid}dt{color:#444;flex:none}
    dd{margin:0;flex:1;border-bottom:1px solid #999;min-width:3em}
    @media (max-width:600px){
      body{margin:.6em;font-size:9.5pt}th,td{padding:.15em .2em;font-size:8pt}.r{flex-basis:5em;font-size:8pt}
    }
    @media print{body{margin:0 2px}.l{padding-bottom:2.4em}.l,.t{overflow:visible}@page{size:A4;margin:1.2cm}}
    """

  private static func escape(_ text: String) -> String { SafeText.escapeMarkup(SafeText.escape(text)) }

  private static func conditions(_ session: TestSession) -> String {
    let shares = session.conditions.shares
    func number(_ value: Double?, _ unit: String) -> String? { value.map { NumberText.shortest($0) + " " + unit } }
    let fields: [(String, String?)] = [
      ("Time", TypedMoment.text(session.time, offset: session.utcOffsetMinutes)), ("Place", session.place),
      ("Ski type", session.skiType), ("Waxer", session.waxer), ("Air", number(session.conditions.air, "°C")),
      ("Snow", number(session.conditions.snowTemperature, "°C")),
      ("Humidity", number(session.conditions.humidity, "%")),
      ("Snow humidity", number(session.conditions.snowHumidity, "%")), ("New snow", number(shares?.new, "%")),
      ("Old snow", number(shares?.old, "%")), ("Wet snow", number(shares?.wet, "%")),
      ("Other snow", (shares?.other ?? 0) > 0 ? number(shares?.other, "%") : nil),
    ]
    return "<dl>" + fields.map { "<div><dt>\($0.0)</dt><dd>\(escape($0.1 ?? ""))</dd></div>" }.joined() + "</dl>\n"
  }

  private static func pairs(_ table: Table) -> String {
    let shown = [
      ("rank", "Rank"), ("serial_number", "Pair"), ("owner", "Athlete"), ("ski_base", "Base"), ("grinding", "Grinding"),
      ("glide_rank", "Glide"), ("kick_rank", "Kick"), ("uphill_rank", "Uphill"), ("comment", "Remark"),
    ].filter { table[$0.0] != nil }
    let rows = (0..<table.rowCount).map { row in shown.map { table[$0.0]?[row].fileText ?? "" } }
    // Room for late pairs.
    return self.table("Pairs", shown.map(\.1), rows, spare: max(2, 8 - rows.count))
  }

  /// A table under a heading, with some empty lines to write on.
  private static func table(_ title: String, _ heads: [String], _ rows: [[String]], spare: Int) -> String {
    func line(_ tag: String, _ cells: [String]) -> String {
      "<tr>" + cells.map { "<\(tag)>\(escape($0))</\(tag)>" }.joined() + "</tr>"
    }
    let all = rows + [[String]](repeating: heads.map { _ in "" }, count: max(0, spare))
    return "<h2>\(title)</h2>\n<div class=\"t\"><table><thead>\(line("th", heads))</thead><tbody>\n"
      + all.map { line("td", $0) + "\n" }.joined() + "</tbody></table></div>\n"
  }

  private static func ladder(_ ladder: Ladder) -> String {
    var out = "<h2>Knockout</h2>\n<div class=\"l\">"
    let rounds = Dictionary(grouping: ladder.matches, by: \.round)
    for round in rounds.keys.sorted() {
      out += "<div class=\"r\">"
      for match in rounds[round] ?? [] {
        func line(_ serial: String?) -> String {
          let isWinner = serial != nil && serial == match.winner && !match.isBye
          let margin = isWinner ? match.margin.map { " +" + NumberText.shortest($0) + " cm" } ?? "" : ""
          return "<div\(isWinner ? " class=\"b\"" : "")>\(escape((serial ?? "") + margin))</div>"
        }
        out +=
          "<div><div class=\"m\">" + line(match.first) + (match.isBye ? "<div>bye</div>" : line(match.second))
          + "</div></div>"
      }
      out += "</div>"
    }
    return out
      + "<div class=\"r\"><div><div class=\"m\"><div class=\"b\">\(escape(ladder.winner ?? ""))</div></div></div></div></div>\n"
  }

  private static func glides(_ glides: [Glide], spare: Int) -> String {
    let heads = ["No.", "Winner", "Loser", "cm", "Lane", "Run", "Testers", "Remark"]
    let rows = glides.map { glide in
      let wax = [glide.winnerTreatment, glide.loserTreatment].compactMap { $0 }.joined(separator: " / ")
      return [
        String(glide.number), glide.winner, glide.loser, NumberText.shortest(glide.difference), glide.lane ?? "",
        glide.run.map(String.init) ?? "", glide.tester ?? "",
        [wax, glide.comment ?? ""].filter { !$0.isEmpty }.joined(separator: "; "),
      ]
    }
    return table("Glides", heads, rows, spare: spare - glides.count)
  }
}
