import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

@Suite struct BoostingTests {
  private func boost(_ given: [(String, String)], _ data: TrainingData) throws -> BoostingModel {
    try #require(try fitted("boost", given, data) as? BoostingModel)
  }

  private func numbers(_ model: any Model, _ xs: [Double]) throws -> [Double] {
    guard case .numbers(let values) = try model.predict(Matrix(columns: [xs], rows: xs.count)) else { return [] }
    return values
  }

  /// Forty rows on two levels: the first tree halves the error for a learning rate of ½, and so does each later one.
  @Test func `rounds approach the means of the leaves`() throws {
    let xs = (0..<40).map(Double.init)
    let ys = xs.map { $0 < 20 ? 0.0 : 8 }
    let data = try Iris.data(Matrix(columns: [xs], rows: 40), .numbers(ys))
    for (rounds, gap) in [("1", 2.0), ("2", 1), ("3", 0.5)] {
      let model = try boost([("rounds", rounds), ("learning-rate", "0.5")], data)
      let found = try numbers(model, [3, 19.4, 19.6, 90])
      #expect(zip(found, [gap, gap, 8 - gap, 8 - gap]).allSatisfy { abs($0 - $1) < 1e-12 }, "\(rounds)")
    }
    let penalized = try boost([("rounds", "1"), ("learning-rate", "1"), ("l2", "20")], data)
    #expect(try zip(numbers(penalized, [0, 30]), [2, 6]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test func `a model without any split says so`() throws {
    let xs = (0..<24).map(Double.init)
    let target = Target.classes(ClassTarget(classes: ["a", "b"], codes: xs.map { $0 > 11 ? 1 : 0 }))
    let data = try Iris.data(Matrix(columns: [xs], rows: 24), target)
    #expect(try boost([], data).isConstant)
    #expect(try !boost([("min-samples-leaf", "3")], data).isConstant)
    for key in ["tree", "forest"] {
      #expect(try fitted(key, [("min-samples-leaf", "20")], data).isConstant)
      #expect(try !fitted(key, [], data).isConstant)
    }
    let numbers = try Iris.data(Matrix(columns: [xs], rows: 24), .numbers(xs))
    #expect(try fitted("lasso", [("alpha", "1e9")], numbers).isConstant)
    #expect(try !fitted("lasso", [("alpha", "0.1")], numbers).isConstant)
    #expect(try fitted("logistic", [("penalty", "l1"), ("c", "1e-9")], data).isConstant)
  }

  @Test func `missing values go to the side they fit`() throws {
    let xs = (0..<80).map { $0 < 20 || $0 >= 60 ? Double($0) : .nan }
    let ys = (0..<80).map { $0 < 60 ? 1.0 : 5 }
    let features = Matrix(columns: [xs], rows: 80)
    let data = try TrainingData(
      features: features, featureNames: ["x"], target: .numbers(ys), allowingMissing: true)
    let model = try boost([("rounds", "60"), ("learning-rate", "0.5")], data)
    let found = try numbers(model, [.nan, 0, 79])
    #expect(zip(found, [1, 1, 5]).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(throws: Diagnostic.self) { try model.predict(Matrix(rows: 1, columns: 1, elements: [.infinity])) }
  }

  @Test func `a column that is missing everywhere changes nothing`() throws {
    let iris = try Iris()
    let rows = Array(0..<150)
    let data = try Iris.data(iris.features, .classes(iris.species))
    let plain = try boost([("rounds", "5")], data)
    let wide = Matrix(
      columns: (0..<4).map { iris.features.column($0) } + [rows.map { _ in Double.nan }], rows: 150)
    let other = try boost(
      [("rounds", "5")],
      TrainingData(
        features: wide, featureNames: ["a", "b", "c", "d", "e"], target: .classes(iris.species), allowingMissing: true))
    #expect(try plain.predict(iris.features) == other.predict(wide))
  }

  @Test func `more distinct values than bins are cut at quantiles`() throws {
    let xs = (0..<2000).map { Double(($0 * 7919) % 2000) }
    let data = try Iris.data(Matrix(columns: [xs], rows: 2000), .numbers(xs.map { $0 < 1000 ? 0 : 1 }))
    let found = try numbers(boost([("rounds", "1"), ("learning-rate", "1")], data), [0, 900, 1100, 1999])
    #expect(zip(found, [0, 0, 1, 1]).allSatisfy { abs($0 - $1) < 0.01 })
  }

  @Test func `balanced classes start from equal odds`() throws {
    let iris = try Iris()
    let data = try Iris.data(iris.features, .classes(iris.species), rows: Array(70..<150))
    let plain = try boost([("rounds", "1")], data)
    let balanced = try boost([("rounds", "1"), ("weights", "balanced")], data)
    #expect(plain.start.count == 1 && plain.start[0] > 0.5 && abs(balanced.start[0]) < 1e-12)
    #expect(plain.present == [1, 2])
  }

  @Test func `a constant target needs no tree`() throws {
    let data = try Iris.data(Matrix(columns: [[1, 2, 3]], rows: 3), .numbers([0.1, 0.1, 0.1]))
    let model = try boost([], data)
    #expect(model.rounds.isEmpty)
    #expect(try numbers(model, [5]).allSatisfy { abs($0 - 0.1) < 1e-15 })
  }
}
