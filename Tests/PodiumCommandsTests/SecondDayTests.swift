import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// What people look for on the second day: measures of one class, files for other programs, help by their own words.
struct SecondDayTests {
  /// The reports of some lines after a table is loaded.
  private func reports(_ lines: [String], table: Table? = nil) -> [CommandReport] {
    var session = CommandFixture.session()
    if let table { session.state.current = Dataset(name: "t", source: "made", table: table) }
    return ((table == nil ? ["load iris"] : []) + lines).compactMap { session.report($0) }
  }

  private func text(_ lines: String..., table: Table? = nil) -> String {
    reports(lines, table: table).last.map { TextRenderer(style: .plain).render($0) } ?? ""
  }

  private func failure(_ lines: String..., table: Table? = nil) -> String? {
    reports(lines, table: table).last?.error?.code
  }

  // MARK: Measures of one class

  @Test func `measures of one class say which class, and choose settings`() {
    let found = text("label species", "cv bayes k=3 class=virginica")
    for measure in ["precision", "recall", "f1", "pr_auc"] { #expect(found.contains("\n" + measure)) }
    #expect(found.contains("of class 'virginica'"))
    #expect(text("label species", "compare bayes k=3 measure=recall class=virginica").contains("recall of 2 learners"))
    #expect(
      text("label species", "fit knn(k=1,5) inner=3 measure=f1 class=versicolor").contains("by mean f1"))
    #expect(!text("label species", "cv bayes k=3").contains("pr_auc"))
  }

  @Test func `a class that is missing or unknown is an error with its way out`() {
    #expect(failure("label species", "cv bayes k=3 measure=recall nested=no") == "missing-argument")
    #expect(failure("label species", "compare bayes k=3 measure=recall") == "missing-argument")
    #expect(failure("label species", "cv bayes k=3 class=rose") == "unknown-class")
    #expect(failure("label petal_width_cm", "cv linear k=3 class=rose") == "wrong-target")
    #expect(failure("label species", "fit bayes class=virginica") == "unused-key")
  }

  // MARK: Codes that look like missing values

