import PodiumCore
import PodiumLearn
import Testing

@testable import PodiumCommands

@Suite struct RememberedFoldTests {
  private func fold(rows: Int, classes: Int, seconds: Double) -> EvaluationResult {
    EvaluationResult(
      jobID: "j", repeatIndex: 0, fold: 0, rows: Array(0..<rows),
      outcome: .predicted(
        .classes([Int](repeating: 0, count: rows), probabilities: Matrix(rows: rows, columns: classes))),
      seconds: seconds)
  }

  @Test func `a fold is stored if it takes longer to compute than to store`() {
    #expect(RememberingExecutor.isWorthStoring(fold(rows: 1000, classes: 3, seconds: 0)))
    #expect(!RememberingExecutor.isWorthStoring(fold(rows: 20_000, classes: 3, seconds: 0)))
    #expect(RememberingExecutor.isWorthStoring(fold(rows: 20_000, classes: 3, seconds: 1)))
  }

  @Test func `the probabilities of hundreds of classes count as rows do`() {
    #expect(!RememberingExecutor.isWorthStoring(fold(rows: 1000, classes: 400, seconds: 0.1)))
    #expect(!RememberingExecutor.isWorthStoring(fold(rows: 2000, classes: 977, seconds: 60)))
  }
}
