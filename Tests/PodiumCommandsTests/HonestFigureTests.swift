import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// Statistics that cannot be computed are undefined, and partial ones name their part.
struct HonestFigureTests {
  private let folder = TemporaryFolder()

  /// Twelve rows in which one feature determines the class, and one learner has the same accuracy in each fold.
  private func table(_ columns: String, _ row: (Int) -> String) throws -> String {
    let path = folder.path + "/honest-" + columns.replacing(",", with: "-") + ".csv"
    let text = ([columns] + (0..<12).map(row)).joined(separator: "\n") + "\n"
    try CommandFixture.files.write(Array(text.utf8), to: path, shown: path, mode: .replace)
    return path
  }

  @Test(arguments: ["1e300", "1e-200"])
  func `numbers of any size have a mean, a deviation and correlations`(_ size: String) throws {
    let made = ["load iris", "derive x = sepal_length_cm * \(size)"]
    func answer(_ line: String) throws -> String { JSONRenderer().render(try report(made[0], made[1], line)) }
    #expect(try answer("correlate x sepal_width_cm").contains("-0.117569784"))
    #expect(try answer("correlate x sepal_width_cm petal_width_cm").contains("-0.117569784"))
    for line in ["describe x", "= sd(x)", "summarize d = sd(x)", "by species: summarize d = mean(x)"] {
      let found = try answer(line)
      #expect(!found.contains("Infinity") && !found.contains("undefined") && !found.contains("null,"), "\(line)")
    }
    #expect(try answer("= sd(x) / \(size)").contains("0.8280661"))
    #expect(try answer("= mean(x) / \(size)").contains("5.84333"))
    let rolling = try report(
      made[0], made[1], "derive r = rolling(sd, x, 5) / \(size)", "derive s = rolling(sd, sepal_length_cm, 5)",
      "= count(r / s > 0.999 and r / s < 1.001)")
    #expect(JSONRenderer().render(rolling).contains("\"value\":146"))
  }

  private static let alone: [(rows: Int, line: String, says: String, never: String)] = [
    (1, "assert x == 1", "true in the only row", "all"), (1, "by g: assert x == 1", "true in the only group", "all"),
    (3, "assert x == 1", "true in all 3 rows", "only"),
    (3, "label x", "'x' has 1 distinct value, which is a class", "each"),
    (1, "regress x g", "left out 'g': one value in these rows", "compared with"),
    (3, "regress x z", "'x' does not vary, so standard errors are undefined", "explain"),
    (1, "type d datetime zone=UTC", "'d' shows the clock of UTC; its days begin at midnight", "texts"),
  ]

