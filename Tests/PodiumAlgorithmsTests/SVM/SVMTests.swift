import Foundation
import PodiumCore
import PodiumLearn
import PodiumLinear
import Testing

@testable import PodiumAlgorithms

@Suite struct SVMTests {
  private func data(_ columns: [[Double]], _ codes: [Int], classes: Int? = nil) throws -> TrainingData {
    let names = (0..<(classes ?? (codes.max() ?? 0) + 1)).map { "c\($0)" }
    return try TrainingData(
      features: Matrix(columns: columns, rows: codes.count), featureNames: columns.indices.map { "x\($0)" },
      target: .classes(ClassTarget(classes: names, codes: codes)))
  }

  private func svm(
    _ data: TrainingData, _ given: [(String, String)] = [], _ cancellation: Cancellation = Cancellation()
  ) throws -> SVMModel {
    let learner = try SVM.definition.learner(SVM.definition.spec(given))
    return try #require(try learner.fit(data, seed: Seed(0), cancellation: cancellation) as? SVMModel)
  }

  private func codes(_ model: SVMModel, _ columns: [[Double]], rows: Int) throws -> [Int] {
    guard case .classes(let codes, nil) = try model.predict(Matrix(columns: columns, rows: rows)) else {
      return []
    }
    return codes
  }

  /// Two overlapping clouds, the same in every run.
  private func clouds(_ rows: Int, classes: Int = 2) throws -> TrainingData {
    var random = RandomSource(seed: 11)
    var columns: [[Double]] = [[], [], []]
    let codes = (0..<rows).map { $0 % classes }
    for code in codes {
      for c in columns.indices {
        columns[c].append(Double(random.next() >> 11) / Double(1 << 53) * 3 + (c == code ? 1 : 0))
      }
    }
    return try data(columns, codes)
  }

  @Test func `two points are separated halfway, with the widest margin`() throws {
    let model = try svm(data([[-1, 1]], [0, 1]), [("kernel", "linear"), ("c", "10")])
    // w = −1, b = 0: the first class is positive.
    #expect(model.weights.elements == [0.5, -0.5])
    #expect(model.intercepts == [0])
    let values = try model.decisionValues(Matrix(columns: [[-2, 0, 0.5]], rows: 3))
    #expect(values.elements == [2, 0, -0.5])
    #expect(try codes(model, [[-2, 0.5]], rows: 2) == [0, 1])
  }

  @Test func `gamma follows scikit-learn's scale and auto`() throws {
    let rows = try data([[0, 2, 4, 6], [1, 1, 1, 1]], [0, 0, 1, 1])
    // The eight entries have mean 2 and variance 28 / 8.
    #expect(try svm(rows).kernel.gamma == 1 / (2 * 3.5))
    #expect(try svm(rows, [("gamma", "auto")]).kernel.gamma == 0.5)
    #expect(try svm(rows, [("gamma", "3.5")]).kernel.gamma == 3.5)
    #expect(try svm(data([[3, 3]], [0, 1])).kernel.gamma == 1)
  }

  @Test func `the exponential function is accurate up to the last bits`() {
    // Of rows at the squared distance −x, one of them 0; alone, and as the last of eleven.
    func exponential(_ x: Double) -> Double {
      let kernel = SVMKernel(shape: .rbf, gamma: 1, degree: 3, coef0: 0)
      var one = [0.0]
      var many = [Double](repeating: 0, count: 11)
      let (origin, others) = ([0.0], [Double](repeating: -x, count: 11))
      var alone = one.mutableSpan
      kernel.apply(to: &alone, from: 0, square: -x, squares: origin.span)
      var last = many.mutableSpan
      kernel.apply(to: &last, from: 0, square: 0, squares: others.span)
      #expect(one[0].bitPattern == many[10].bitPattern && many[0].bitPattern == many[10].bitPattern)
      return one[0]
    }
    for k in 0...7_000 {
      let x = -Double(k) * 0.101
      #expect(abs(exponential(x) - exp(x)) <= 1e-15 * exp(x))
    }
    #expect(exponential(0) == 1)
    #expect(exponential(-800) == 0)
    #expect(exponential(-.infinity) == 0)
    #expect(exponential(.nan).isNaN)
  }

  @Test func `equal votes go to the first class`() throws {
    // Three classes in a ring: a row in the middle may win one vote each.
    let third = 2 * Double.pi / 3
    let turned = (0..<3).map { third * Double($0) + 0.2 }
    let model = try svm(data([turned.map(cos), turned.map(sin)], [0, 1, 2]), [("kernel", "linear")])
    let values = try model.decisionValues(Matrix(columns: [[0.0], [0]], rows: 1))
    #expect(values.columns == 3)
    #expect(try codes(model, [[0], [0]], rows: 1).count == 1)
    let tied = SVMModel.winner([1, -1, 1], present: [0, 1, 2])
    #expect(tied == 0)
    #expect(SVMModel.winner([-1, 0, -1], present: [2, 4, 7]) == 7)
  }

