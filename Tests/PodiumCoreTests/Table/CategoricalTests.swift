import PodiumCore
import Testing

struct CategoricalTests {
  @Test func `few rows of many levels are counted as many rows are`() {
    let levels = (0..<1000).map { "level \($0)" }
    let codes: [Int32] = [999, 3, -1, 3, 500, 999, 3]
    let few = Categorical(levels: levels, codes: codes).levelCounts()
    #expect(few.map(\.place) == [3, 500, 999] && few.map(\.count) == [3, 1, 2])
    let many = Categorical(levels: levels, codes: Array((0..<100).map { _ in codes }.joined())).levelCounts()
    #expect(many.map(\.place) == few.map(\.place) && many.map(\.count) == few.map { $0.count * 100 })
    #expect(Categorical(levels: levels, codes: []).levelCounts().isEmpty)
  }
}