  @Test(arguments: alone) func `what is said of one row or one value is said of it`(
    _ said: (rows: Int, line: String, says: String, never: String)
  ) throws {
    let rows = String(repeating: "1,2,a,2024-01-01\n", count: said.rows)
    var session = try CommandFixture.session("x,z,g,d\n" + rows, in: folder)
    let shown = text(session.report(said.line)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(shown.contains(said.says) && !shown.contains(said.never), "\(shown)")
  }

  @Test func `numbers that are far from 0 and close together have ranks of their own`() throws {
    let rows = [2, 1, 4, 3, 6, 5].enumerated().map { "\(1_000_000_000_000 + Double($0) / 4),\($1),0.1" }
    var session = try CommandFixture.session((["x,y,c"] + rows).joined(separator: "\n") + "\n", in: folder)
    func answer(_ line: String) throws -> String {
      let found = session.report(line)
      return JSONRenderer().render(try #require(found))
    }
    #expect(try answer("correlate x y method=spearman").contains("\"rho\":0.82857142"))
    #expect(try answer("derive r = rank(x)").contains("\"status\":\"ok\""))
    #expect(try answer("= max(r)").contains("\"value\":6"))
    // Binary rounding alone tells these apart.
    #expect(try answer("derive s = rank(choose(y > 3, 0.1 + 0.2, 0.3))").contains("\"status\":\"ok\""))
    #expect(try answer("= max(s)").contains("\"value\":1"))
    #expect(try answer("describe c").contains("[\"c\",\"number\",6,0,1,0.1,0,0.1,"))
  }

  @Test func `rank tests count as equal what rounding explains, and say so`() throws {
    func answers(_ a: [Double], _ b: [Double]) throws -> [String] {
      let rows = zip(a, b).enumerated().map { "a,\($0),\($1.0)\nb,\($0),\($1.1)\n" }
      var session = try CommandFixture.session("g,i,x\n" + rows.joined(), in: folder)
      return ["test x by=g", "test x by=g pairs=i"].map { text(session.report($0)) }
    }
    let tenths = try answers([0.1 + 0.2, 0.3, 0.1 * 3, 0.7, 1.1], [0.3, 0.1 + 0.2, 0.5, 0.9, 0.8])
    #expect(tenths[0].contains("ranked 1 number as equal to another, since rounding explains the difference"))
    #expect(tenths[1].contains("counted 2 pairs as equal in the signed-rank test"))
    #expect(tenths[1].contains("without 2 pairs of equal numbers"))
    let steps = try answers([1, 2, 3, 5, 8].map { 1e15 + $0 / 8 }, [4, 6, 7, 9, 10].map { 1e15 + $0 / 8 })
    #expect(steps[0].contains("the rank-sum test is undefined: all numbers are equal but for rounding"))
    #expect(steps[1].contains("the signed-rank test is undefined: no pair differs by more than rounding"))
    // Whole numbers are as exact as they look; SciPy gives 0.0952380952 and 0.0625.
    let whole = try answers([1, 2, 3, 5, 8].map { 1e15 + $0 }, [4, 6, 7, 9, 10].map { 1e15 + $0 })
    #expect(whole[0].contains("rank-sum U 4, p = 0.0952 (exact)") && !whole[0].contains("rounding"))
    #expect(whole[1].contains("signed-rank W 0, p = 0.0625 (exact)") && !whole[1].contains("rounding"))
  }

  @Test func `a mean and an sd lose nothing to where the numbers are`() throws {
    let near = (0..<24).map { Double($0 * $0 * 3 % 17) / 8 }
    let rows = near.enumerated().map { "\($0 % 2),\(NumberText.fixed(1e15 + $1, 3)),\($1)" }
    var session = try CommandFixture.session((["g,x,y"] + rows).joined(separator: "\n") + "\n", in: folder)
    func answer(_ line: String) throws -> String {
      let found = session.report(line)
      return JSONRenderer().render(try #require(found))
    }
    for line in [
      "by g: derive s = sd(x) - sd(y)", "derive r = rolling(sd, x, 7) - rolling(sd, y, 7)",
      "derive m = mean(x) - 1e15 - mean(y)",
    ] {
      #expect(try answer(line).contains("\"status\":\"ok\""))
    }
    #expect(try answer("= count(abs(s) < 1e-12)").contains("\"value\":24"))
    #expect(try answer("= count(abs(r) < 1e-12)").contains("\"value\":18"))
    // The nearest number of those around 1e15.
    #expect(try answer("= count(abs(m) <= 0.0625)").contains("\"value\":24"))
  }

  @Test func `a test that is undefined is not compared with another`() throws {
    let out = try text(report("load iris", "test petal_length_cm by=petal_width_cm"))
    #expect(out.contains("Welch's F is undefined") && !out.contains("more than Welch's F"))
    #expect(!out.contains("allows for that") && out.contains("the Kruskal-Wallis test compares spreads too"))
  }

  @Test func `sentences about one row or column are in the singular`() throws {
    var session = try CommandFixture.session("g,x\na,1\nb,2\nb,\n", in: folder)
    func answer(_ line: String) -> String { text(session.report(line)) }
    #expect(answer("missing").contains("1 of 2 columns has missing values"))
    #expect(answer("filter x > 1").contains("1 of 3 rows passes"))
    #expect(answer("head").contains("1 of 3 rows passes the filter x > 1;"))
  }

  @Test func `counted numbers leave out what calculating in binary adds, unless two would look the same`() throws {
    let one = try text(report("load iris", "derive q = choose(sepal_length_cm > 5, 0.1 + 0.2, 1.25)", "count q"))
    #expect(one.contains("0.3 ") && one.contains("1.25") && !one.contains("0.30000000000000004"))
    let two = try text(report("load iris", "derive q = choose(sepal_length_cm > 5, 0.1 + 0.2, 0.3)", "count q"))
    #expect(two.contains("0.3 ") && two.contains("0.30000000000000004"))
  }

  @Test func `moments that an earlier version moved to the clock of a zone are not taken for UTC`() throws {
    var session = CommandFixture.session()
    session.state.current = Dataset(
      name: "t", source: "made",
      table: try Table([
        Column(
          "at", .datetime([Moment(microseconds: 0)]),
          origin: ColumnOrigin([ColumnOrigin.clock(of: "Europe/Stockholm")]))
      ]))
    let first = session.report("type at datetime zone=Europe/Stockholm")
    #expect(first?.error?.code == "bad-value" && first?.error?.message.contains("already") == true)
  }

  @Test func `a difference without variance has neither p nor an interval`() throws {
    let given = try report("load iris", "label species", "compare tree(max-depth=1) zeror k=5 as duel")
    let out = text(given)
    #expect(out.contains("+0.3333"))
    #expect(!out.contains("+0.333 to +0.333") && !out.contains("<.0001"))
    #expect(
      out.contains(
        "note: p and interval of 'tree(max-depth=1)' are undefined: the difference from zeror is the same in all 5 folds"
      )
    )
    let json = JSONRenderer().render(given)
    #expect(json.contains("\"ci95\":null,\"p\":null,\"p_holm\":null"))
    #expect(json.contains("\"n\":5,\"n_difference\":5,\"scores\":["))
  }

  @Test func `a learner that equals the baseline in all folds has p 1 and no interval`() throws {
    let given = try report("load iris", "label species", "compare tree(max-depth=90) baseline=tree(max-depth=91) k=3")
    #expect(JSONRenderer().render(given).contains("\"difference\":0,\"ci95\":null,\"p\":1,"))
    #expect(
      text(given).contains(
        "the interval of 'tree(max-depth=90)' is undefined: accuracy equals that of tree(max-depth=91) in all 3 folds"))
  }

  @Test func `a learner without probabilities has no log loss, and a note says so`() throws {
    let out = try text(report("load iris", "label species", "compare svm tree(max-depth=1) k=3 measure=log_loss"))
    #expect(out.contains("note: 'svm' gives no probabilities, so its log_loss is undefined"))
    #expect(!out.contains("'tree(max-depth=1)' gives no"))
  }

  @Test func `predict counts what it filled in and what training never had`() throws {
    let file = try table("colour,size,kind") { row in
      let colour = row < 8 ? ["red", "blue"][row % 2] : "green"
      return "\(colour),\(row == 9 ? "" : String(row)),\(row % 2 == 0 ? "a" : "b")"
    }
    let lines = ["load \(file)", "label kind", "impute", "encode", "fit tree in 1..8"]
    var session = try #require(CommandFixture.session().session.apart())
    for line in lines { #expect(session.report(line)?.status == .ok, "\(line)") }
    let every = session.report("predict")
    let all = try #require(every)
    #expect(
      text(all).contains(
        "note: filled in 1 missing value (1 in 'size'); 4 values are categories that did not occur in training (4 in 'colour')"
      ))
    let some = session.report("predict in 1..8")
    let known = try #require(some)
    #expect(!text(known).contains("note: "))
  }

  @Test func `only wide intervals are called wide`() throws {
    let wide = try text(report("load ski-thesis", "label", "encode", "compare tree k=5"))
    #expect(wide.contains("1 of 1 interval is wider than 0.1"))
    // From -0.667 to -0.573, and no note about the learner that equals the baseline.
    let narrow = try text(report("load iris", "label species", "compare tree(max-depth=4) baseline=tree k=10"))
    #expect(narrow.contains("-0.667 to -0.573") && !narrow.contains("wide"))
  }

  @Test func `expressions can use p, difference and interval of a comparison`() throws {
    let given = try report(
      "load ski-thesis", "label", "encode", "compare tree k=5 as duel",
      "assert $duel.tree.p < 0.2 and $duel.tree.ci95_low < $duel.tree.difference and $duel.tree.n == 5")
    #expect(given.status == .ok, "\(given.error?.message ?? "")")
  }

  @Test func `the test of a cross table is in JSON and can be used in expressions`() throws {
    let given = try report("load ski-thesis", "label", "count base rank_class as c")
    let json = JSONRenderer().render(given)
    #expect(json.contains("\"fields\":{\"n\":112,\"tested\":112,\"chi_square\":"))
    #expect(json.contains("\"p\":") && json.contains("\"cramers_v\":"))
    let asserted = try report(
      "load ski-thesis", "label", "count base rank_class as c",
      "assert $c.p > 0 and $c.cramers_v < 1 and $c.degrees == 2")
    #expect(asserted.status == .ok, "\(asserted.error?.message ?? "")")
    #expect(
      try text(report("load iris", "count species petal_width_cm if species == \"setosa\"")).contains(
        "chi-square is undefined: 'species' has only one value"))
  }

