import PodiumCore
import PodiumEngine
import PodiumFigure
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// `test`, `regress` and the tests of `count`, as they are typed.
@Suite struct StatisticsTests {
  private let folder = TemporaryFolder()

  private func session(_ csv: String) throws -> Interpreter { try CommandFixture.session(csv, in: folder) }

  /// A field of the last result.
  private func field(_ name: String, _ session: Interpreter) -> Double? {
    (try? session.session.value(of: Reference(result: "_", field: name), at: nil))?.asNumber
  }

  private static let made = """
    y,g,id,far,flat,word,side
    1,a,1,1e300,4,x,l
    2,a,2,2e300,4,y,l
    4,a,3,4e300,4,z,r
    5,b,1,-1e300,4,x,r
    7,b,2,3e300,4,y,r
    ,b,3,5e300,4,z,r
    9,b,4,7e300,4,x,l
    3,,1,0,4,y,l

    """

  @Test func `two groups are described and tested, and what is left out is counted`() throws {
    var session = try session(Self.made)
    let report = session.report("test y by=g")
    let out = text(report)
    #expect(out.contains("skipped 2 of 8 rows without a number, group or both"))
    #expect(out.contains("(exact)") && out.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(field("n", session) == 6 && field("left_out", session) == 2 && field("groups", session) == 2)
    // Means 7/3 and 7, variances 7/3 and 4: t = −14/3 / √(7/9 + 4/3), by hand; p of SciPy.
    #expect(abs((field("statistic", session) ?? 0) + 14.0 / 3 / (19.0 / 9).squareRoot()) < 1e-12)
    #expect(abs((field("p", session) ?? 0) - 0.03578748850673164) < 1e-12)
    #expect(field("p_ranks", session) == 0.1 && field("rank_statistic", session) == 0)
    #expect(JSONRenderer().render(try #require(report)).contains("\"difference\":-4.66666666666666"))
    #expect(session.report("= _.p < 0.05")?.status == .ok)
  }

  @Test func `pairs are matched by their name, and incomplete ones are counted`() throws {
    var session = try session(Self.made)
    let out = text(session.report("test y by=g pairs=id"))
    #expect(out.contains("paired t") && out.contains("left out 2 pairs without a number in every group; 2 are tested"))
    // Differences −4 and −5: t = −4.5 / (√0.5 / √2) = −9.
    #expect(abs((field("statistic", session) ?? 0) + 9) < 1e-12 && field("df", session) == 1)
    let error = session.report("test y by=word pairs=g")?.error
    #expect(error?.code == "double-cell" && error?.span != nil)
  }

  @Test func `each group of by has a row, and one that cannot be tested is undefined`() throws {
    var session = try session(Self.made)
    let out = text(session.report("by side: test y by=g"))
    #expect(out.contains("side") && out.contains("l") && out.contains("r"))
    #expect(session.report("by side: regress y far")?.status == .ok)
  }

  @Test(arguments: [
    ("test flat by=g", "neither group varies"), ("test y by=flat", "has one value"),
    ("test flat by=word", "Welch's F is undefined"),
    ("test far by=g", "Welch's t"), ("test y by=id", "Welch's F is undefined"),
    ("test y by=g if y > 100", "has no value"),
    ("test y by=g in 1..1", "has one value"), ("test y by=side pairs=id if g == \"a\"", "needs two pairs"),
    ("regress y flat", "left out 'flat'"), ("regress y id if id == 1", "left out 'id'"),
    ("regress y far g", "estimate"),
    ("regress far y", "estimate"), ("regress y g in 1..1", "no degrees of freedom"), ("regress g y", "log-odds of b"),
    ("regress flat y", "does not vary"), ("regress y far se=robust", "HC3"),
    ("regress y far se=cluster group=id", "4 clusters"),
    ("regress word y if word != \"z\" se=cluster group=id", "clusters of id"),
    ("count g word", "Fisher's exact test: p = 1.0000"),
  ])
  func `odd data have an answer without NaN`(_ line: String, _ wanted: String) throws {
    var session = try session(Self.made)
    let given = session.report(line)
    let report = try #require(given)
    let out = text(report)
    if line == "regress g y" {
      // The groups do not overlap.
      #expect(report.error?.code == "separable" && report.error?.message.contains("'y'") == true)
      return
    }
    #expect(report.status == .ok && out.contains(wanted), "\(out)\(report.error?.message ?? "")")
    #expect(!out.lowercased().contains("nan") && !out.contains("inf") && !JSONRenderer().render(report).contains("NaN"))
  }

