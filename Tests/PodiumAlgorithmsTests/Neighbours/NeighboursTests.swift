import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// References are scikit-learn 1.9's.
@Suite struct NeighboursTests {
  private func line(_ xs: [Double], _ classes: [Int]) throws -> TrainingData {
    try Iris.data(
      Matrix(columns: [xs], rows: xs.count), .classes(ClassTarget(classes: ["a", "b", "c"], codes: classes)))
  }

  @Test func `rows as far away as the last neighbour share its place`() throws {
    let data = try line([1, -1, 2, -2], [0, 1, 2, 2])
    let probe = Matrix(rows: 1, columns: 1, elements: [0])
    guard case .classes(let codes, let shares?) = try fitted("knn", [("k", "1")], data).predict(probe) else {
      Issue.record("no probabilities")
      return
    }
    // Half a vote each, and the first class wins.
    #expect(codes == [0] && shares.elements == [0.5, 0.5, 0])
    guard case .classes(let three, let thirds?) = try fitted("knn", [("k", "3")], data).predict(probe) else { return }
    #expect(three == [0] && thirds.elements.allSatisfy { abs($0 - 1.0 / 3) < 1e-15 })
  }

  @Test(arguments: ["uniform", "distance"], [1, 4, 5, 30])
  func `the order of the training rows changes nothing`(weights: String, k: Int) throws {
    // Few distinct rows, and sums whose rounding depends on their order.
    let xs = (0..<60).map { Double($0 % 4) / 10 }
    let zs = (0..<60).map { Double($0 % 3) / 10 }
    let ys = (0..<60).map { Double($0 * 37 % 11) }
    func predicted(_ order: [Int]) throws -> [Double] {
      let data = try TrainingData(
        features: Matrix(columns: [order.map { xs[$0] }, order.map { zs[$0] }], rows: 60), featureNames: ["x", "z"],
        target: .numbers(order.map { ys[$0] }))
      let model = try fitted("knn", [("k", String(k)), ("weights", weights)], data)
      let probes = Matrix(columns: [[0, 0.1, 0.15, 0.3], [0.2, 0.1, 0.05, 0]], rows: 4)
      guard case .numbers(let values) = try model.predict(probes) else { return [] }
      return values
    }
    let first = try predicted(Array(0..<60))
    for order in [Array((0..<60).reversed()), (0..<60).sorted { ys[$0] < ys[$1] }] {
      #expect(zip(try predicted(order), first).allSatisfy { abs($0 - $1) < 1e-12 })
    }
  }

  @Test func `with fewer rows than k all of them are neighbours`() throws {
    let data = try line([1, 2, 3], [0, 1, 1])
    let model = try fitted("knn", [("k", "1000000000")], data)
    guard case .classes(let codes, _) = try model.predict(Matrix(rows: 1, columns: 1, elements: [0])) else { return }
    #expect(codes == [1])
  }

  @Test func `weights by distance agree with the reference`() throws {
    let (features, target) = try Iris().widths()
    let rows = Array(0..<140)
    let model = try fitted(
      "knn", [("weights", "distance")], Iris.data(features, .numbers(target), rows: rows))
    guard case .numbers(let values) = try model.predict(features.selecting(rows: Array(140..<145))) else { return }
    // Two rows are the fifth of the second row; scikit-learn takes one of them, which gives 1.7205738698367476.
    let wanted = [2.0813977163668675, 1.7685415726658724, 1.9, 2.126426349616491, 2.1]
    #expect(zip(values, wanted).allSatisfy { abs($0 - $1) < 1e-9 })
    let iris = try Iris()
    let votes = try fitted(
      "knn", [("weights", "distance"), ("k", "7")],
      Iris.data(iris.features, .classes(iris.species), rows: Array(stride(from: 0, to: 150, by: 2))))
    guard case .classes(_, let shares?) = try votes.predict(iris.features.selecting(rows: [71, 77, 83, 133])) else {
      return
    }
    let thirds = [0, 0.26043714587444605, 0.7378959249647725, 0.6724721215318659]
    #expect(zip(shares.column(2), thirds).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func `a row at distance 0 decides alone`() throws {
    let model = try fitted("knn", [("weights", "distance"), ("k", "3")], line([1, 1.5, 2], [2, 0, 0]))
    guard case .classes(let codes, let shares?) = try model.predict(Matrix(rows: 1, columns: 1, elements: [1])) else {
      return
    }
    #expect(codes == [2] && shares.elements == [0, 0, 1])
  }

  @Test func `features whose squares are too large are refused`() throws {
    let data = try line([1e200, 1], [0, 1])
    #expect(throws: Diagnostic.self) { try fitted("knn", [], data) }
    let model = try fitted("knn", [], line([1, 2], [0, 1]))
    #expect(throws: Diagnostic.self) { try model.predict(Matrix(rows: 1, columns: 1, elements: [1e200])) }
  }

  /// Distances of rows far from 0 lose all digits in a product of matrices.
  @Test func `rows far from 0 keep the order of their distances`() throws {
    let model = try fitted("knn", [("k", "1")], line([1e8, 1e8 + 1, 1e8 + 3], [0, 1, 2]))
    let probes = [1e8 + 0.4, 1e8 + 0.6, 1e8 + 2.1]
    guard case .classes(let codes, _) = try model.predict(Matrix(rows: 3, columns: 1, elements: probes)) else { return }
    #expect(codes == [0, 1, 2])
  }

  /// The product of 32-bit numbers may exclude none of the nearest, whatever the scale.
  @Test(arguments: [1, 15, 16, 17, 100, 2050], [1e-120, 1, 1e90])
  func `the neighbours are those of measuring every row`(count: Int, scale: Double) throws {
    var random = Seed(5).source()
    // Far from 0, rounded so that distances tie, one column a thousand times as wide.
    func draw() -> [Double] {
      [1, 1000, 1].map { width in scale * (7 + width * (random.uniform() * 64).rounded() / 64) }
    }
    let rows = (0..<count).map { _ in draw() }
    let probes = (0..<20).map { _ in draw() } + [rows[0], [0, 0, 0], [scale * 1e6, 0, -scale * 1e6]]
    let codes = (0..<count).map { $0 % 3 }
    let data = try TrainingData(
      features: Matrix(rows: count, columns: 3, elements: rows.flatMap { $0 }), featureNames: ["a", "b", "c"],
      target: .classes(ClassTarget(classes: ["a", "b", "c"], codes: codes)))
    for k in [4, 600, 1500] {
      let model = try fitted("knn", [("k", String(k))], data)
      guard
        case .classes(_, let shares?) = try model.predict(
          Matrix(rows: probes.count, columns: 3, elements: probes.flatMap { $0 }))
      else {
        Issue.record("no probabilities")
        return
      }
      for (place, probe) in probes.enumerated() {
        let squares = rows.map { row in zip(row, probe).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        let last = squares.sorted()[min(k, count) - 1]
        let near = squares.indices.filter { squares[$0] < last * (1 - 1e-12) }
        let tied = squares.indices.filter { abs(squares[$0] - last) <= last * 1e-12 }
        for code in 0..<3 {
          let part = Double(min(k, count) - near.count) / Double(tied.count)
          let votes = Double(near.count { codes[$0] == code }) + part * Double(tied.count { codes[$0] == code })
          #expect(abs(shares[place, code] - votes / Double(min(k, count))) < 1e-12)
        }
      }
    }
  }
}