  @Test func `compare fails if every learner fails`() throws {
    let one = try report("load ski-thesis", "label", "compare tree k=3")
    #expect(one.status == .error && one.error?.help == "type: encode")
    let two = try report("load ski-thesis", "label", "compare tree svm zeror k=3")
    #expect(two.status == .ok, "zeror was asked for and did not fail")
    let judged = try report("load ski-thesis", "label", "encode", "compare svm k=3 measure=ski.half-rule")
    #expect(judged.status == .error)
    let grid = try report("load ski-thesis", "label", "cv tree(max-depth=1,2) k=3")
    #expect(grid.status == .error && grid.outputs.isEmpty)
  }

  @Test func `confusion shows the predictions of compare, for each learner or for one`() throws {
    let lines = ["load iris", "label species"]
    let each = try report(lines[0], lines[1], "compare tree(max-depth=1) zeror k=5", "confusion")
    #expect(each.outputs.count { $0.kind == "confusion" } == 2)
    let one = try report(lines[0], lines[1], "compare tree(max-depth=1) zeror k=5", "confusion zeror")
    #expect(text(one).contains("confusion matrix of zeror") && !text(one).contains("confusion matrix of tree"))
    let named = try report(
      lines[0], lines[1], "compare tree(max-depth=1) zeror k=5 as duel", "confusion duel learner=\"tree(max-depth=1)\"")
    #expect(text(named).contains("confusion matrix of tree(max-depth=1)") && !text(named).contains("zeror"))
    let wrong = try report(lines[0], lines[1], "compare tree zeror k=5 as duel", "confusion duel learner=tre")
    #expect(wrong.error?.code == "unknown-learner")
    let number = try report(
      "load iris", "features drop=species", "label petal_length_cm", "compare tree k=3", "confusion")
    #expect(number.error?.code == "no-classes")
  }