  @Test(arguments: [
    ("test word by=g", "wrong-column-type"), ("test y", "missing-argument"), ("test y far by=g", "unexpected-argument"),
    ("test y by=none", "unknown-column"), ("regress y", "bad-column-count"), ("regress word y", "unordered-classes"),
    ("regress y none", "unknown-column"), ("regress y far se=cluster", "missing-argument"),
    ("regress y far ways=3", "unused-key"), ("regress y interact=g,g", "wrong-column-type"),
    ("regress y far joint=id", "bad-value"), ("regress g far anova=yes", "unused-key"),
    ("regress y far group=id", "unused-key"), ("regress g far se=robust", "unused-key"),
    ("regress y far if y > 100", "no-rows"), ("regress g y if g == \"a\"", "one-class"),
    ("regress y far se=cluster group=flat", "too-few-groups"), ("count g pairs=id", "unused-key"),
    ("count word g pairs=id", "bad-value"), ("count side g pairs=id share=row", "unused-key"),
    ("count g side pairs=word", "double-cell"),
  ])
  func `what cannot be tested is refused where it was typed`(_ line: String, _ code: String) throws {
    var session = try session(Self.made)
    let error = try #require(session.report(line)?.error)
    #expect(error.code == code && error.span != nil, "\(error)")
  }

  @Test func `a category is compared with its reference, and fields name each coefficient`() throws {
    var session = try session(Self.made)
    let out = text(session.report("regress y g side as line"))
    #expect(out.contains("g[b]") && out.contains("side[r]") && out.contains("compared with: g a, side l"))
    #expect(out.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(field("g.b.estimate", session) != nil && field("intercept.p", session) != nil)
    #expect(session.report("= $line.g.b.low95")?.status == .ok)
    let listed = text(session.report("fields line"))
    #expect(listed.contains("$line.side.r.se") && listed.contains("$line.adjusted_r_squared"))
  }

  @Test func `columns are compared row by row, and one with a number`() throws {
    var session = try session("a,b,c\n1,2,5\n2,2,9\n4,3,12\n7,9,14\n11,10,15\n16,20,30\n,4,5\n")
    let paired = text(session.report("test a b"))
    #expect(paired.contains("paired t") && paired.contains("skipped 1 of 7 rows without a number in every column"))
    // Those of SciPy.
    #expect(abs((field("statistic", session) ?? 0) + 1.051757904779178) < 1e-12)
    #expect(abs((field("p", session) ?? 0) - 0.3410620202644174) < 1e-12)
    #expect(field("n", session) == 6 && field("left_out", session) == 1)
    let single = text(session.report("test a mean=5"))
    #expect(single.contains("one-sample t") && single.contains("difference 'a' minus 5 "), "\(single)")
    #expect(single.contains("skipped 1 of 7 rows without a number\n") || single.hasSuffix("rows without a number"))
    #expect(abs((field("statistic", session) ?? 0) - 0.7774288420142415) < 1e-12)
    #expect(abs((field("p", session) ?? 0) - 0.4720682484863758) < 1e-12)
    #expect(text(session.report("test a b c")).contains("Friedman"))
    for (line, code) in [
      ("test a mean=5 by=b", "conflicting-keys"), ("test a b mean=1", "unexpected-argument"),
      ("test a b pairs=c", "conflicting-keys"), ("test a mean=5 each=yes", "unused-key"),
    ] {
      let error = session.report(line)?.error
      #expect(error?.code == code && error?.span != nil, "\(line)")
    }
  }

