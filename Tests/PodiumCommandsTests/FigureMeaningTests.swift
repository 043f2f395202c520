import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// Figures mean what a reader takes them for.
struct FigureMeaningTests {
  /// What commands print over some files, the last one's output or error.
  private func last(_ files: [String: String], _ lines: String...) throws -> String {
    var session = try BuiltIn.session(holding: files)
    var text = ""
    for line in lines {
      let report = session.report(line)
      text = (report?.outputs ?? []).map(TextRenderer(style: .plain).render).joined()
      if let error = report?.error { text += error.message + "\n" + (error.help ?? "") }
    }
    return text
  }

  /// The fields of the last result.
  private func value(_ files: [String: String], _ expression: String, _ lines: String...) throws -> String {
    var session = try BuiltIn.session(holding: files)
    for line in lines { _ = session.report(line) }
    let report = session.report("= " + expression)
    return (report?.outputs ?? []).map(TextRenderer(style: .plain).render).joined() + (report?.error?.message ?? "")
  }

  // MARK: Missing values are left out

  /// A balanced table with missing answers in one column, the other, or both.
  static let survey = (1...9).reduce(into: "a,b\n") { text, _ in text += "m,red\nm,blue\nf,red\nf,blue\nm,\n" }
  static let both = survey + ",red\n,red\n,\n"

  @Test(arguments: [(survey, "36", "9 rows of 45"), (both, "36", "12 rows of 48")])
  func `a test of independence is over the rows that have both values`(
    _ text: String, _ tested: String, _ leftOut: String
  ) throws {
    let shown = try last(["s.csv": text], "load s.csv", "count a b")
    #expect(shown.contains("(missing)"))
    #expect(shown.contains("chi-square 0, 1 degree of freedom, p = 1.0000, Cramér's V 0"))
    #expect(shown.contains("the test leaves out \(leftOut) with a missing value; \(tested) are tested"))
    for field in ["chi_square", "cramers_v"] {
      #expect(try value(["s.csv": text], "$2.\(field)", "load s.csv", "count a b").contains(/value +0\n/))
    }
    #expect(try value(["s.csv": text], "$2.least_expected", "load s.csv", "count a b").contains(/value +9\n/))
    #expect(try last(["s.csv": text], "load s.csv", "count a b share=row").contains("p = 1.0000, "))
  }