  @Test func `identical rows of both classes are fitted`() throws {
    for kernel in SVMKernel.Shape.allCases {
      let twins = try data([[1, 1, 1, 1, 2], [3, 3, 3, 3, 4]], [0, 1, 0, 1, 1])
      let model = try svm(twins, [("kernel", kernel.rawValue)])
      #expect(try codes(model, [[1], [3]], rows: 1).count == 1)
    }
    let all = try data([[1, 1, 1]], [0, 1, 1])
    #expect(try codes(svm(all), [[1, 7]], rows: 2) == [1, 1])
  }

  @Test func `one row a class is enough, and a class without rows is never predicted`() throws {
    let model = try svm(data([[0, 5]], [0, 3], classes: 5))
    #expect(model.present == [0, 3])
    #expect(try codes(model, [[-1, 6]], rows: 2) == [0, 3])
    let single = try svm(data([[0, 5]], [2, 2], classes: 5))
    #expect(try codes(single, [[-1, 6]], rows: 2) == [2, 2])
    #expect(try codes(single, [[]], rows: 0) == [])
  }

  @Test func `without columns the larger class is predicted`() throws {
    #expect(try codes(svm(data([], [0, 1, 1])), [], rows: 2) == [1, 1])
  }

  @Test(arguments: [
    ("c", "0"), ("c", "-1"), ("gamma", "0"), ("gamma", "-2"), ("tol", "0"), ("kernel", "rfb"),
    ("degree", "-1"), ("max-iterations", "0"), ("gamma", "scales"), ("c", "1e999"),
  ])
  func `a value out of range is refused`(_ given: (String, String)) throws {
    let diagnostic = #expect(throws: Diagnostic.self) { try SVM.definition.spec([given]) }
    #expect(diagnostic?.code == "bad-value")
    #expect(diagnostic?.message.hasPrefix("'\(given.0)' must be") == true)
  }

  @Test func `the message of a refused value names what is allowed`() throws {
    func message(_ name: String, _ text: String) -> String? {
      #expect(throws: Diagnostic.self) { try SVM.definition.spec([(name, text)]) }?.message
    }
    #expect(message("c", "0") == "'c' must be a number above 0 and at most 1e+100, not '0'")
    #expect(message("gamma", "0") == "'gamma' must be scale, auto or a number above 0, not '0'")
  }

  @Test(arguments: [("c", "1e-300"), ("c", "1e100"), ("gamma", "1e-300"), ("gamma", "1e300")])
  func `huge and tiny values of c and gamma give finite machines`(_ given: (String, String)) throws {
    let rows = try clouds(40)
    let model = try svm(rows, [given, ("max-iterations", "1000000")])
    #expect(model.intercepts.allSatisfy { $0.isFinite })
    #expect(try model.predict(rows.features).rowCount == 40)
  }

