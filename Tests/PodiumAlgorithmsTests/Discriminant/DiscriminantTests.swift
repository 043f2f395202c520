import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

@Suite struct DiscriminantTests {
  private let classes = ["a", "b", "c"]

  @Test func `one row a class is refused with a reason`() throws {
    let data = try Iris.data(
      Matrix(columns: [[1, 2, 3]], rows: 3), .classes(ClassTarget(classes: classes, codes: [0, 1, 2])))
    let error = #expect(throws: Diagnostic.self) { try fitted("lda", [], data) }
    #expect(error?.code == "too-few-rows")
  }

  @Test(arguments: ["lda", "qda"])
  func `features whose squares are beyond all numbers are refused`(_ learner: String) throws {
    let far = Matrix(columns: [(0..<12).map { Double($0) * 1e200 }], rows: 12)
    let codes = (0..<12).map { $0 % 2 }
    let data = try Iris.data(far, .classes(ClassTarget(classes: ["a", "b"], codes: codes)))
    let error = #expect(throws: Diagnostic.self) { try fitted(learner, [], data) }
    #expect(error?.code == "not-finite")
  }

  @Test func `linearly dependent and constant columns change nothing`() throws {
    let iris = try Iris()
    let first = iris.features.column(0)
    let wide = Matrix(
      columns: (0..<4).map { iris.features.column($0) } + [first.map { 3 * $0 + 1 }, first.map { _ in 0.1 }], rows: 150)
    let plain = try fitted("lda", [], Iris.data(iris.features, .classes(iris.species)))
    let other = try fitted("lda", [], Iris.data(wide, .classes(iris.species)))
    guard case .classes(let a, let p?) = try plain.predict(iris.features),
      case .classes(let b, let q?) = try other.predict(wide)
    else { return }
    #expect(a == b)
    #expect(zip(p.elements, q.elements).allSatisfy { abs($0 - $1) < 1e-9 })
  }
}
