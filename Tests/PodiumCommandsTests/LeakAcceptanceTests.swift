import Foundation
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// The leak guard on planted leaks, all of which it names, and on honest tables, of which it accuses none; each in two orders.
struct LeakAcceptanceTests {
  private static func letters(_ place: Int) -> String { ["a", "b", "c"][place % 3] }

  /// Tables whose column `leak` knows the target.
  private static let planted: [LeakSample] = [
    LeakSample("a copy under other names", "x leak", count: 90) { i, r in
      [r.normal().text(), ["K", "L", "M"][i % 3], letters(i)]
    },
    LeakSample("a copy as numbers", "x leak", count: 90) { i, r in
      [r.normal().text(), ["7", "3", "5"][i % 3], letters(i)]
    },
    LeakSample("a copy with 1 wrong cell of 120", "x leak", count: 120) { i, r in
      ["\(i * 37 % 11)", i == 50 ? "L" : ["K", "L", "M"][i % 3], letters(i)]
    },
    LeakSample("a copy with 3 wrong cells of 240", "x leak", count: 240) { i, r in
      [r.normal().text(), i % 80 == 7 ? "9" : ["1", "2"][i % 2], letters(i % 2)]
    },
    LeakSample("a copy with 3 wrong cells of 150", "x leak", count: 150) { i, r in
      [r.normal().text(), letters(i % 50 == 7 ? i + 1 : i), letters(i)]
    },
    LeakSample("grades with 4 wrong and 2 missing cells of 150", "x leak", count: 150) { i, r in
      [r.normal().text(), i % 75 == 3 ? "" : "\(1 + (i % 37 == 9 ? i + 1 : i) % 4)", "\(1 + i % 4)"]
    },
    LeakSample("a copy with missing cells", "x leak", count: 100) { i, r in
      [r.normal().text(), i % 10 == 0 ? "" : ["no", "yes"][i % 2], letters(i % 2)]
    },
    LeakSample("a number that only one class has", "x leak", count: 150) { i, r in
      let day = r.below(30) + 1
      return [r.normal().text(), i % 3 == 0 ? "\(day)" : "", i % 3 == 0 ? "dead" : "alive"]
    },
    LeakSample("a word that only one class has", "x leak", count: 150) { i, r in
      let word = ["stroke", "heart", "fall"][r.below(3)]
      return [r.normal().text(), i % 4 == 0 ? word : "", i % 4 == 0 ? "dead" : "alive"]
    },
    LeakSample("a number that one class lacks, with 2 exceptions", "x leak", count: 200) { i, r in
      let value = r.normal().text()
      return [r.normal().text(), (i % 2 == 0) != (i == 10 || i == 71) ? value : "", letters(i % 2)]
    },
    LeakSample("several codes of each class", "x leak", count: 120) { i, r in
      [r.normal().text(), letters(i) + "\(r.below(4))", letters(i)]
    },
    LeakSample("numbers as codes in no order", "x leak", count: 160) { i, r in
      let code = r.below(4)
      return [r.normal().text(), "\(101 + 2 * code + i % 2)", letters(i % 2)]
    },
    LeakSample("a number that separates the classes", "x leak", count: 100) { i, r in
      [r.normal().text(), (Double(10 * (i % 3)) + r.uniform()).text(), letters(i)]
    },
    LeakSample("a skewed number that separates the classes", "x leak", count: 150) { i, r in
      [r.normal().text(), exp(Double(4 * (i % 3)) + r.uniform(0, 3)).text(), letters(i)]
    },
    LeakSample("a number that classes share out without a gap", "x leak", count: 240) { i, r in
      let price = r.uniform(0, 4)
      return [r.normal().text(), price.text(2), price < 2.44 ? "spoils" : "keeps"]
    },
    LeakSample("a band of one class in the middle", "x leak", count: 140) { i, r in
      [r.normal().text(), ([0, 10, 20][i % 3] + r.uniform(0, 4)).text(), i % 3 == 1 ? "mid" : "out"]
    },
    LeakSample("a small number that separates the classes", "x leak", count: 100) { i, r in
      [r.normal().text(), String((Double(10 * (i % 2)) + r.uniform()) * 1e-9), letters(i % 2)]
    },
    LeakSample("a mark of a rare class", "x leak", count: 300) { i, r in
      [r.normal().text(), i % 20 == 0 ? "flagged" : "clear", i % 20 == 0 ? "fraud" : "fine"]
    },
    LeakSample("the score of a model that was asked before", "x leak", count: 120) { i, r in
      [r.normal().text(), (i % 2 == 0 ? r.uniform(0, 0.45) : r.uniform(0.55, 1)).text(3), letters(i % 2)]
    },
    LeakSample("the target in another unit", "x leak", count: 100, number: true) { i, r in
      let y = r.normal(20, 5)
      return [r.normal().text(), (32 + 1.8 * y).text(6), y.text(6)]
    },
    LeakSample("the target in another currency", "x leak", count: 120, number: true) { i, r in
      let y = Double(exp(3 + r.normal()).text(2)) ?? 0
      return [r.normal().text(), (y * 11.37).text(1), y.text(2)]
    },
    LeakSample("the logarithm of a skewed target", "x leak", count: 120, number: true) { i, r in
      let y = r.normal(3, 1.5)
      return [r.normal().text(), y.text(3), exp(y).text(3)]
    },
    LeakSample("the share of rows below the target", "x leak", count: 100, number: true) { i, r in
      [r.normal().text(), (Double(i) / 100 + 0.003).text(3), exp(Double(i) / 20).text(3)]
    },
    LeakSample("a falling curve of the target", "x leak", count: 100, number: true) { i, r in
      let y = r.uniform(0.05, 5)
      return [r.normal().text(), (1 / y).text(5), y.text(5)]
    },
    LeakSample("a copy of a number with 2 wrong cells", "x leak", count: 150, number: true) { i, r in
      let y = r.normal(50, 10)
      return [r.normal().text(), (i == 20 || i == 90 ? 10 * y : 2 * y).text(), y.text()]
    },
    LeakSample("a copy of a number with missing cells", "x leak", count: 100, number: true) { i, r in
      let y = r.normal(50, 10)
      return [r.normal().text(), i % 5 == 0 ? "" : (y + 3).text(), y.text()]
    },
    LeakSample("the target with hardly any noise", "x leak", count: 120, number: true) { i, r in
      let y = r.normal(0, 1)
      return [r.normal().text(), (y + r.normal(0, 0.01)).text(), y.text()]
    },
    LeakSample("marks in words", "x leak", count: 150, number: true) { i, r in
      let y = 1 + r.below(6)
      return [r.normal().text(), ["one", "two", "three", "four", "five", "six"][y - 1], "\(y)"]
    },
    LeakSample("the target in classes", "x leak", count: 200, number: true) { i, r in
      let y = r.uniform(0, 100)
      return [r.normal().text(), "k\(Int(y / 4))", y.text()]
    },
    LeakSample("the target in four bands", "x leak", count: 200, number: true) { i, r in
      let y = exp(r.normal(3, 1))
      return [r.normal().text(), ["low", "mid", "high", "top"][[5, 20, 60].count { $0 < y }], y.text(2)]
    },
    LeakSample("the target in three bands, as numbers", "x leak", count: 90, number: true) { i, r in
      let y = r.uniform(0, 100)
      return [r.normal().text(), "\([20, 70].count { $0 < y } + 1)", y.text(1)]
    },
    LeakSample("a wave of the target", "x leak", count: 300, number: true) { i, r in
      let x = r.uniform(0, 10)
      return [r.normal().text(), x.text(5), sin(x).text(5)]
    },
  ]

