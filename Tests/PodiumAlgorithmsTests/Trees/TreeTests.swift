import Foundation
import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

@Suite struct TreeTests {
  private func tree(
    _ columns: [[Double]], _ target: Target, _ given: [(String, String)] = []
  ) throws -> TreeModel {
    let features = Matrix(columns: columns, rows: target.rowCount)
    let data = try TrainingData(
      features: features, featureNames: columns.indices.map { "x\($0)" }, target: target)
    let learner = try Tree.definition.learner(Tree.definition.spec(given))
    return try #require(
      try learner.fit(data, seed: Seed(0), cancellation: Cancellation()) as? TreeModel)
  }

  private func classes(_ codes: [Int]) -> Target {
    .classes(ClassTarget(classes: (0...(codes.max() ?? 0)).map { "c\($0)" }, codes: codes))
  }

  @Test func `a threshold lies halfway between neighbours`() throws {
    let model = try tree([[1, 2, 4, 8]], classes([0, 0, 1, 1]))
    #expect(model.nodes.column == [0, -1, -1])
    #expect(model.nodes.threshold[0] == 3)
    #expect(model.nodes.rows == [4, 2, 2])
    #expect(model.nodes.depth == 1)
  }

  @Test func `equal gains go to the lowest column, then the lowest threshold`() throws {
    let twin = [1.0, 2, 3, 4]
    #expect(try tree([[5, 5, 5, 5], twin, twin], classes([0, 0, 1, 1])).nodes.column[0] == 1)
    #expect(try tree([[1, 2, 3]], classes([0, 1, 0])).nodes.threshold[0] == 1.5)
  }

  @Test(arguments: ["entropy", "gini"])
  func `rounding noise does not decide a tie`(_ criterion: String) throws {
    // Both columns separate classes 0 and 1 from 2 equally well, in another order of counts.
    let codes = [0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 1]
    let first = codes.map { $0 == 2 ? 1.0 : 0 }
    let second = codes.map { $0 == 2 ? 0.0 : 1 }
    #expect(try tree([second, first], classes(codes), [("criterion", criterion)]).nodes.column[0] == 0)
    #expect(try tree([first, second], classes(codes), [("criterion", criterion)]).nodes.column[0] == 0)
  }

  @Test(arguments: [1e-300, 1e-40, 1e-9, 1, 1e9, 1e30, 1e200])
  func `a split does not depend on the unit of a feature`(_ unit: Double) throws {
    let xs = [4.1, 4.2, 4.3, 7.1, 7.2, 7.3].map { $0 * unit }
    let model = try tree([xs], classes([0, 0, 0, 1, 1, 1]))
    #expect(model.nodes.count == 3)
    #expect(try model.predict(Matrix(columns: [xs], rows: 6)).places == [0, 0, 0, 1, 1, 1])
  }

  @Test func `values that are equal in 32 bits only are read in 64`() throws {
    let xs = (0..<6).map { 1_700_000_000 + Double($0) }
    let model = try tree([xs, xs.map { _ in 1 }], classes([0, 1, 0, 1, 0, 1]))
    #expect(model.nodes.wide == [0] && model.nodes.threshold[0] == 1_700_000_000.5)
    #expect(try model.predict(Matrix(columns: [xs, xs], rows: 6)).places == [0, 1, 0, 1, 0, 1])
    let read = try JSONDecoder().decode(TreeModel.self, from: JSONEncoder().encode(model))
    #expect(read == model)
    // What rounding alone tells apart stays together.
    #expect(try tree([[0.3, 0.1 + 0.2]], classes([0, 1])).nodes.count == 1)
    #expect(try tree([[0, 5e-8]], classes([0, 1])).nodes.count == 3)
  }

  @Test func `a row on the threshold goes left`() throws {
    let model = try tree([[0, 1]], classes([0, 1]))
    #expect(
      try model.predict(Matrix(columns: [[0.5, 0.5000001]], rows: 2))
        == .classes([0, 1], probabilities: Matrix(rows: 2, columns: 2, elements: [1, 0, 0, 1])))
  }

  @Test func `a split that gains nothing is made when rows still differ`() throws {
    // Exclusive or: no single split helps, two do.
    let model = try tree([[0, 0, 1, 1], [0, 1, 0, 1]], classes([0, 1, 1, 0]))
    #expect(model.nodes.count == 7)
    guard
      case .classes(let codes, _) = try model.predict(
        Matrix(columns: [[0, 0, 1, 1], [0, 1, 0, 1]], rows: 4))
    else { return }
    #expect(codes == [0, 1, 1, 0])
  }

  @Test func `leaves hold shares, and ties go to the first class`() throws {
    let model = try tree([[1, 1, 2]], classes([1, 0, 1]))
    #expect(
      try model.predict(Matrix(columns: [[1, 2]], rows: 2))
        == .classes([0, 1], probabilities: Matrix(rows: 2, columns: 2, elements: [0.5, 0.5, 0, 1])))
  }

  @Test func `limits stop the growth`() throws {
    let x = [[1.0, 2, 3, 4, 5, 6]]
    let y = classes([0, 1, 0, 1, 0, 1])
    #expect(try tree(x, y).nodes.depth > 2)
    #expect(try tree(x, y, [("max-depth", "1")]).nodes.count == 3)
    #expect(try tree(x, y, [("min-samples-split", "7")]).nodes.count == 1)
    let wide = try tree(x, y, [("min-samples-leaf", "2")]).nodes
    #expect(zip(wide.column, wide.rows).allSatisfy { $0 >= 0 || $1 >= 2 })
    #expect(try tree(x, y, [("min-samples-leaf", "4")]).nodes.count == 1)
  }

  @Test func `a numeric target is split by squared error and predicted by the mean`() throws {
    let model = try tree([[1, 2, 3, 4]], .numbers([1, 1.2, 5, 5.4]), [("max-depth", "1")])
    #expect(model.nodes.threshold[0] == 2.5)
    guard case .numbers(let values) = try model.predict(Matrix(columns: [[0, 9]], rows: 2)) else { return }
    #expect(abs(values[0] - 1.1) < 1e-12 && abs(values[1] - 5.2) < 1e-12)
    #expect(try tree([[1, 2]], .numbers([7, 7])).nodes.count == 1)
  }

  @Test func `classes with the squared error are refused`() throws {
    #expect(
      throws: Diagnostic(
        "bad-value", "'criterion' must be entropy or gini for a target with classes, not 'squared-error'")
    ) { try tree([[1, 2]], classes([0, 1]), [("criterion", "squared-error")]) }
  }

  @Test func `no columns, and numbers beyond 32 bits, are handled`() throws {
    #expect(try tree([], classes([0, 1, 1])).nodes.leaves == [[1.0 / 3, 2.0 / 3]])
    let huge = try tree([[-1e300, 0, 1e300]], classes([0, 1, 2]))
    guard case .classes(let codes, _) = try huge.predict(Matrix(columns: [[-1e300, 0, 1e300]], rows: 3))
    else { return }
    #expect(codes == [0, 1, 2])
    #expect(huge.nodes.threshold.allSatisfy { $0.isFinite })
  }

  @Test(arguments: [100, 2100])
  func `an unlimited tree fits each training row, few and many, of any size and sign`(_ rows: Int) throws {
    var source = Seed(UInt64(rows)).source()
    let random = { (below: UInt64) in Double(source.next() % below) }
    // Each value once in 32 bits, zero with both signs: in whatever order they come, the tree must part all of them.
    var values: Set<Float> = [0, 1e38, -1e38]
    while values.count < rows { values.insert(Float((random(2_000_000) - 1_000_000) / 7)) }
    let rising = values.sorted()
    var rowsOfTest = rising.enumerated().map { (value: Double($1), code: $0 / 40 % 2) }
    rowsOfTest.append((-0.0, rowsOfTest.first { $0.value == 0 }?.code ?? 0))
    rowsOfTest.sort { _, _ in random(2) == 0 }
    let (column, codes) = (rowsOfTest.map(\.value), rowsOfTest.map(\.code))
    let model = try tree([column], classes(codes))
    guard case .classes(let found, _) = try model.predict(Matrix(columns: [column], rows: column.count)) else {
      Issue.record("no classes")
      return
    }
    #expect(found == codes)
  }

  @Test func `a chain of thousands of nodes needs no call stack`() throws {
    // Each split takes off one row; release builds take a longer chain.
    #if DEBUG
      let rows = 400
    #else
      let rows = 20_000
    #endif
    let x = (0..<rows).map(Double.init)
    let codes = (0..<rows).map { $0 % 2 }
    #expect(try tree([x], classes(codes)).nodes.count == 2 * rows - 1)
    // The largest number is always the furthest from the rest.
    let steep = try tree([(0..<300).map(Double.init)], .numbers((0..<300).map { pow(8, Double($0)) }))
    #expect(steep.nodes.depth > 200)
  }

  @Test func `a broken file is refused when it is read`() throws {
    let model = try tree([[1, 2, 4, 8]], classes([0, 0, 1, 1]))
    let text = String(decoding: try JSONEncoder().encode(model), as: UTF8.self)
    let good = try JSONDecoder().decode(TreeModel.self, from: Data(text.utf8))
    #expect(good == model)
    for (part, other) in [
      ("\"left\":[1,", "\"left\":[0,"), ("\"column\":[0,", "\"column\":[7,"),
      ("\"right\":[2,", "\"right\":[99,"), ("\"classCount\":2", "\"classCount\":3"),
    ] {
      let broken = text.replacingOccurrences(of: part, with: other)
      #expect(broken != text)
      #expect(try JSONDecoder().decode(TreeModel.self, from: Data(broken.utf8)).flaw != nil)
    }
  }
}

extension Prediction {
  /// The places of the predicted classes.
  fileprivate var places: [Int] { if case .classes(let codes, _) = self { codes } else { [] } }
}