  @Test func `a kernel value that overflows is an error`() throws {
    let rows = try data([[1e200, -1e200, 1]], [0, 1, 1])
    for kernel in ["rbf", "linear", "poly"] {
      let diagnostic = #expect(throws: Diagnostic.self) {
        try svm(rows, [("kernel", kernel), ("gamma", "1")])
      }
      #expect(diagnostic?.code == "not-finite")
    }
    // A row very far away is like none: the intercept decides.
    let near = try svm(data([[0, 1]], [0, 1]))
    #expect(try near.decisionValues(Matrix(columns: [[1e200]], rows: 1)).elements == near.intercepts)
    let line = try svm(data([[-1e100, 1e100]], [0, 1]), [("kernel", "sigmoid"), ("gamma", "1e100")])
    #expect(throws: Never.self) { try line.predict(Matrix(columns: [[1e300]], rows: 1)) }
  }

  @Test func `a machine that does not converge is an error with a remedy`() throws {
    let diagnostic = #expect(throws: Diagnostic.self) {
      try svm(clouds(60), [("c", "1000"), ("max-iterations", "5")])
    }
    #expect(diagnostic?.code == "no-convergence")
    #expect(diagnostic?.message == "svm did not converge within 5 iterations")
    #expect(
      diagnostic?.help == "scale the features, or set a smaller c, a larger tol or more max-iterations")
  }

  @Test(arguments: [0, 1, 1000, 4097, 3_000_000])
  func `memory of any size and place is given up without touching any other`(count: Int) {
    let store = RawBuffer<Float>(count, of: 1)
    let neighbour = [Float](repeating: 2, count: count)
    store.giveUp()
    #expect(neighbour.allSatisfy { $0 == 2 })
    // What is left of it is at both ends, less than a page each.
    let kept = (0..<store.count).count { store.start[$0] != 0 }
    #expect(kept <= 2 * Int(sysconf(Int32(_SC_PAGESIZE))) / MemoryLayout<Float>.size)
  }

  @Test func `a cancelled fit stops`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let diagnostic = #expect(throws: Diagnostic.self) { try svm(clouds(30), [], cancellation) }
    #expect(diagnostic == .interrupted)
  }

  @Test(arguments: ["rbf", "linear", "poly", "sigmoid"])
  func `shrinking and the store of kernel rows do not change the machine`(_ kernel: String) throws {
    let rows = try clouds(240)
    let given = [("kernel", kernel), ("tol", "1e-9"), ("gamma", "0.3")]
    let plain = try svm(rows, given + [("shrinking", "no")])
    let shrunk = try svm(rows, given + [("shrinking", "yes")])
    let (a, b) = (try plain.decisionValues(rows.features), try shrunk.decisionValues(rows.features))
    for (x, y) in zip(a.elements, b.elements) { #expect(abs(x - y) < 1e-5) }
    // Room for eight rows only.
    let target = try rows.requireClasses("svm")
    let order = [0, 1].flatMap { code in target.codes.indices.filter { target.codes[$0] == code } }
    let signs = order.map { target.codes[$0] == 0 ? 1.0 : -1 }
    let features = rows.features.selecting(rows: order)
    let room = SVMKernelRows.Room(forRows: 240)
    func solve(_ budget: Int) throws -> SMOSolver.Solution {
      let lines = try SVMKernelRows(
        features, plain.kernel, .load(), budget: budget, room: room, cancellation: Cancellation())
      var solver = SMOSolver(
        lines, sign: signs, bounds: (1, 1), settings: try SVM(SVM.definition.spec().values).settings)
      return try solver.solve(Cancellation())
    }
    let (whole, narrow) = (try solve(1 << 30), try solve(8 * 240 * 4))
    // The last bits of a product may hang on the shape it was part of.
    #expect(abs(whole.rho - narrow.rho) < 1e-2)
    #expect(zip(whole.alpha, narrow.alpha).allSatisfy { abs($0 - $1) < 0.1 })
  }

  @Test(arguments: ["rbf", "linear"])
  func `the machine of a pair is the same whichever classes came before it`(_ kernel: String) throws {
    let rows = try clouds(250, classes: 5)
    let target = try rows.requireClasses("svm")
    let given = [("kernel", kernel), ("tol", "1e-9"), ("gamma", "0.3")]
    let all = try svm(rows, given).decisionValues(rows.features)
    var column = 0
    for first in 0..<5 {
      for second in (first + 1)..<5 {
        let own = target.codes.indices.filter { [first, second].contains(target.codes[$0]) }
        let part = try TrainingData(
          features: rows.features.selecting(rows: own), featureNames: rows.featureNames,
          target: .classes(target.selecting(rows: own)))
        let alone = try svm(part, given).decisionValues(rows.features)
        for row in 0..<rows.features.rows { #expect(abs(alone[row, 0] - all[row, column]) < 1e-5) }
        column += 1
      }
    }
  }

  @Test func `each pair of the chain has a class of the one before, and none is missing`() {
    for count in 0...9 {
      let chain = SVM.chain(Array(10..<(10 + count)))
      #expect(Set(chain.map { $0.0 * 100 + $0.1 }).count == count * (count - 1) / 2 && chain.allSatisfy { $0.0 < $0.1 })
      for (a, b) in zip(chain, chain.dropFirst()) { #expect(!Set([a.0, a.1]).isDisjoint(with: [b.0, b.1])) }
    }
  }

  @Test func `a saved machine predicts the same, and a broken one is refused`() throws {
    let rows = try clouds(60, classes: 3)
    let model = try svm(rows)
    let bytes = try JSONEncoder().encode(model)
    #expect(try JSONDecoder().decode(SVMModel.self, from: bytes) == model)
    let text = try #require(String(bytes: bytes, encoding: .utf8))
    let broken = text.replacingOccurrences(of: "\"present\":[0,1,2]", with: "\"present\":[0,1,9]")
    #expect(broken != text)
    #expect(try JSONDecoder().decode(SVMModel.self, from: Data(broken.utf8)).flaw != nil)
  }

  @Test func `a numeric target is refused`() throws {
    let rows = try TrainingData(
      features: Matrix(columns: [[1, 2]], rows: 2), featureNames: ["x"], target: .numbers([1, 2]))
    let diagnostic = #expect(throws: Diagnostic.self) { try svm(rows) }
    #expect(diagnostic?.code == "wrong-target")
  }
}