  /// Tables without a leak.
  private static let honest: [LeakSample] = [
    LeakSample("noise", "a b", count: 150) { i, r in [r.normal().text(), r.normal().text(), letters(i)] },
    LeakSample("a column that predicts well", "a b", count: 200) { i, r in
      [r.normal(Double(3 * (i % 2))).text(2), r.normal().text(), letters(i % 2)]
    },
    LeakSample("a symptom that predicts well", "a b", count: 200) { i, r in
      [r.happens(0.94) ? ["no", "yes"][i % 2] : ["yes", "no"][i % 2], r.normal().text(), letters(i % 2)]
    },
    LeakSample("the judgement of another person in the same words", "a b", count: 200) { i, r in
      [letters(r.happens(0.9) ? i : i + 1), r.normal().text(), letters(i)]
    },
    LeakSample("yes and no, as the target has them", "a b", count: 200) { i, r in
      [r.happens(0.95) ? ["no", "yes"][i % 2] : ["yes", "no"][i % 2], r.normal().text(), ["no", "yes"][i % 2]]
    },
    LeakSample("two values without a pattern", "a", count: 500) { i, r in ["\(i % 2)", i < 150 ? "bad" : "good"] },
    LeakSample("four kinds of rows", "class sex", count: 400) { i, r in
      let (kind, sex) = (["c", "w"][r.below(2)], ["m", "f"][r.below(2)])
      return [kind, sex, r.happens(["cm": 0.35, "cf": 0.75, "wm": 0.2, "wf": 0.6][kind + sex] ?? 0) ? "yes" : "no"]
    },
    LeakSample("few words in five columns", "a b c d e", count: 300) { i, r in
      (0..<5).map { _ in ["x", "y", "z"][r.below(3)] } + [letters(r.below(2))]
    },
    LeakSample("a rare class", "a b", count: 400) { i, r in
      [r.normal(i % 25 == 0 ? 1 : 0).text(), "\(r.below(5))", i % 25 == 0 ? "rare" : "common"]
    },
    LeakSample("a nearly constant target", "a b", count: 1000) { i, r in
      [r.happens(0.5) ? "u" : "v", r.normal().text(2), i % 333 == 5 ? "rare" : "common"]
    },
    LeakSample("ages and counts", "age visits", count: 250) { i, r in
      ["\(20 + r.below(60))", "\(r.below(8))", letters(r.below(2))]
    },
    LeakSample("skewed incomes", "income rooms", count: 250) { i, r in
      [exp(r.normal(10 + 0.5 * Double(i % 2))).text(0), "\(1 + r.below(6))", letters(i % 2)]
    },
    LeakSample("missing at random", "a b", count: 200) { i, r in
      [r.happens(0.3) ? "" : r.normal(Double(i % 2)).text(), r.happens(0.2) ? "" : "\(r.below(4))", letters(i % 2)]
    },
    LeakSample("missing more often in one class", "a b", count: 200) { i, r in
      [r.happens(i % 2 == 0 ? 0.7 : 0.2) ? "" : r.normal().text(), r.normal().text(), letters(i % 2)]
    },
    LeakSample("a constant and an empty column", "a b c", count: 100) { i, r in
      ["1", "", r.normal(Double(i % 2)).text(), letters(i % 2)]
    },
    LeakSample("a few equal measurements", "a b", count: 150) { i, r in
      [r.normal(Double(i % 3)).text(1), r.normal(Double(i % 3)).text(1), letters(i)]
    },
    LeakSample("persons with a class each, measured once", "a b", count: 120) { i, r in
      [r.normal(Double(2 * (i % 2))).text(), "\(r.below(3))", letters(i % 2)]
    },
    LeakSample("three groups that are far apart", "group a", count: 120, number: true) { i, r in
      [letters(i), r.normal().text(), r.normal(Double(4 * (i % 3))).text()]
    },
    LeakSample("numbers without a pattern", "a b", count: 150, number: true) { i, r in
      [r.normal().text(), "\(r.below(2))", r.normal(100, 30).text()]
    },
    LeakSample("a column that explains much", "a b", count: 200, number: true) { i, r in
      let a = r.normal()
      return [a.text(), r.normal().text(), (a + r.normal(0, 0.2)).text()]
    },
    LeakSample("two columns that add up to the target", "a b", count: 150, number: true) { i, r in
      let (a, b) = (r.normal(), r.normal())
      return [a.text(), b.text(), (a + b).text()]
    },
    LeakSample("a sex beside an illness", "sex bmi", count: 440, number: true) { i, r in
      ["\(r.below(2))", r.normal(26, 4).text(1), r.normal(150, 77).text(0)]
    },
    LeakSample("prices by town and area", "town area", count: 200, number: true) { i, r in
      let (town, area) = (r.below(4), 30 + r.below(170))
      let base = [1.2e6, 0.9e6, 1.6e6, 1.1e6][town] + Double(area) * 9000
      return ["ABCD".map(String.init)[town], "\(area)", (base + r.normal(0, 150_000)).text(0)]
    },
    LeakSample("ratings", "a b", count: 200, number: true) { i, r in
      let mark = 1 + r.below(5)
      return ["\(max(1, min(5, mark + r.below(3) - 1)))", r.normal().text(), "\(mark)"]
    },
    LeakSample("growth with noise", "dose group", count: 120, number: true) { i, r in
      let dose = r.below(12)
      return ["\(dose)", letters(r.below(3)), (Double(dose) * 3 + r.normal(0, 4)).text(1)]
    },
    LeakSample("visits of persons who differ", "age visit", count: 180) { i, r in
      ["\(30 + i % 45)", "\(1 + i / 45)", r.happens(i % 3 == 0 ? 0.8 : 0.3) ? "ill" : "well"]
    },
    LeakSample("waiting times by hour and desk", "hour desk", count: 240, number: true) { i, r in
      let hour = 8 + r.below(10)
      return ["\(hour)", letters(r.below(3)), (-log(1 - r.uniform()) * Double(3 + hour % 5)).text(1)]
    },
  ]

