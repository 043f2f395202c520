import PodiumCore
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// Words of other tools, and the advice in their errors.
struct WayOutTests {
  /// The error of the last line.
  private func error(_ lines: String...) throws -> Diagnostic {
    var session = CommandFixture.session(folder: TemporaryFolder().path)
    for line in lines.dropLast() { #expect(session.report(line)?.error == nil, "\(line)") }
    let report = session.report(lines.last ?? "")
    return try #require(report?.error, "\(lines)")
  }

  @Test(arguments: [
    ("where species == \"setosa\"", "filter EXPR"), ("group by species", "summarize"), ("arrange wind", "sort COLUMN"),
    ("mutate x = a*b", "derive NAME"), ("let y = a + b", "derive NAME"), ("merge other", "join TABLE"),
    ("select species", "keep COLUMN"), ("melt a b", "unpivot"), ("crosstab a b", "count COLUMN"),
    ("train tree", "fit LEARNER"),
    ("Summary", "describe"), ("ls x=", "datasets"), ("rank last 017 006", "ski rank"),
    ("frobnicate", "type 'help' for the commands"),
  ])
  func `a word of another tool gets the podium command as advice, whatever follows it`(_ line: String, _ help: String)
    throws
  {
    let error = try error("load iris", line)
    #expect(error.code == "unknown-command", "\(line): \(error.message)")
    #expect(error.help?.contains(help) == true, "\(line): \(error.help ?? "")")
    #expect(error.span?.start == 0)
  }

  @Test func `after a known verb, its own error is reported`() throws {
    #expect(try error("load iris", "cv tree k = 5").code == "blank-around-equals")
    #expect(try error("time: cv tree k = 5").code == "blank-around-equals")
    #expect(try error("ski rank k = 5").code == "blank-around-equals")
  }

  @Test(arguments: ["if", "in", "as", "to", "by", "where"])
  func `help explains the keywords of the grammar`(_ word: String) {
    var session = CommandFixture.session(folder: TemporaryFolder().path)
    for line in ["help " + word, "?" + word] {
      let report = session.report(line)
      #expect(report?.error == nil, "\(line): \(report?.error?.message ?? "")")
      guard case .text(let text)? = report?.outputs.first else {
        Issue.record("\(line) shows no page")
        continue
      }
      #expect(text.contains("COMMAND") || text.contains("after 'if'"), "\(line): \(text)")
    }
  }

  @Test func `the error of too many folds gives the maximum`() throws {
    #expect(try error("load iris", "label species", "cv zeror k=1000").help == "choose k=50 or less")
    #expect(try error("load iris", "label species", "cv zeror k=51").help == "choose k=50 or less")
    #expect(try error("load iris", "label species", "cv zeror folds=kfold k=151").help == "choose k=150 or less")
    #expect(
      try error("load ski-thesis", "label", "cv zeror folds=group group=grinding k=5").help?
        .contains("choose k=4 or less") == true)
  }

  @Test func `the error of a misplaced word shows where it belongs`() throws {
    #expect(try error("load iris", "save as roses").help == "write: save roses")
    let ready = ["load iris", "label species", "fit tree"]
    #expect(try error(ready[0], ready[1], ready[2], "predict new.csv").help?.contains("load new.csv") == true)
    #expect(
      try error("load iris", "label species", "cv zeror", "assert accuracy > 0.1").help?.contains("_.accuracy") == true)
    #expect(try error("load iris", "label species", "assert acuracy > 0.1").help?.contains("_.") != true)
    #expect(try error("undo").help?.contains("workspace changes") == true)
  }

  private func shown(_ lines: String...) throws -> String {
    var session = try #require(CommandFixture.session().session.apart())
    var last = ""
    for line in lines { last = session.report(line).map { TextRenderer(style: .plain).render($0) } ?? "" }
    return last
  }

  @Test func `what is shown can be typed`() throws {
    let ready = ["load iris", "label species"]
    #expect(try shown(ready[0], ready[1], "pca k=2").contains("recipe: pca k=2"))
    #expect(try shown(ready[0], ready[1], "select-features k=2 by=mutual").contains("select-features by=mutual k=2"))
    #expect(try error(ready[0], "pca 2 k=3").code == "unknown-key")
    #expect(try shown(ready[0], "pca 9").contains("4 features of numbers give at most 4 components"))
    #expect(try !shown(ready[0], "pca 4").contains("at most"))
    #expect(try shown(ready[0], ready[1], "cv zeror k=5 as t", "$t.accuracy").contains("0.333333"))
    #expect(try shown(ready[0], ready[1], "cv zeror k=5", "_.accuracy").contains("0.333333"))
    #expect(try shown(ready[0], ready[1], "cv zeror k=5 as t", "$t").contains("accuracy"))
    #expect(try error(ready[0], "$no.accuracy").code == "unknown-result")
    #expect(try error(ready[0], "keep type=nonsense").message.contains("integer"))
    #expect(try error(ready[0], "keep type=date").code == "unknown-column")
  }

  @Test func `cv shows first the measure that is asked for`() throws {
    let ready = ["load iris", "label species"]
    let lines = try shown(ready[0], ready[1], "cv tree k=5 class=virginica measure=f1").split(separator: "\n")
    let measures = lines.drop { !$0.hasPrefix("measure") }.dropFirst()
    #expect(measures.first?.hasPrefix("f1 ") == true, "\(lines)")
    #expect(try error(ready[0], ready[1], "cv tree k=5 measure=f2").code == "bad-value")
  }
}