  @Test func `each two groups are tested on demand, and products of columns have coefficients`() throws {
    let rows = zip(["a", "b", "c"], [[1, 2, 4, 7, 11, 16], [2, 2, 3, 9, 10, 20], [5, 9, 12, 14, 15, 30]])
      .flatMap { group, numbers in numbers.map { "\($0),\(group)" } }
    var groups = try session("y,g\n" + rows.joined(separator: "\n") + "\n")
    let out = text(groups.report("test y by=g each=yes"))
    #expect(out.contains("p_holm") && out.contains("corrected for 3 tests (Holm)") && out.contains("0.35"), "\(out)")
    let lines = zip([1.1, 1.9, 3.2, 3.9, 2, 4.1, 5.8, 8.3], 1...).map { "\($0),\($1),\($1 < 5 ? "a" : "b")" }
    var products = try session("y,x,g\n" + lines.joined(separator: "\n") + "\n")
    #expect(text(products.report("regress y interact=x,g")).contains("x:g[b]"))
    #expect(abs((field("x.g.b.estimate", products) ?? 0) - 1.09) < 1e-10)
    #expect(products.report("regress y interact=x")?.error?.code == "bad-column-count")
    #expect(products.report("regress y interact=y,x")?.error?.code == "bad-value")
  }

  /// A table in which each figure comes from the number of its row.
  private static let mixed =
    "x,z,g,h,c,y,b,o\n"
    + (0..<24).map { i in
      let y = Double(i * i * 3 % 17) / 2 + Double(i * 7 % 11) / 2 + (i % 3 == 1 ? 2 : 0)
      let (g, h) = (["a", "b", "c"][i % 3], ["p", "q"][i / 3 % 2])
      let o = ["k", "l", "m"][(i * 11 % 7 + i * i % 5) % 3]
      return "\(i * 7 % 11),\(i * 5 % 13),\(g),\(h),\(i / 4),\(y),\(i * i * 5 % 7 > 2 ? "t" : "f"),\(o)\n"
    }.joined()

  @Test(
    arguments: [
      ("regress y x g", "g.f", 5.521667003335794), ("regress y x g", "g.p", 0.012320160910838828),
      ("regress y x g se=robust", "g.f", 4.210912912136038),
      ("regress y x g se=cluster group=c", "g.f", 6.95971406504579),
      ("regress y x g se=cluster group=c", "g.p", 0.03590500555785916),
      ("regress b x g", "g.chi_square", 0.6692292028637283), ("regress b x g", "g.p", 0.7156138297589172),
      ("regress o x g", "g.chi_square", 2.1014492916760186),
      ("regress y interact=x,z,h ways=3", "x.z.h.q.estimate", 0.10766347857067196),
      ("regress y interact=x,z,h ways=3 joint=x", "joint.f", 1.8723349492085903),
      ("regress y interact=x,z,h ways=3 joint=x,z", "joint.p", 0.28266774617732265),
      ("regress y h interact=x,x,h ways=3", "x.x.h.q.estimate", -0.025448528828177136),
      ("regress y interact=x,x,x ways=3 joint=x", "x.x.x.estimate", 0.034688607139301435),
      ("regress y interact=x,x,x ways=3 joint=x", "joint.f", 5.16872498272902),
    ] as [(String, String, Double)])
  func `products and tests of several coefficients agree with statsmodels`(
    _ line: String, _ name: String, _ wanted: Double
  ) throws {
    var session = try session(Self.mixed)
    #expect(session.report("level o k,l,m")?.error == nil)
    let out = text(session.report(line))
    let found = try #require(field(name, session), "\(out)")
    // Of an ordinal regression statsmodels takes second derivatives by differences.
    let tolerance = line.hasPrefix("regress o ") ? 1e-6 : 1e-8
    #expect(abs(found - wanted) < tolerance * abs(wanted), "\(line): \(name) is \(found)")
  }