  @Test func `a mean over some of the folds says how many`() throws {
    // Three rows of 'b' in five folds: in a fold without any, the AUC is undefined.
    let path = try table("x,label") { "\(($0 * 5) % 12),\($0 % 4 == 0 ? "b" : "a")" }
    let given = try report("load \(path)", "label label", "cv tree k=6 folds=kfold")
    let out = text(given)
    #expect(out.contains(" of 6"), "\(out)")
    #expect(JSONRenderer().render(given).contains("\"roc_auc\":{\"mean\":") && out.contains("roc_auc"))
    #expect(JSONRenderer().render(given).contains("\"n\":3"))
  }

  @Test func `a group column cannot be the target`() throws {
    let given = try report("load ski-thesis", "label session")
    #expect(given.error?.code == "group-as-target" && given.error?.help?.contains("features add=session") == true)
    let folds = try report("load ski-thesis", "label", "encode", "cv tree folds=group group=rank_class k=2")
    #expect(folds.error?.code == "target-as-group")
    #expect(try report("load ski-thesis", "features add=session", "label session").status == .ok)
  }

  @Test func `a warning appears once per command, however many learners it has`() throws {
    let given = try report("load ski-thesis", "label", "encode", "compare tree tree(max-depth=2) k=5")
    #expect(given.outputs.count { $0.kind == "warning" } == 1)
    #expect(text(given).contains("of the 14 groups of 'session' have rows in several folds"))
    #expect(try report("load iris", "label species", "cv tree k=5").outputs.allSatisfy { $0.kind != "warning" })
  }

  @Test func `the sd of one value is undefined`() throws {
    let out = try text(report("load iris", "describe petal_length_cm in 1..1"))
    #expect(out.contains("·"))
  }

  @Test func `missing= adds codes, missing-only= replaces them`() throws {
    let path = try table("place,depth") { ["pier", "NA", "", "reef"][$0 % 4] + ",\($0)" }
    func missing(_ keys: String) throws -> String {
      try text(report("load \(path) \(keys) as t", "missing"))
    }
    #expect(try missing("missing=pier").contains("9"))
    #expect(try missing("missing-only=pier").contains("3"))
    #expect(try report("load \(path) missing=pier missing-only=reef").error?.code == "unused-key")
  }

  @Test func `the correlation of a constant and the interval of three rows are undefined`() throws {
    let path = try table("one,other") { "0.1,\($0)" }
    let constant = try text(report("load \(path)", "correlate one other"))
    #expect(constant.contains("does not vary") && constant.contains("p       ·"))
    let few = try text(report("load iris", "correlate petal_length_cm sepal_width_cm method=spearman in 49..51"))
    #expect(few.contains("it needs 4 rows"))
  }
}