  private struct Found {
    var codes: Set<String> = []
    var text = ""
  }

  private static func found(_ sample: LeakSample, _ order: LeakSample.Order) throws -> Found {
    let folder = TemporaryFolder()
    let path = folder.path + "/t.csv"
    try sample.text(order).write(toFile: path, atomically: false, encoding: .utf8)
    let label = "label y" + (sample.isNumber ? " task=number" : "")
    return try found("load \(path)", label, "cv zeror k=4 shuffle=yes")
  }

  private static func found(_ lines: String...) throws -> Found {
    var session = CommandFixture.session()
    var found = Found()
    for line in lines {
      let answer = session.report(line)
      let report = try #require(answer)
      #expect(report.status == .ok, "\(line): \(report.error?.message ?? "")")
      for note in report.outputs.compactMap(\.remark) {
        guard let code = note.code else { continue }
        found.codes.insert(code)
        found.text += note.text + "\n"
      }
    }
    return found
  }

  @Test(arguments: planted, LeakSample.Order.allCases)
  func `a planted leak is named`(_ sample: LeakSample, _ order: LeakSample.Order) throws {
    let found = try LeakAcceptanceTests.found(sample, order)
    #expect(!found.codes.isDisjoint(with: ["leak-copy", "leak-alone", "leak-id"]), "\(found.text)")
    #expect(found.text.contains("'leak'") && !found.text.contains("'x'"), "\(found.text)")
  }

