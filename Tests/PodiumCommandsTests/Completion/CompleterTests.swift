import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@Suite("Completion at the prompt")
struct CompleterTests {
  /// The texts offered at the `¦` in the line.
  private func offered(_ marked: String, after setup: [String] = []) throws -> [String] {
    try list(marked, after: setup)?.candidates.map(\.text) ?? []
  }

  private func list(_ marked: String, after setup: [String] = []) throws -> CompletionList? {
    let session = session(after: setup)
    let scalars = Array(marked.unicodeScalars)
    let cursor = try #require(scalars.firstIndex(of: "¦"))
    let line = String(String.UnicodeScalarView(scalars[..<cursor] + scalars[(cursor + 1)...]))
    return Completer(session.session).completions(of: line, at: cursor)
  }

  private func session(after setup: [String]) -> Interpreter {
    var session = CommandFixture.session()
    for line in setup { _ = session.report(line) }
    return session
  }

  @Test("Verbs come first, with their summaries, and plugins by name")
  func verbs() throws {
    #expect(
      try offered("c¦") == [
        "calculate", "calibration", "clear", "columns", "compare", "confusion", "correlate", "count", "cv",
      ])
    #expect(try offered("load iris; la¦") == ["label"])
    #expect(try offered("quiet: time: unda¦").isEmpty)
    #expect(try offered("foot¦") == ["football"])
    #expect(try offered("model s¦") == ["save"])
    #expect(try list("cv¦")?.candidates.first?.note?.isEmpty == false)
  }

  @Test(
    "Values, columns and files with characters that hide or reorder text are not offered",
    arguments: ["\u{202E}", "\u{2066}", "\u{200E}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{E0041}"])
  func hidden(_ character: String) throws {
    let folder = TemporaryFolder()
    var session = CommandFixture.session(folder: folder.path)
    for (name, text) in [
      ("plain.csv", "word,wo\(character)rk\nab,1\na\(character)b,2\nab,3\n"), ("pl\(character)ain.csv", "a\n1\n"),
    ] {
      try session.services.files.write(Array(text.utf8), to: folder.path + "/" + name, shown: name, mode: .new)
    }
    let report = session.report("load plain.csv")
    #expect(report?.error == nil, "\(report?.error?.message ?? "")")
    let completer = Completer(session.session)
    func offered(_ line: String) -> [String] {
      completer.completions(of: line, at: line.unicodeScalars.count)?.candidates.map(\.text) ?? []
    }
    #expect(offered("describe wo") == ["word"])
    #expect(offered("count if word == \"a") == ["\"ab\""])
    #expect(offered("load pl") == ["plain.csv"])
  }

  @Test("Keys already given are not offered again")
  func keys() throws {
    #expect(try offered("cv tree se¦") == ["seeds="])
    #expect(try offered("cv tree k=5 k¦") == ["knn"])
    #expect(try offered("cv tree folds=strat¦") == ["stratified", "stratified-legacy", "stratified-group"])
    #expect(try offered("cv tree shuffle=¦") == ["yes", "no"])
  }

  @Test("Learners, their hyperparameters and their values are offered")
  func learners() throws {
    #expect(try offered("cv sv¦") == ["svm", "svr"])
    #expect(try offered("compare svm tr¦") == ["tree"])
    #expect(try offered("cv svm(¦").contains("gamma="))
    #expect(try offered("cv svm(c=1,ga¦") == ["gamma="])
    #expect(try !offered("cv svm(c=1,¦").contains("c="))
    #expect(try offered("cv tree(criterion=g¦") == ["gini"])
    #expect(try offered("cv tree(criterion=gini) folds=gr¦") == ["group"])
  }

  @Test("Names are offered by kind: evaluators, measures, models, saved tables, help pages")
  func namedThings() throws {
    let skis = ["load ski-thesis", "label"]
    #expect(try offered("cv tree evaluators=ski.ri¦", after: skis) == ["ski.risk"])
    #expect(try !offered("compare tree evaluators=ski.risk,¦", after: skis).contains("ski.risk"))
    #expect(try offered("compare tree measure=kap¦", after: skis) == ["kappa", "kappa_quadratic"])
    #expect(try offered("compare tree measure=ski.¦", after: skis).contains("ski.tau"))
    #expect(try !offered("compare tree measure=¦", after: skis).contains("rmse"))
    let flowers = ["load iris", "label species", "fit tree(max-depth=1) as small", "model save small", "save kept"]
    #expect(try offered("predict ¦", after: flowers).first == "small")
    #expect(try offered("model load ¦", after: flowers).first == "small")
    #expect(try offered("workspace remove k¦", after: flowers) == ["kept"])
    #expect(try offered("load x.dat format=ar¦") == ["arff"])
    #expect(try !offered("load x.dat format=¦").contains("foreign"))
    #expect(try offered("figure surf.¦") == ["surf.rose"])
    #expect(try offered("help fol¦") == ["folds"])
    #expect(try offered("?expr¦") == ["expressions"])
    #expect(try offered("set pager=¦") == ["auto", "no"])
  }

  @Test("Files that no importer reads are not offered")
  func unreadFiles() throws {
    let folder = TemporaryFolder()
    for name in ["a.csv", "b.pdf", "c.zip", "d.xlsx", "e.csv.gz"] {
      try CommandFixture.files.write([0x78], to: folder.path + "/" + name, shown: name, mode: .new)
    }
    #expect(try offered("load \(folder.path)/¦").map { String($0.suffix(6)) } == ["/a.csv", "d.xlsx", "csv.gz"])
  }

  @Test("Columns offered have the right type and were not named before")
  func columns() throws {
    let table = ["load ski-thesis"]
    let all = try offered("label ¦", after: table)
    #expect(all.contains("air_temperature"))
    #expect(try !offered("head columns=session,¦", after: table).contains("session"))
    #expect(try offered("by ses¦", after: table) == ["session"])
    let numeric = try offered("head if air_temperature > ¦", after: table)
    #expect(!numeric.isEmpty && !numeric.contains("base"))
  }

  @Test(
    "After COLUMN =, columns and functions are offered, then operators, keys and clauses",
    arguments: ["derive", "replace"])
  func assigned(_ verb: String) throws {
    let table = ["load iris"]
    let name = verb == "derive" ? "area" : "petal_width_cm"
    #expect(try offered("\(verb) \(name) ¦", after: table) == ["="])
    let first = try offered("\(verb) \(name) = ¦", after: table)
    for text in ["species", "petal_length_cm", "mean(", "lag(", "log(", "choose("] {
      #expect(first.contains(text), "\(text)")
    }
    #expect(try offered("\(verb) \(name) = petal_l¦", after: table) == ["petal_length_cm"])
    #expect(try offered("\(verb) \(name) = choose(petal_length_cm > 4, upp¦", after: table) == ["upper("])
    let numeric = try offered("\(verb) \(name) = petal_length_cm * ¦", after: table)
    #expect(numeric.contains("petal_width_cm") && !numeric.contains("species"))
    let after = try offered("\(verb) \(name) = petal_length_cm * 2 ¦", after: table)
    for text in ["order=", "if", "in"] { #expect(after.contains(text), "\(text)") }
    #expect(try !offered("\(verb) \(name) = petal_length_cm if petal_width_cm > 1 ¦", after: table).contains("order="))
    #expect(try offered("\(verb) \(name) = petal_length_cm order=spec¦", after: table) == ["species"])
  }

  @Test("Values of a column are quoted and have counts, most frequent first")
  func values() throws {
    let table = ["load iris"]
    let list = try #require(try list("head if species == \"v¦", after: table))
    #expect(list.candidates.map(\.text) == ["\"versicolor\"", "\"virginica\""])
    #expect(list.candidates.map(\.note) == ["50 rows", "50 rows"])
    #expect(list.start == "head if species == ".count)
    #expect(try offered("head if species == ¦", after: table).first == "\"setosa\"")
    // The closing quote is there already.
    #expect(try offered("head if species == \"se¦\"", after: table) == ["\"setosa"])
    #expect(try offered("head if not (species != \"vers¦", after: table) == ["\"versicolor\""])
  }

  @Test("After a single quote, candidates have single quotes")
  func singleQuotes() throws {
    let table = ["load iris"]
    #expect(try offered("head if species == 'v¦", after: table) == ["'versicolor'", "'virginica'"])
    #expect(try offered("head if species == 'se¦'", after: table) == ["'setosa"])
    #expect(try offered("head 'x;y'; labe¦", after: table) == ["label"])
    #expect(try offered("head it's; labe¦", after: table) == ["label"])
    #expect(try offered("load t.csv delimiter=; ski¦") == ["skip="])
  }

  @Test("After = aggregate functions are offered, in a condition they are not")
  func calculations() throws {
    let setup = ["load iris", "label species", "cv zeror k=5 as base"]
    #expect(try offered("= mea¦", after: setup) == ["mean("])
    #expect(try offered("= mean(sepal_l¦", after: setup) == ["sepal_length_cm"])
    #expect(try offered("= ¦", after: setup).contains("$base"))
    #expect(try offered("= $base.acc¦", after: setup).first == "$base.accuracy")
    #expect(try offered("head if mea¦", after: setup).isEmpty)
    #expect(try offered("= mean(petal_width_cm) if species == 'v¦", after: setup).count == 2)
    #expect(try offered("= rou¦") == ["round("])
  }

  @Test("confusion offers only evaluations and comparisons, use offers tables and results with a table")
  func resultsByKind() throws {
    let setup = ["load iris", "count species as shares", "label species", "cv zeror k=5 as base", "describe"]
    #expect(try offered("confusion ¦", after: setup).prefix { !$0.hasSuffix("=") && $0 != "as" } == ["base"])
    let used = try offered("use ¦", after: setup)
    #expect(used.contains("iris") && used.contains("shares") && used.contains("$5") && !used.contains("base"))
    #expect(try offered("show ¦", after: setup).contains("shares"))
  }

  @Test("Evaluators are offered if they fit the table and its target")
  func fittingEvaluators() throws {
    let football = ["football.brier", "football.calibration", "football.log-loss", "football.rps"]
    let flowers = ["load iris", "label species"]
    #expect(try !offered("cv tree evaluators=¦", after: flowers).contains("ski.risk"))
    #expect(try !offered("cv tree evaluators=¦", after: flowers).contains("football.rps"))
    #expect(try !offered("cv tree evaluators=¦", after: flowers).contains("surf.alert"))
    let skis = try offered("cv tree evaluators=¦", after: ["load ski-thesis", "label"])
    #expect(skis.contains("ski.risk") && skis.contains("ski.tau") && !skis.contains("football.rps"))
    #expect(
      try !offered("cv tree evaluators=¦", after: ["load ski-thesis", "label temperature"]).contains("football.rps"))
    #expect(
      try offered("cv tree evaluators=foot¦", after: ["load football-league", "label result"]) == football)
    #expect(try offered("cv tree evaluators=foot¦") == football)
  }

  @Test("Candidates after a verb depend on all its words")
  func steps() throws {
    let skis = ["ski import ski-thesis"]
    #expect(try offered("ski pair 017 ¦", after: skis).prefix(2) == ["tests", "grinds"])
    #expect(try offered("ski pair 017 te¦", after: skis) == ["tests"])
    let edited = try offered("ski session edit ¦", after: skis)
    #expect(edited.contains("1") && edited.contains("last") && !edited.contains("new") && !edited.contains("edit"))
    #expect(try !offered("ski session merge 1 ¦", after: skis).contains("new"))
    #expect(try offered("ski session new ¦", after: ["ski session new Bruksvallarna"]).first == "Bruksvallarna")
    #expect(try offered("ski pair edit 01¦", after: skis).allSatisfy { $0.hasPrefix("01") })
    #expect(try !offered("ski pair edit ¦", after: skis).contains("add"))
    #expect(try !offered("ski pair edit 017 ¦", after: skis).contains("018"))
    #expect(try offered("ski pair restore ¦", after: skis + ["ski pair archive 017"]).first == "017")
    #expect(try offered("ski audit pair ¦", after: skis).contains("017"))
  }

  @Test("In an expression, operators that fit the column are offered, then clauses")
  func operators() throws {
    let table = ["load iris"]
    #expect(try offered("head if species ¦", after: table).prefix(2) == ["==", "!="])
    #expect(try !offered("head if species ¦", after: table).contains("<"))
    #expect(try offered("head if sepal_length_cm > 5 a¦", after: table) == ["and", "as"])
    #expect(try offered("head if miss¦", after: table) == ["missing("])
    #expect(try offered("head if round(¦", after: table).contains("sepal_length_cm"))
  }

  @Test("Completion works at the cursor, whatever follows it")
  func inTheMiddle() throws {
    #expect(try offered("cv tr¦ k=10") == ["tree"])
    #expect(try offered("label spe¦ task=classes", after: ["load iris"]) == ["species"])
  }

  @Test("Results, their fields and parameters are offered after a dollar sign")
  func references() throws {
    let setup = ["load iris", "label species", "cv zeror k=5 as base"]
    #expect(try offered("cv tree k=$b¦", after: setup) == ["$base"])
    #expect(try offered("head if $base.acc¦", after: setup).first == "$base.accuracy")
    #expect(try offered("show ba¦", after: setup) == ["base"])
  }

  @Test("load offers bundled tables and the keys of the importer that will read the file")
  func data() throws {
    #expect(try offered("load iri¦") == ["iris"])
    #expect(try offered("load x.csv deli¦") == ["delimiter="])
    #expect(try offered("load x.arff deli¦").isEmpty)
  }

  @Test("Unusual column names are offered in backticks")
  func oddNames() throws {
    var session = session(after: [])
    session.state.current = Dataset(
      name: "odd", source: "made", table: try Table([Column("a b", .integer([1])), Column("c", .integer([2]))]))
    let found = Completer(session.session).completions(of: "label ", at: 6)
    #expect(found?.candidates.first?.text == "`a b`")
    let inside = Completer(session.session).completions(of: "label `a", at: 8)
    #expect(inside?.candidates.map(\.text) == ["`a b`"])
    #expect(inside?.start == 6)
  }

  @Test("Completion accepts any line and any cursor")
  func hostile() throws {
    let session = session(after: ["load iris", "label species"])
    let completer = Completer(session.session)
    var random = Seed(7).source()
    let pieces = [
      "cv", " ", "tree", "(", ")", ",", "=", "\"", "`", "if ", "species", "==", "$", ".", ";", "by ", ":", "\\", "é",
      "\n", ">", "|", "!", "?", "#", "in ", "to ", "as ", "model ", "load ", "0", "-",
    ]
    for _ in 0..<1000 {
      let line = (0..<Int(random.next() % 12)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      let count = line.unicodeScalars.count
      for cursor in [0, count / 2, count] {
        if let list = completer.completions(of: line, at: cursor) { #expect(list.start <= cursor) }
      }
    }
    #expect(completer.completions(of: "cv", at: 9) == nil)
    #expect(completer.completions(of: String(repeating: "(", count: 100_000), at: 100_000) == nil)
  }
}