  @Test func `what each column adds is that of statsmodels`() throws {
    var session = try session(Self.mixed)
    let found = session.report("regress y g x anova=yes")
    let tables = try #require(found).outputs.compactMap { if case .table(let table) = $0 { table.table } else { nil } }
    #expect(tables.count == 2 && tables[1]["column"]?.values == .text(["g", "x", "residual"]))
    for (name, wanted) in [
      ("sum_squares", [25.645833333333318, 74.32265138653082, 96.77109861346916]),
      ("f", [2.650154199010383, 15.360505864131248]), ("p", [0.09528878869258144, 0.0008496833335328399]),
    ] {
      for (found, wanted) in zip(tables[1][name]?.numbers ?? [], wanted) {
        #expect(abs(found - wanted) < 1e-8 * wanted, "\(name)")
      }
    }
    #expect(
      text(session.report("regress y g x")).contains("g together: F 5.52167, 2 and 20 degrees of freedom, p = 0.0123"))
  }

  @Test func `p values have one form, and those below 0.0001 are shown as that`() throws {
    var session = try session(
      "g,h,y,x\n"
        + (0..<26).map { "\($0 < 13 ? "a" : "b"),\($0 % 2),\(($0 * 7) % 10 + $0 / 6),\($0)" }.joined(separator: "\n"))
    for line in [
      "test y by=g", "test y mean=0", "test y x", "test y by=g each=yes", "count g x", "correlate y x", "regress y x",
      "regress y g x anova=yes", "by h: test y by=g", "by h: correlate y x", "by h: regress y x", "by h: count g x",
    ] {
      let out = text(session.report(line))
      let numbers = out.split { " \n,;()".contains($0) }.filter { Double($0) != nil }
      #expect(
        numbers.allSatisfy { !$0.contains("e-") } && !out.contains(", p 0") && !out.contains(": p 0"), "\(line): \(out)"
      )
    }
    #expect(PValue.cell(6.5e-5) == "<.0001" && PValue.cell(0) == "<.0001" && PValue.cell(1e-4) == "0.0001")
    #expect(PValue.phrase(6.5e-5) == "p < 0.0001" && PValue.phrase(0.01235) == "p = 0.0123")
  }

  @Test func `a p too small for a number is shown below the limit`() throws {
    let lines = (1...200).map { "\(1000 * $0 + $0 * 7919 % 13),\($0)" }
    var session = try session("y,x\n" + lines.joined(separator: "\n") + "\n")
    let out = text(session.report("regress y x"))
    #expect(field("x.p", session) == 0)
    #expect(out.split(separator: "\n").contains { $0.hasPrefix("x ") && $0.contains("<.0001") }, "\(out)")
  }

  @Test func `McNemar's test of no pair is undefined`() throws {
    var session = try session("id,time,answer\n1,before,yes\n2,after,no\n")
    #expect(text(session.report("count answer time pairs=id")).contains("McNemar's test is undefined"))
    #expect(field("p", session) == nil)
  }

  @Test func `pairs of answers have McNemar's test`() throws {
    let rows = (1...12).flatMap { id in
      ["\(id),before,\(id <= 9 ? "yes" : "no")", "\(id),after,\(id <= 2 ? "yes" : "no")"]
    }
    var session = try session("id,time,answer\n" + rows.joined(separator: "\n") + "\n13,after,yes\n")
    let out = text(session.report("count answer time pairs=id"))
    // Seven changed, none back: 2 / 2⁷.
    #expect(out.contains("p = 0.0156 (exact)") && out.contains("left out 1 pair without both answers"))
    #expect(field("n", session) == 12 && abs((field("p", session) ?? 0) - 0.015625) < 1e-14)
  }

  @Test func `the error of a column without values says how it becomes numbers`() throws {
    var session = try session("g,v\na,\nb,\n")
    let error = try #require(session.report("test v by=g")?.error)
    #expect(error.help == "it has no values; 'type v number' makes it a column of numbers")
    #expect(session.report("type v number")?.error == nil && session.report("test v by=g")?.error == nil)
  }

  @Test func `no interval goes beyond what a measure can be`() throws {
    var session = CommandFixture.session(folder: folder.path)
    for line in ["load iris", "label species"] { _ = session.report(line) }
    for measure in ["recall", "precision", "f1", "pr_auc"] {
      let out = text(session.report("cv tree k=5 class=virginica measure=\(measure)"))
      let line = out.split(separator: "\n").first { $0.hasPrefix("95 % interval of the mean ") } ?? ""
      let ends = line.split { " ,".contains($0) }.compactMap { Double($0) }.dropFirst()
      #expect(ends.count > 1 && ends.prefix(2).allSatisfy { (0...1).contains($0) }, "\(measure): \(line)")
    }
  }

  @Test func `a learner's mean has the interval that its plot draws`() throws {
    var session = try #require(CommandFixture.session().session.apart())
    for line in ["load iris", "label species"] { _ = session.report(line) }
    let out = text(session.report("cv tree(max-depth=2) k=10 as run"))
    #expect(out.contains("95 % interval of the mean "))
    let ends = [field("accuracy.low95", session), field("accuracy.high95", session)].compactMap(\.self)
    let plot = session.report("plot $run")?.outputs.compactMap { output in
      if case .figure(let figure) = output { figure.plot?.data } else { nil }
    }.first
    let drawn = try #require(plot)
    // No accuracy is above 1.
    let wanted = [drawn["low95"], drawn["high95"]].compactMap { $0?.numbers?.last }.map { min($0, 1) }
    #expect(ends == wanted && ends.count == 2)
    #expect(!text(session.report("cv tree folds=holdout")).contains("interval of the mean"))
  }

  @Test func `all pairs of learners are compared, and by works`() throws {
    var session = try #require(CommandFixture.session().session.apart())
    for line in ["load iris", "label species"] { _ = session.report(line) }
    let out = text(session.report("compare tree bayes k=5 pairs=yes"))
    #expect(out.contains("accuracy of all 3 pairs") && out.contains("wins, by p_holm below 0.05: tree 1, bayes 1"))
    #expect(field("tree.wins", session) == 1 && field("zeror.wins", session) == 0)
    let split = text(session.report("compare tree bayes folds=holdout pairs=yes"))
    #expect(split.contains("McNemar"))
    #expect(session.report("compare tree on=iris,iris pairs=yes")?.error?.code == "unused-key")
    for line in ["derive big = sepal_width_cm > 3", "encode"] { _ = session.report(line) }
    let groups = text(session.report("by big: compare tree k=3 pairs=yes"))
    #expect(groups.contains("big") && groups.contains("zeror") && groups.contains("zeror.wins"), "\(groups)")
  }

  @Test func `rows without a number count as left out of pairs too`() throws {
    var session = try session("y,g,id\n1,a,1\n2,b,1\n3,a,2\n,b,2\n5,a,\n6,b,3\n8,a,3\n,a,\n7,,4\n")
    let out = text(session.report("test y by=g pairs=id"))
    #expect(out.contains("skipped 4 of 9 rows without a number, group or pair"), "\(out)")
    #expect(field("left_out", session) == 4 && field("incomplete_pairs", session) == 1)
  }

  @Test func `columns that nearly add up to others are named with their inflation`() throws {
    var session = try session(
      "y,x,near,free\n"
        + (0..<20).map { "\($0 * $0 % 11),\($0),\(Double($0) + ($0 % 3 == 0 ? 1e-6 : 0)),\($0 * 7 % 5)" }
        .joined(separator: "\n"))
    let out = text(session.report("regress y x near free"))
    #expect(out.contains("variance inflation factor of 'x'") && out.contains("'near'") && !out.contains("'free'"))
    #expect((field("largest_vif", session) ?? 0) > 1e12)
    #expect(!text(session.report("regress y x free")).contains("inflation"))
  }

  @Test(arguments: [
    ("regress y x y", "'y' is the column to explain"), ("regress y x in 1..1", "1 row leaves no degrees of freedom"),
    ("regress y x in 1..2", "2 rows leave no degrees of freedom"),
    ("correlate y x in 1..2", "2 rows leave no degrees of freedom"),
    ("compare zeror baseline=tree k=2 pairs=yes", "accuracy of 1 pair,"),
  ])
  func `sentences fit what they count`(_ line: String, _ wanted: String) throws {
    var session = try session("y,x,c\n1,2,a\n3,5,b\n4,4,a\n6,9,b\n7,7,a\n9,12,b\n")
    _ = session.report("label c")
    let out = text(session.report(line)).replacing("\n", with: " ")
    #expect(out.contains(wanted), "\(out)")
  }

  @Test(arguments: [
    ("test price by=g", "type price number"), ("correlate price y", "type price number"),
    ("regress price y", "type price number"), ("test lap by=g", "type lap duration"),
    ("cv svr k=2", "learners"), ("cv elastic-net k=2", "learners"),
  ])
  func `words where numbers are meant have a way out`(_ line: String, _ way: String) throws {
    var session = try session(
      "price,y,g,lap\n\"$1,200.50\",1,a,0:12:01\n$3,2,b,0:12:05\n$7,3,a,0:11:05\n$9,5,b,0:12:08\n")
    _ = session.report("label g")
    let error = session.report(line)?.error
    #expect(error?.help?.contains(way) == true, "\(String(describing: error))")
    #expect(session.report("correlate g y")?.error?.help == nil)
    _ = session.report("derive code = g + '1'")
    #expect(session.report("correlate code y")?.error?.help == nil)
  }
}