  @Test(arguments: honest, LeakSample.Order.allCases)
  func `an honest table raises nothing`(_ sample: LeakSample, _ order: LeakSample.Order) throws {
    #expect(try LeakAcceptanceTests.found(sample, order).text == "")
  }

  @Test(arguments: [
    ("iris", "species", "sepal_width_cm"), ("wine", "cultivar", "alcohol"), ("wine", "alcohol", "hue"),
  ])
  func `bundled tables raise nothing but their own duplicates`(_ name: String, _ target: String, _ other: String) throws
  {
    for order in [target, other] {
      let task = target == "alcohol" ? " task=number" : ""
      let found = try LeakAcceptanceTests.found(
        "load \(name)", "sort \(order)", "label \(target)\(task)", "cv zeror k=4 shuffle=yes")
      #expect(found.codes.isSubset(of: ["leak-duplicate"]), "\(found.text)")
    }
  }

  /// Users who click more or less often, in five rows each.
  private static let clicks = LeakSample("clicks", "user x", count: 200, seed: 21) { i, r in
    let share = Double((i % 40) * 13 % 40) / 40
    return ["u\(i % 40)", r.normal().text(3), r.happens(share) ? "y" : "n"]
  }

  @Test(arguments: [
    ["by user: derive r = mean(y == 'y')"],
    ["by user: summarize r = mean(y == 'y') as rates", "use u", "join rates on=user"],
    ["derive c = y == 'y'", "by user: summarize r = mean(c) as rates", "use u", "drop c", "join rates on=user"],
    [
      "by user: summarize c = n(), d = mean(y == 'y') as rates", "derive r = d * 2", "keep user r", "use u",
      "join rates on=user",
    ],
    ["sql \"select *, avg(y = 'y') over (partition by user) as r from u\" as clicks", "use _"],
    [
      "sql \"select user, avg(y = 'y') as r from u group by user\" as rates", "use _ as rates", "use u",
      "join rates on=user",
    ],
    ["sql \"select *, y as r from u\"", "use _"],
    ["sql \"select a.*, (select avg(b.y = 'y') from u b where b.user = a.user) as r from u a\"", "use _"],
    ["pivot y values=x rows=user using=n as wide", "rename y r", "use u", "join wide on=user"],
    ["derive c = y == 'y'", "derive r = choose(c, 1.5, 2.5)", "drop c"],
    ["derive r = lag(y == 'y')"],
    ["by y: derive r = n()"],
  ])
  func `a column that was made from the target is refused`(_ commands: [String]) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/u.csv"
    try LeakAcceptanceTests.clicks.text(.shuffled).write(toFile: path, atomically: false, encoding: .utf8)
    var session = CommandFixture.session()
    for line in ["load \(path) as u"] + commands + ["label y", "features x r"] {
      let report = session.report(line)
      #expect(report?.status == .ok, "\(line): \(report?.error?.message ?? "")")
    }
    let refused = session.report("cv tree k=5 shuffle=yes")
    #expect(refused?.error?.code == "leak-derived" && refused?.error?.message.contains("'r'") == true)
  }

  @Test(arguments: [
    ["by user: summarize m = mean(x), y = first(y) as means"],
    ["sql \"select user, x, x * x as m, y from u where y is not null\"", "use _"],
    ["sql \"select user, avg(x) as m, min(y) as y from u group by user\"", "use _"],
    ["by user: summarize m = mean(x) as means", "use u", "join means on=user"],
  ])
  func `a column that was made from others is not`(_ commands: [String]) throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/u.csv"
    try LeakAcceptanceTests.clicks.text(.shuffled).write(toFile: path, atomically: false, encoding: .utf8)
    var session = CommandFixture.session()
    for line in ["load \(path) as u"] + commands + ["label y", "features m"] {
      let report = session.report(line)
      #expect(report?.status == .ok, "\(line): \(report?.error?.message ?? "")")
    }
    let found = session.report("cv tree k=5 shuffle=yes")
    #expect(found?.status == .ok, "\(found?.error?.message ?? "")")
    // A summary beside its rows knows rows of the test set; in a table of its own it does not.
    let codes = Set(found?.outputs.compactMap(\.remark?.code) ?? [])
    #expect(codes.contains("leak-shaped") == (commands.last?.hasPrefix("join") ?? false))
  }

  @Test func `rows that occur several times are to blame, not a column`() throws {
    let sample = LeakSample("repeated", "x1 x2 visit", count: 200) { _, _ in [] }
    var chance = Chance(RandomSource(seed: 5))
    var rows: [[String]] = []
    for _ in 0..<50 {
      let (a, b) = (chance.normal().text(), chance.normal().text())
      let y = chance.happens(0.5) ? "p" : "q"
      for visit in 0..<4 { rows.append([a, b, (Double(visit) + chance.uniform()).text(), y]) }
    }
    var repeated = sample
    repeated.rows = rows
    let found = try LeakAcceptanceTests.found(repeated, .shuffled)
    #expect(found.codes == ["leak-repeated"], "\(found.text)")
    #expect(found.text.contains("'x1', 'x2'"))
  }
}