  @Test func `a table without two known values has no test`() throws {
    let shown = try last(["s.csv": "a,b\nx,\ny,\nx,u\n"], "load s.csv", "count a b")
    #expect(shown.contains("chi-square is undefined: 'a' has only one value"))
    #expect(
      try last(["s.csv": "a,b\nx,\n,u\ny,\n,v\n"], "load s.csv", "count a b").contains(
        "chi-square is undefined: no row has both values"))
  }

  // MARK: The first value is that of the first row

  static let laps = "who,test,lac\nA,1,\nA,2,4\nA,3,5\nB,1,2\nB,2,3\n"

  @Test func `first and last are the values of the first and last row, missing if they are`() throws {
    let shown = try last(
      ["l.csv": Self.laps], "load l.csv", "by who: derive change = lac - first(lac) order=test", "head")
    #expect(shown.contains(/A +1 +· +·\nA +2 +4 +·\nA +3 +5 +·\nB +1 +2 +0\nB +2 +3 +1\n/))
    #expect(try value(["l.csv": Self.laps], "missing(first(lac))", "load l.csv").contains("true"))
    #expect(try value(["l.csv": Self.laps], "first_known(lac)", "load l.csv").contains(/value +4\n/))
    #expect(try value(["l.csv": "x\n1\n2\n\n"], "last_known(x)", "load l.csv").contains(/value +2\n/))
    let wide = try last(
      ["l.csv": Self.laps], "load l.csv", "replace test = 1", "pivot test values=lac rows=who using=first")
    #expect(wide.contains(/A +·\n/))
  }

  // MARK: Standard deviations

  @Test func `sd has divisor n - 1, sd_n has n, and both say so`() throws {
    let files = ["x.csv": "g,x\na,1\na,2\na,3\nb,5\n"]
    func of(_ expression: String) throws -> String { try value(files, expression, "load x.csv", "keep if g == 'a'") }
    #expect(try of("sd(x)").contains(/value +1\n/))
    #expect(try of("sd_n(x)").contains("0.816497"))
    #expect(try last(files, "load x.csv", "keep if g == 'a'", "describe x").contains(/\b1\.00\b|\b1\b/))
    let groups = try last(files, "load x.csv", "by g: summarize s = sd(x), p = sd_n(x)")
    #expect(groups.contains(/a +1 +0\.816/))
    // The sd of one value is undefined; with divisor n it is 0.
    #expect(groups.contains(/b +· +0/))
    let rolled = try last(files, "load x.csv", "keep if g == 'a'", "derive r = rolling(sd, x, 2)", "head")
    #expect(rolled.contains("0.707107"))
    #expect(try last(files, "load x.csv", "pivot g values=x using=sd").contains("1"))
    #expect(ExpressionAggregates.synopses.contains { $0.name == "sd" && $0.summary.contains("n - 1") })
  }

  // MARK: Small histograms and most frequent values

  @Test func `a small histogram of equally frequent whole numbers is flat`() throws {
    func bars(_ numbers: [String]) throws -> Substring? {
      try last(["d.csv": "d\n" + numbers.map { $0 + "\n" }.joined()], "load d.csv", "describe").split(separator: "\n")
        .first { $0.hasPrefix("d ") }?.split(separator: " ").first { $0.contains("█") }
    }
    #expect(try bars((0..<100).map { String($0 % 10) }) == "█████")
    #expect(try bars((0..<60).map { String(1 + $0 % 6) }) == "██████")
    #expect(try bars((0..<90).map { String($0 % 9) }) == "█████")
    #expect(try bars((0..<100).map { "0.\($0 % 10)" }) == "█████")
    // In steps of two, three, five, 1000 and 0.3.
    #expect(try bars((0..<60).map { String($0 % 6 * 2) }) == "██████")
    #expect(try bars((0..<100).map { String($0 % 10 * 3) }) == "█████")
    #expect(try bars((0..<70).map { String($0 % 7 * 5) }) == "███████")
    #expect(try bars((0..<100).map { String($0 % 10 * 1000 - 7) }) == "█████")
    #expect(try bars((0..<60).map { NumberText.shortest(Double($0 % 6) * 3 / 10) }) == "██████")
    #expect(try bars(["1e300", "2e300", "1e300"]) != nil)
  }

  @Test func `describe shows the most frequent numbers as tables show them`() throws {
    let text = try last(["y.csv": "d\n0.9\n"], "load y.csv", "derive e = d - 1", "describe e")
    #expect(text.contains("-0.1 (1)"))
    #expect(
      try last(["y.csv": "d\n1.0000001\n1.0000002\n"], "load y.csv", "describe d").contains(
        "1.0000001 (1), 1.0000002 (1)"))
  }

  // MARK: What is counted

  @Test func `hidden rows do not count`() throws {
    let filtered = ["load iris", "filter species == \"setosa\"", "label species"]
    var session = try #require(BuiltIn.session().session.apart())
    var shown = ""
    for line in filtered {
      shown = (session.report(line)?.outputs ?? []).map(TextRenderer(style: .plain).render).joined()
    }
    #expect(shown.contains(/setosa +50 +1/))
    #expect(!shown.contains("versicolor"))
    #expect(shown.contains("50 of 150 rows pass the filter"))
    let columns = (session.report("columns")?.outputs ?? []).map(TextRenderer(style: .plain).render).joined()
    #expect(!columns.contains("virginica"))
    #expect(
      try !last([:], "load iris", "drop if species == \"virginica\"", "columns").contains("virginica"))
  }

  @Test func `only what a row used counts as undefined`() throws {
    func derived(_ expression: String) throws -> String {
      try last(["n.csv": "a,z\n7,0\nk,1\nm,0\n8,2\n"], "load n.csv", "derive v = " + expression)
    }
    #expect(try derived("choose(a == 'k', 0, number(a))").contains("1 missing (1 text that is not a number)"))
    #expect(try !derived("choose(z == 0, 0, 1 / z)").contains("missing"))
    #expect(try !derived("coalesce(number(a), -1)").contains("missing"))
    #expect(try derived("coalesce(number(a), 1 / z)").contains("1 missing (1 "))
    #expect(try !derived("z > 0 and 1 / z > 0.7").contains("missing"))
    #expect(try !derived("z == 0 or log(z) > 0").contains("missing"))
    #expect(try !derived("missing(number(a))").contains("missing ("))
    // In blocks and on threads too.
    let many = "a\n" + (0..<9000).map { $0 % 3 == 0 ? "k\n" : "\($0)\n" }.joined()
    #expect(
      try last(["n.csv": many], "load n.csv", "derive v = choose(a == 'k', 0, number(a))").contains("missing") == false)
  }

  @Test func `a complete table has a result of missing`() throws {
    let shown = try last([:], "load iris", "label species", "missing", "plot")
    #expect(!shown.contains("has no picture"))
    #expect(try last([:], "load iris", "missing").contains("150 of 150 rows are complete"))
  }

  // MARK: Predicted rows

  @Test func `predict says which rows were trained on`() throws {
    let fit = ["load wine", "label cultivar", "fit tree in 1..100 as m"]
    var session = try #require(BuiltIn.session().session.apart())
    for line in fit { _ = session.report(line) }
    func footer(_ line: String) -> String {
      (session.report(line)?.outputs ?? []).map(TextRenderer(style: .plain).render).joined()
    }
    #expect(footer("predict m in 101..178").contains("of 78 rows correct; the model was trained on none of them"))
    #expect(footer("predict m in 1..50").contains("50 of 50 rows correct, all training rows"))
    let mixed = footer("predict m in 51..178")
    #expect(mixed.contains("new rows: ") && mixed.contains("training rows: 50 of 50 rows correct"))
    _ = session.report("derive extra = 1")
    _ = session.report("sort desc=alcohol")
    #expect(footer("predict m").contains("training rows: 100 of 100 rows correct"))
    for line in ["label alcohol", "features drop=cultivar,extra", "fit linear in 1..100 as l"] {
      _ = session.report(line)
    }
    #expect(
      footer("predict l in 101..178").contains(/rmse \d\.\d+, mae \d\.\d+ over 78 rows/))
  }

  // MARK: Advice that works

  @Test(arguments: [
    ("summarize n()", "write: summarize n = n()"),
    ("plot alcohol proline", "plot scatter alcohol proline"),
    ("plot alcohol cultivar", "plot box alcohol cultivar"),
    ("= log10(5)", "write: = log(5) / log(10)"), ("= if(1 > 2, 1, 2)", "choose("),
    ("filter cultivar in (\"a\",\"b\")", "write: filter among(cultivar, \"a\",\"b\")"),
    ("filter alcohol between 1 and 2", "write: filter between(alcohol, 1, 2)"),
    ("filter !(alcohol > 1)", "write: filter not (alcohol > 1)"),
    ("filter alcohol > 1 && ash > 1", "write: filter alcohol > 1 and ash > 1"),
    ("filter alcohol > 1 & ash > 1", "write: filter alcohol > 1 and ash > 1"),
    ("filter alcohol > 1 OR ash > 1", "write: filter alcohol > 1 or ash > 1"),
    ("filter alcohol > 1 || ash > 1", "write 'or' between conditions"),
    ("filter alcohol > 1 | ash>1", "write 'or' between conditions"),
    ("filter NOT alcohol > 1", "write: filter not alcohol > 1"),
    ("filter ash is null", "write: filter missing(ash)"),
    ("filter ash > 1 and alcohol is not null", "write: filter ash > 1 and not missing(alcohol)"),
    ("filter cultivar like \"a%\"", "contains(cultivar, TEXT)"),
    ("filter ash not in (1, 2)", "write: filter not among(ash, 1, 2)"),
    ("filter is.na(ash)", "write: filter missing(ash)"),
    ("filter ash == NA", "missing(COLUMN)"), ("2+2", "write: = 2+2"), ("-3+4", "write: = -3+4"),
    ("3 apples", "type 'help'"), ("filter alcohol > 1 | not ash > 1", "write 'or' between conditions"),
    ("filter alcohol > 1 | missing(ash)", "write 'or' between conditions"),
    ("filter alcohol > 1 | `ash` > 1", "write 'or' between conditions"), ("mean alcohol", "write: = mean(alcohol)"),
    ("dim", "'= n()'"), ("set.seed(1)", "set seed=1"), ("print(1)", "'= EXPR'"),
    ("sql select count(*) from wine", "quotes: sql \"select count(*) from wine\""),
    ("by cultivar: mean(alcohol)", "write: by cultivar: summarize mean = mean(alcohol)"),
    ("sort alcohol desc", "write: sort desc=alcohol"), ("hist alcohol", "plot hist"), ("boxplot alcohol", "plot box"),
    ("scatter alcohol", "plot scatter"), ("ggplot alcohol", "plot"), ("lm alcohol", "regress COLUMN"),
    ("ttest alcohol", "test COLUMN by=GROUPS"), ("cls", "clear"), ("quit()", "write: quit"),
    ("df.head()", "write: head"),
    ("by cultivar alcohol: count ash", "write: by cultivar,alcohol: count ash"),
    ("rename alcohol -> strength", "write: rename alcohol strength"), ("rename alcohol -", "rename alcohol NEW"),
    ("count alcohol>13", "did you mean: count … if alcohol > 13"),
    ("describe alcohol>2", "did you mean: describe … if alcohol > 2"),
    ("describe alcohol>=2", "did you mean: describe … if alcohol >= 2"),
    ("rename alcohol to strength", "write: rename alcohol strength"),
    ("rename alcohol > strength", "write: rename alcohol strength"), ("sort alcohol -> x", "name it, as in: > x.txt"),
    ("count alcohol to 13", "name it, as in: > 13.txt"),
    ("summarize mean(ash), n()", "write: summarize mean = mean(ash), n = n()"),
    ("summarize mean(ash), mean(alcohol)", "write: summarize mean_ash = mean(ash), mean_alcohol = mean(alcohol)"),
    ("head >5", "no file extension"), ("head to 5", "no file extension"), ("head > kind", "> ./kind"),
  ])
  func `a form of another tool leads to a command`(_ typed: String, _ advice: String) throws {
    let shown = try last([:], "load wine", typed)
    #expect(shown.contains(advice), "\(typed): \(shown)")
  }

  @Test(arguments: [
    "unpivot \"10 km/h\" \"12 km/h\"", "summarize n()", "filter alcohol between 13 and 14",
    "by cultivar: mean(alcohol)",
    "sort alcohol desc", "filter !(alcohol > 13)", "by cultivar alcohol: count ash", "filter alcohol > 1 && ash > 1",
    "filter NOT alcohol > 13", "filter ash > 1 and alcohol is not null",
    "filter ash not in (1, 2)",
    "2+2", "sql select count(*) from wine",
  ])
  func `a command that is advised runs`(_ typed: String) throws {
    var session = try #require(BuiltIn.session().session.apart())
    try session.services.files.write(
      Array("10 km/h,12 km/h,k\n1.5,ok,1\n2.5,no,2\n".utf8), to: session.services.resolve("s.csv"), shown: "s.csv",
      mode: .new)
    _ = session.report(typed.contains("km/h") ? "load s.csv" : "load wine")
    let help = try #require(session.report(typed)?.error?.help)
    let command = try #require(help.firstRange(of: ": ")).upperBound
    let advised = String(help[command...])
    #expect(session.report(advised)?.error == nil, "\(advised)")
    if typed.contains("km/h") { #expect(session.report(typed)?.error == nil) }
  }

  @Test(arguments: [
    ("merge two tables", "join"), ("duplicate rows", "distinct"), ("confidence interval", "compare"),
    ("cross validation", "cv"),
  ])
  func `help is searched by words`(_ words: String, _ page: String) throws {
    #expect(try last([:], "?\"\(words)\"").contains("  \(page) "))
  }

  // MARK: Files that grow and files that lose

  @Test func `what a calculation prints is appended too`() throws {
    let shown = try last(
      ["a.csv": "g,b\n1,2\n2,4\n"], "load a.csv", "= mean(b) >> m.csv", "= mean(b) >> m.csv", "load m.csv",
      "count field")
    #expect(shown.contains(/value +2 +/) && shown.contains(/rows +2 +/))
  }

  @Test(arguments: ["g,b\n1,x", "\"g\",\"b\"\r\n1,x\r\n", "\u{FEFF}g,b\n1,x\n"])
  func `rows are added to a file however it quotes its names and ends`(_ text: String) throws {
    let shown = try last(["a.csv": "g,b\n2,y\n", "t.csv": text], "load a.csv", "head >> t.csv", "load t.csv", "head")
    #expect(shown.contains(/1 +x\n *2 +y\n/))
  }

  @Test(arguments: ["jsonl", "md", "rst"])
  func `a table after a table is read as both`(_ ending: String) throws {
    let files = ["a.csv": "g,b\n1,x\n2,y\n"]
    if ending == "jsonl" {
      let shown = try last(files, "load a.csv", "head 1 >> t.jsonl", "tail 1 >> t.jsonl", "load t.jsonl", "head")
      #expect(shown.contains(/1 +x\n *2 +y\n/))
      return
    }
    var session = try #require(BuiltIn.session().session.apart())
    let place = session.services.resolve("a.csv")
    try session.services.files.write(Array("g,b\n1,x\n".utf8), to: place, shown: "a.csv", mode: .replace)
    for line in ["load a.csv", "head > one.\(ending)", "head >> two.\(ending)", "head >> two.\(ending)"] {
      #expect(session.report(line)?.error == nil)
    }
    let one = try session.services.files.text(of: session.services.resolve("one.\(ending)"), shown: "one")
    #expect(
      try session.services.files.text(of: session.services.resolve("two.\(ending)"), shown: "two") == one + "\n" + one)
  }
}
