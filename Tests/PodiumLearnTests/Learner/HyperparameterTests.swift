import PodiumCore
import PodiumLearn
import Testing

@Suite struct HyperparameterTests {
  static let depth = Hyperparameter(
    "max-depth", .optionalInteger(1...1000), defaultValue: .unset, help: "depth")
  static let cost = Hyperparameter(
    "c", .number(0...Double.infinity, exclusiveLow: true), defaultValue: .number(1), help: "cost")
  static let gamma = Hyperparameter(
    "gamma", .numberOrChoice(0...Double.infinity, exclusiveLow: true, ["scale", "auto"]),
    defaultValue: .text("scale"), help: "width")
  static let rate = Hyperparameter(
    "rate", .number(0...1, exclusiveLow: false), defaultValue: .number(0.5), help: "rate")
  static let criterion = Hyperparameter(
    "criterion", .choice(["entropy", "gini", "log"]), defaultValue: .text("entropy"), help: "criterion")
  static let shuffle = Hyperparameter("shuffle", .flag, defaultValue: .flag(false), help: "shuffle")
  static let hidden = Hyperparameter(
    "hidden", .integers(1...500, maxCount: 3), defaultValue: .integers([10]), help: "layers")
  static let count = Hyperparameter("k", .integer(1...Int.max), defaultValue: .integer(5), help: "count")
  static let all = [depth, cost, gamma, rate, criterion, shuffle, hidden, count]

  @Test func `values are read and written in their shortest form`() throws {
    #expect(try Self.depth.parse("7") == .integer(7))
    #expect(try Self.depth.parse("none") == .unset)
    #expect(try Self.cost.parse("1e-3") == .number(0.001))
    #expect(try Self.gamma.parse("scale") == .text("scale"))
    #expect(try Self.gamma.parse("0.10").text == "0.1")
    #expect(try Self.shuffle.parse("yes").text == "yes")
    #expect(try Self.hidden.parse("17,9") == .integers([17, 9]))
    #expect(try Self.hidden.parse("17x9").text == "17,9")
    #expect(try Self.rate.parse("-0") == .number(0))
  }

  static let messages: [(Hyperparameter, String, String)] = [
    (depth, "0", "'max-depth' must be a whole number from 1 to 1000 or none, not '0'"),
    (cost, "0", "'c' must be a number above 0, not '0'"),
    (gamma, "auto2", "'gamma' must be scale, auto or a number above 0, not 'auto2'"),
    (rate, "1.01", "'rate' must be a number from 0 to 1, not '1.01'"),
    (criterion, "Gini", "'criterion' must be entropy, gini or log, not 'Gini'"),
    (shuffle, "true", "'shuffle' must be yes or no, not 'true'"),
    (
      hidden, "1,2,3,4", "'hidden' must be 1 to 3 whole numbers from 1 to 500 separated by commas, not '1,2,3,4'"
    ),
    (count, "x", "'k' must be a whole number of at least 1, not 'x'"),
  ]

  @Test(arguments: messages)
  func `a bad value is named with the values allowed`(
    _ one: Hyperparameter, _ text: String, _ message: String
  ) {
    let refusal = diagnostic { () throws(Diagnostic) in _ = try one.parse(text) }
    #expect(refusal?.message == message)
    #expect(refusal?.code == "bad-value")
  }

  @Test(arguments: all)
  func `the bad values a definition makes are all refused`(_ one: Hyperparameter) {
    #expect(!one.invalidExamples().isEmpty)
    for text in one.invalidExamples() {
      #expect(diagnostic { () throws(Diagnostic) in _ = try one.parse(text) }?.code == "bad-value", "\(text)")
    }
  }

  @Test func `values keep the order of their definitions and what was given`() throws {
    let values = try HyperparameterValues(
      Self.all, given: [("k", "9"), ("c", "2.0"), ("criterion", "entropy")])
    #expect(values.given.map { $0.0 + "=" + $0.1 } == ["c=2", "k=9"])
    #expect(try values.integer("k") == 9)
    #expect(try values.number("c") == 2)
    #expect(try values.optionalInteger("max-depth") == nil)
    #expect(try values.text("criterion") == "entropy")
    #expect(try values.flag("shuffle") == false)
    #expect(try values.integers("hidden") == [10])
    #expect(diagnostic { () throws(Diagnostic) in _ = try values.integer("c") }?.code == "bad-value")
  }

  @Test func `unknown and repeated names are refused`() {
    func refusal(_ given: [(String, String)]) -> Diagnostic? {
      diagnostic { () throws(Diagnostic) in _ = try HyperparameterValues(Self.all, given: given) }
    }
    #expect(refusal([("gama", "1")])?.message == "unknown hyperparameter 'gama'; did you mean 'gamma'?")
    #expect(refusal([("k", "1"), ("k", "2")])?.message == "'k' is given twice")
  }

  @Test func `a spec reads as it is typed`() throws {
    let plain = LearnerSpec(key: "tree", values: try HyperparameterValues(Self.all))
    #expect(plain.description == "tree")
    let set = LearnerSpec(
      key: "tree",
      values: try HyperparameterValues(Self.all, given: [("criterion", "gini"), ("max-depth", "3")]))
    #expect(set.description == "tree(max-depth=3,criterion=gini)")
  }
}
