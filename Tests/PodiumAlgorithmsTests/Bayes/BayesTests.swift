import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

@Suite struct BayesTests {
  private let classes = ["a", "b"]

  @Test func `means and variances are those of the classes`() throws {
    let data = try Iris.data(
      Matrix(columns: [[1, 3, 10, 10, 13]], rows: 5), .classes(ClassTarget(classes: classes, codes: [0, 0, 1, 1, 1])))
    let model = try #require(try fitted("bayes", [("var-smoothing", "1e-300")], data) as? BayesModel)
    #expect(model.priors == [0.4, 0.6])
    #expect(model.means.elements == [2, 11])
    #expect(zip(model.variances.elements, [1, 2]).allSatisfy { abs($0 - $1) < 1e-14 })
  }

  @Test func `columns that are constant everywhere do not count`() throws {
    let data = try Iris.data(
      Matrix(columns: [[0.1, 0.1, 0.1]], rows: 3), .classes(ClassTarget(classes: classes, codes: [0, 1, 1])))
    guard
      case .classes(let codes, let shares?) = try fitted("bayes", [], data).predict(
        Matrix(rows: 2, columns: 1, elements: [0.1, 7]))
    else { return }
    #expect(codes == [1, 1])
    #expect(zip(shares.elements, [1.0 / 3, 2.0 / 3, 1.0 / 3, 2.0 / 3]).allSatisfy { abs($0 - $1) < 1e-15 })
  }

  @Test func `a row far outside is still predicted`() throws {
    let data = try Iris.data(
      Matrix(columns: [[0, 1, 5, 6]], rows: 4), .classes(ClassTarget(classes: classes, codes: [0, 0, 1, 1])))
    guard
      case .classes(_, let shares?) = try fitted("bayes", [], data).predict(
        Matrix(rows: 2, columns: 1, elements: [1e300, -1e300]))
    else { return }
    #expect(shares.elements.allSatisfy { $0.isFinite })
  }
}