  @Test func `a number far from all others that is a usual code is pointed out once a column`() throws {
    let folder = TemporaryFolder()
    let values = (0..<20).map { $0 == 3 ? -999 : $0 }
    let csv = "depth,year,share\n" + values.map { "\($0),2024,\($0 == 5 ? 99 : $0)\n" }.joined()
    var session = CommandFixture.session(folder: folder.path)
    try session.services.files.write(Array(csv.utf8), to: folder.path + "/t.csv", shown: "t.csv", mode: .new)
    let outputs = session.report("load t.csv")?.outputs ?? []
    let notes = outputs.compactMap(\.remark?.text).filter { $0.contains("for missing values") }
    #expect(notes.count == 2)
    #expect(
      notes.first?.contains(
        "-999 in column 'depth' looks like a code for missing values (1 cell); the others go from 0 to 19: "
          + "replace depth = missing() if depth == -999") == true)
    #expect(notes.last?.hasSuffix("replace share = missing() if among(share, -999, 99)") == true, "\(notes)")
    _ = session.report("replace depth = missing() if depth == -999")
    #expect(session.state.current?.table["depth"]?.missingCount == 1)
  }

  @Test(
    arguments: [
      (
        "id;x\n1;1.234\n2;12.500\n",
        "column 'x': read its points as decimal marks, first '1.234' (line 2); decimal=comma reads them as separators"
      ),
      ("id;x;y\n1;1.234;2.5\n2;12.500;3\n", nil), ("id,x\n1,1.234\n2,12.500\n", nil), ("id;x\n1;0.234\n2;0.5\n", nil),
      (
        "a,b\nyes,1\nYes,2\nno,3\n",
        "'Yes' and 'yes' in column 'a' differ only in case and are two categories: replace a = lower(a)"
      ),
      ("a,b\nyes,1\nno,2\n", nil),
      (
        ",2024,2024\nregion,sales,cost\nN,1,2\nS,3,4\n",
        "line 2 has words in all 2 columns of numbers, first 'sales': header=2 reads it as names"
      ),
      ("a,b\n1,2\nx,y\n3,4\n5,6\n", nil),
      (
        "pay\n" + (0..<12).map { "\(1000 + 300 * $0)\n" }.joined() + "-99\n",
        "-99 in column 'pay' looks like a code for missing values"
      ),
      ("m,x\n2024-01,1\n2024-02,2\n", "column 'm' holds months: type m date reads them"),
      ("m,x\n2024Q1,1\nword,2\n", nil),
      ("day,x\n20240131,1\n20240201,2\n", "column 'day' holds days without marks: type day date reads them"),
      ("day,x\n20240131,1\n20240231,2\n", nil),
    ] as [(String, String?)])
  func `a table that may be meant otherwise has a note`(_ csv: String, _ note: String?) throws {
    let folder = TemporaryFolder()
    var session = CommandFixture.session(folder: folder.path)
    try session.services.files.write(Array(csv.utf8), to: folder.path + "/t.csv", shown: "t.csv", mode: .new)
    let notes = (session.report("load t.csv")?.outputs ?? []).compactMap(\.remark?.text)
    #expect(note.map { note in notes.contains { $0.contains(note) } } ?? notes.isEmpty, "\(notes)")
  }

  @Test(
    arguments: [
      (
        "name,v,w\na,1,0.1\nb,2,0.2\nTotal:,3,0.30000000000000004\n",
        "'Total:' in column 'name'), the sum of the others in 'v', 'w': keep in 1..2"
      ),
      ("name,v\na,1\nb,\nc,4\nSUMMA,5\n", "'SUMMA' in column 'name'), the sum of the others in 'v': keep in 1..3"),
      ("name,v\na,1\nb,2\nTotal,4\n", nil), ("name,v\na,1\nTotal,1\n", nil), ("name,v\na,1\nb,2\nc,3\n", nil),
    ] as [(String, String?)])
  func `a last row of sums is pointed out`(_ csv: String, _ note: String?) throws {
    let folder = TemporaryFolder()
    var session = CommandFixture.session(folder: folder.path)
    try session.services.files.write(Array(csv.utf8), to: folder.path + "/t.csv", shown: "t.csv", mode: .new)
    let notes = (session.report("load t.csv")?.outputs ?? []).compactMap(\.remark?.text).filter {
      $0.contains("is a total")
    }
    #expect(notes == (note.map { ["the last row is a total (" + $0] } ?? []))
  }

  // MARK: Files for Excel in Europe

  @Test func `a decimal comma brings semicolons and a byte order mark, and reads back`() throws {
    let folder = TemporaryFolder()
    var session = CommandFixture.session(folder: folder.path)
    let table = try Table([
      Column("x", .number([1.5, .nan, -2])), Column("namn", .category(Categorical(["å;b", "1,5", nil]))),
    ])
    session.state.current = Dataset(name: "t", source: "made", table: table)
    let report = session.report("save t.csv decimal=comma")
    #expect(report?.status == .ok)
    #expect(report?.outputs.count == 1, "nothing is lost")
    let bytes = try session.services.files.read(folder.path + "/t.csv", shown: "t.csv")
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{FEFF}x;namn\n1,5;\"å;b\"\n;\"1,5\"\n-2;\n")
    #expect(session.report("load t.csv as u")?.status == .ok)
    #expect(session.state.current?.table == table)
    #expect(session.report("save m.csv delimiter=\";\" decimal=\",\"")?.status == .ok)
    #expect(session.report("load m.csv decimal=\",\" as m")?.status == .ok)
    #expect(session.state.current?.table == table)
    let plugin = session.report("save m.parquet")?.error
    #expect(plugin?.code == "unknown-ending" && plugin?.help?.contains("podium plugin install parquet") == true)
    #expect(session.report("save p.csv delimiter=pipe")?.status == .ok)
    #expect(session.report("save q.csv delimiter=comma decimal=comma")?.error?.code == "conflicting-keys")
    #expect(session.report("save q.csv delimiter=xx")?.error?.code == "bad-value")
    #expect(session.report("save q.json decimal=comma")?.error?.code == "unexpected-key")
  }

  @Test func `yes and no in the languages of the readers`() throws {
    let table = try Table([Column("on", .text(["ja", "Nej", "OUI", "não", "1", nil, "kanske"]))])
    var session = CommandFixture.session()
    session.state.current = Dataset(name: "t", source: "made", table: table)
    #expect(session.report("type on boolean")?.status == .ok)
    #expect(session.state.current?.table["on"]?.values == .boolean([true, false, true, false, true, nil, nil]))
  }

  // MARK: Pictures

  @Test func `partial dependence is the mean prediction with one column set`() {
    let found = text("label petal_width_cm", "features drop=species", "fit linear", "plot dependence petal_length_cm")
    #expect(found.contains("petal_width_cm by petal_length_cm"))
    #expect(failure("label species", "fit tree", "plot dependence species") == "unknown-feature")
    #expect(failure("plot dependence petal_length_cm") == "no-model")
    #expect(failure("label species", "fit tree", "plot dependence") == "missing-argument")
  }

  @Test func `a trend has its slope, correlation and n`() throws {
    let table = try Table([Column("x", .number([1, 2, 3, 4])), Column("y", .number([2, 4, 6, 8]))])
    let found = text("plot scatter x y trend=yes ytitle=height", table: table)
    #expect(found.contains("slope 2") && found.contains("r 1") && found.contains("n 4"))
    #expect(found.contains("height"))
    #expect(failure("plot hist petal_length_cm trend=yes") == "unused-key")
    let constant = try Table([Column("x", .number([1, 1, 1])), Column("y", .number([2, 4, 6]))])
    #expect(text("plot scatter x y trend=yes", table: constant).contains("no trend"))
  }

  // MARK: Words of other tools

  /// What people type, and a verb that the answer must name.
  static let words: [(typed: String, verb: String)] = [
    ("?merge two tables", "join"), ("?duplicate rows", "distinct"), ("?two-way table", "count"), ("?crosstab", "count"),
    ("?frequency table", "count"), ("?unique values", "count"), ("?chi-square", "count"), ("?anova", "test"),
    ("?t-test", "test"), ("?moving average", "derive"), ("?percentile", "describe"), ("?outliers", "describe"),
    ("?group by", "summarize"), ("?median by group", "summarize"), ("?read csv", "load"), ("?export to excel", "save"),
    ("?wide to long", "unpivot"), ("?long to wide", "pivot"), ("?boxplot", "plot"), ("?scatter plot", "plot"),
    ("?dummy variables", "encode"), ("?one-hot", "encode"), ("?standardize", "scale"), ("?missing values", "impute"),
    ("?rename columns", "rename"), ("?sort rows", "sort"), ("?random sample", "sample"), ("?append tables", "bind"),
    ("?drop column", "drop"), ("?cross validation", "cv"), ("?feature importance", "importance"),
    ("?summary statistics", "describe"), ("?confusion matrix", "confusion"), ("?correlation", "correlate"),
    ("?logistic regression", "logistic"), ("?hyperparameters", "tune"), ("?train test split", "folds"),
    ("?open a stata file", "load"), ("?significance", "compare"), ("?subset rows", "filter"),
    ("ttest x", "test"), ("hist x", "plot"), ("ggplot", "plot"), ("tabulate x", "count"), ("quit()", "quit"),
    ("df.head()", "head"), ("lm", "regress"), ("read_csv", "load"), ("group_by", "by"), ("mutate", "derive"),
  ]

  @Test(arguments: words)
  func `words of other tools lead to the verb`(_ typed: String, _ verb: String) {
    let report = reports([typed]).last
    let answer =
      (report.map { TextRenderer(style: .plain).render($0) } ?? "")
      + (report?.error.map { $0.message + " " + ($0.help ?? "") } ?? "")
    #expect(answer.contains(verb), "\(typed): \(answer.prefix(300))")
  }

  @Test func `a page is still written to a file`() {
    let folder = TemporaryFolder()
    var session = CommandFixture.session(folder: folder.path)
    #expect(session.report("?tail to page.txt")?.status == .ok)
    #expect(session.services.files.kind(of: folder.path + "/page.txt") == .file)
  }
}
