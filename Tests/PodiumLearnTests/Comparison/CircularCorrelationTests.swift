import PodiumCore
import PodiumLearn
import Testing

@Suite struct CircularCorrelationTests {
  private let directions: [Double] = [350, 10, 20, 340, 5, 60, 300, 15.5, 200, 330.25]
  private let heights: [Double] = [1.2, 2.1, 2.5, 0.9, 1.8, 3, 0.2, 2.2, 1.1, 0.7]
  private let others: [Double] = [10, 30, 25, 5, 20, 90, 310, 40, 260, 350]

  @Test func `with a linear list it is the multiple correlation of an independent least squares fit`() throws {
    // numpy's lstsq on 1, cos and sin; p by scipy's F distribution.
    let found = CircularCorrelation(directions, on: .degrees, linear: heights)
    #expect(((found.r ?? 0) - 0.9875560944594473).magnitude < 1e-12 && found.rowCount == 10)
    #expect(((found.p ?? 1) / 2.379393939759892e-06 - 1).magnitude < 1e-8)
  }

  @Test func `of two circular lists it is that of Jammalamadaka and SenGupta`() throws {
    let found = CircularCorrelation(directions, on: .degrees, others, on: .degrees)
    #expect(((found.r ?? 0) - 0.9395617101677981).magnitude < 1e-12)
    #expect(((found.p ?? 1) - 0.038949680844871305).magnitude < 1e-12)
  }

  @Test func `turning the circle changes nothing`() throws {
    let turned = directions.map { Circle.degrees.normalised($0 + 77) }
    let (a, b) = (
      CircularCorrelation(directions, on: .degrees, linear: heights),
      CircularCorrelation(turned, on: .degrees, linear: heights)
    )
    #expect(((a.r ?? 0) - (b.r ?? 1)).magnitude < 1e-12)
    let pair = CircularCorrelation(turned, on: .degrees, others, on: .degrees)
    #expect(((pair.r ?? 0) - 0.9395617101677981).magnitude < 1e-12)
  }

  @Test func `missing rows are skipped, and what does not vary has no correlation`() throws {
    let found = CircularCorrelation(directions + [.nan, 3], on: .degrees, linear: heights + [1, .nan])
    #expect(found.rowCount == 10)
    #expect(CircularCorrelation([5, 5, 5], on: .degrees, linear: [1, 2, 3]).r == nil)
    #expect(CircularCorrelation([5, 15, 25], on: .degrees, linear: [1, 1, 1]).r == nil)
    #expect(CircularCorrelation([5, 5], on: .degrees, [1, 2], on: .degrees).r == nil)
    #expect(CircularCorrelation([0, 180], on: .degrees, [1, 2], on: .degrees).r == nil)
    #expect(CircularCorrelation([], on: .degrees, linear: []).r == nil)
  }

  @Test func `two directions alone say as much as one number`() throws {
    let found = CircularCorrelation([90, 270, 90, 270], on: .degrees, linear: [1, 2, 1.5, 2.5])
    let plain = Correlation([1, 2, 1, 2], [1, 2, 1.5, 2.5])
    #expect(((found.r ?? 0) - (plain.r ?? 1)).magnitude < 1e-12)
    #expect(((found.p ?? 0) - (plain.p ?? 1)).magnitude < 1e-12)
  }
}
