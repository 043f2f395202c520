import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumShaping
import PodiumTestKit
import Testing

/// A small command does not take the machine: what it makes has a budget, and the session goes on after a refusal.
@Suite struct BudgetTests {
  /// Limits as those of a session, for data a thousand times as small; there is memory enough.
  private static let small = MemoryLimits(least: 1 << 18) { MemoryRoom(bytes: 1 << 40) }

  private static func table(_ rows: Int, letters: Int = 1, classes: Int = 2) -> String {
    let text = String(repeating: "s", count: letters)
    return "t,c,n,y\n"
      + (0..<rows).map { "\(text)\($0),\(text)\($0 % 3),\($0 % 7 + 1),y\($0 % classes)\n" }.joined()
  }

  private func session(_ file: String, _ memory: MemoryLimits) -> Interpreter {
    var session = CommandFixture.session(folder: "/here")
    session.services.use(MemoryFiles(["/here/t.csv": file]))
    session.cancellation = Cancellation(memory: memory)
    return session
  }

  /// The error that ended some lines, after which the session counts rows as before.
  private func refusal(_ lines: [String], _ file: String, _ memory: MemoryLimits = BudgetTests.small) -> Diagnostic? {
    var session = session(file, memory)
    for line in ["load t.csv types=t:text,c:category,y:category"] + lines {
      if let error = session.report(line)?.error {
        #expect(session.report("= n()")?.error == nil)
        return error
      }
    }
    return nil
  }

  static let texts = [
    ["derive a = t + t + t + t"], ["derive a = c + t"], ["derive a = replace(t, 's', 'ssssssss')"],
    ["derive a = replace(c, '0', t + t)"], ["derive a = lower(t) + upper(t)"], ["derive a = part(t + t, n)"],
    [
      "derive a = replace(replace(replace(replace(c, 's', 'ss'), 's', 'ss'), 's', 'ssss'), 's', 'ssss')"
    ],
    ["derive a = choose(n > 3, t + t, t + c + t)"], ["derive a = coalesce(t + t + t, c)"],
    ["filter length(t + t + t) > 3"], ["head if contains(t + t + t, 'x')"], ["= first(t + t + t + t)"],
    ["keep if t + t + t == c"], ["replace t = t + t + t"], ["by n: summarize m = last(t + t + t)"],
    ["derive a = c", "replace a = a + a + a + a", "replace a = a + a + a + a", "replace a = a + a + a + a"],
    ["quiet: = first(t) as v"] + (0..<8).map { _ in "quiet: = $v + $v as v" },
  ]

  @Test(arguments: texts)
  func `texts beyond the budget are refused`(_ lines: [String]) {
    let file = BudgetTests.table(100, letters: 4000)
    let error = refusal(lines, file)
    #expect(error?.code == "too-large", "\(lines): \(error?.message ?? "nothing")")
    #expect(error?.message.contains("the texts of the expression would take more than 256 KB") ?? false)
    #expect(error?.help != nil)
    #expect(refusal(lines, file, MemoryLimits()) == nil, "\(lines)")
  }

  @Test func `what commands give for many groups is refused before all of it is made`() {
    let error = refusal(["by t: head 1"], BudgetTests.table(1500))
    #expect(error?.code == "too-large", "\(error?.message ?? "nothing")")
    #expect(error?.message.contains("what head gives for 1500 groups") ?? false)
    #expect(refusal(["by c: head 1"], BudgetTests.table(1500)) == nil)
  }

  @Test(arguments: [["bind iris"], ["join iris on=species how=inner many=yes"]])
  func `tables that grow by themselves are limited by what they began with`(_ lines: [String]) throws {
    let (_, session) = try ShapingTests.run("load iris", lines[0], "keep in 1..200", lines[0])
    #expect(try ShapingTests.table(session).rowCount > 200)
    #expect(session.state.current?.begun.cells == 150 * 5)
    #expect(throws: Diagnostic.self) {
      try ShapedSize.check("the table", rows: 20_000_000, columns: 5, from: session.state.current?.begun.cells ?? .max)
    }
  }

  @Test func `ordinary texts of many rows fit`() {
    #expect(refusal(["derive a = replace(t, '9', '-') + ' ' + c"], BudgetTests.table(20_000, letters: 90)) == nil)
  }

  @Test func `what is free limits large data as well`() {
    let memory = MemoryLimits { MemoryRoom(bytes: 30 << 20, source: "the test") }
    let error = refusal(["derive a = t + t + t + t + t"], BudgetTests.table(2000, letters: 4000), memory)
    #expect(error?.message.hasSuffix("that the test leaves") ?? false, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    "SELECT a.*, b.* FROM t a, t b", "SELECT hex(zeroblob(4000)) AS h FROM t",
    "SELECT group_concat(a.t) FROM t a, t b GROUP BY a.n",
  ])
  func `queries beyond the budget are refused`(_ sql: String) {
    let file = BudgetTests.table(300, letters: 4)
    #expect(refusal(["sql \"\(sql)\""], file)?.code == "too-large", "\(sql)")
    #expect(refusal(["sql \"\(sql)\""], file, MemoryLimits()) == nil, "\(sql)")
  }

  @Test(arguments: ["svm", "ann(hidden=300,300)", "forest(trees=300)", "boost(rounds=300)"])
  func `models beyond the budget are refused`(_ learner: String) {
    // Models may take 1 GB in any case; here nothing is free.
    let memory = MemoryLimits(least: 1 << 12) { MemoryRoom(bytes: 1 << 12, source: "the test") }
    let file = BudgetTests.table(300, classes: learner == "svm" ? 150 : 2)
    let error = refusal(["label y", "features n", "fit \(learner)"], file, memory)
    switch learner {
    case "svm": #expect(error?.code == "too-large", "\(error?.message ?? "")")
    default: #expect(error == nil || error?.code == "too-large")
    }
  }

  // linear and ridge solve equations of the rows where these are far fewer.
  @Test(arguments: ["lda", "qda", "lasso", "pca 3; fit tree"])
  func `matrices of all columns by all columns are refused before they are made`(_ learner: String) {
    let columns = (0..<400).map { "x\($0)" }
    let rows = (0..<4).map { row in
      columns.indices.map { String(($0 * $0 + row * 7) % 97) }.joined(separator: ",")
        + (learner == "lasso" ? ",\(row).5" : ",\(["a", "b"][row % 2])") + ",1,1,1\n"
    }
    let file = columns.joined(separator: ",") + ",y,t,c,n\n" + rows.joined()
    let steps = learner.split(separator: "; ").map(String.init)
    let lines = ["label y", "features x*"] + (steps.count > 1 ? steps : ["fit \(learner)"])
    var session = session(file, BudgetTests.small)
    var errors: [Diagnostic] = []
    for line in ["load t.csv"] + lines { if let error = session.report(line)?.error { errors.append(error) } }
    #expect(errors.map(\.code) == ["too-large"], "\(errors.map(\.message))")
  }

  @Test func `hundreds of classes are refused where each needs a chance in each row, and in pictures`() {
    let file = BudgetTests.table(3000, classes: 300)
    #expect(refusal(["label y", "features n", "fit logistic"], file)?.code == "too-large")
    let plot = ["label y", "features n", "cv zeror k=2 shuffle=yes", "plot confusion"]
    #expect(refusal(plot, file, MemoryLimits())?.code == "too-many-values")
  }
}
