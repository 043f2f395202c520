import Foundation
import PodiumCore
import PodiumLearn
import Testing

/// Results of folds as the workspace keeps them.
struct KeptResultTests {
  private static let odd = [
    0, -0.0, 1, 0.1, 1.0 / 3, -1.5, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e300, 1e-307, 0.1, 0.1,
  ]

  private static let outcomes: [EvaluationResult.Outcome] = [
    .predicted(.numbers(odd)), .predicted(.numbers([])), .predicted(.classes([0, 11, 2, -1], probabilities: nil)),
    .predicted(.classes([0, 1, 2], probabilities: Matrix(rows: 3, columns: 4, elements: odd))),
    .predicted(.classes([], probabilities: Matrix(rows: 0, columns: 4))),
    .failed(Diagnostic("x", "it's \u{0} odd", help: "wait")),
  ]

  private func result(_ outcome: EvaluationResult.Outcome) -> EvaluationResult {
    EvaluationResult(jobID: "j", repeatIndex: 2, fold: 7, rows: [0, 9, 10, 123_456], outcome: outcome, seconds: 0.25)
  }

  @Test(arguments: outcomes)
  func `read back as they were, bit by bit`(outcome: EvaluationResult.Outcome) throws {
    let given = result(outcome)
    let bytes = try JSONEncoder().encode(given)
    let read = try JSONDecoder().decode(EvaluationResult.self, from: bytes)
    #expect(read == given)
    guard case .predicted(.numbers(let a)) = read.outcome, case .predicted(.numbers(let b)) = outcome else { return }
    #expect(a.map(\.bitPattern) == b.map(\.bitPattern))
  }

  @Test(arguments: outcomes, ["j", "it's \"odd\"\n\u{1}"])
  func `written at once they are what an encoder writes`(outcome: EvaluationResult.Outcome, job: String) throws {
    let given = EvaluationResult(
      jobID: job, repeatIndex: 2, fold: 7, rows: [0, 9, 10, 123_456], outcome: outcome, seconds: 0.25)
    guard case .predicted = outcome else {
      #expect(given.packedJSON() == nil)
      return
    }
    let text = try #require(given.packedJSON())
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(try text == String(decoding: encoder.encode(given), as: UTF8.self))
    #expect(try JSONDecoder().decode(EvaluationResult.self, from: Data(text.utf8)) == given)
  }

  @Test func `those of earlier versions, number by number, are read too`() throws {
    let text = """
      {"jobID":"j","repeatIndex":2,"fold":7,"rows":[0,9,10,123456],"seconds":0.25,"outcome":{"predicted":{"_0":
      {"classes":{"_0":[0,1],"probabilities":{"rows":2,"columns":2,"elements":[1,0,0.25,0.75]}}}}}}
      """
    let read = try JSONDecoder().decode(EvaluationResult.self, from: Data(text.utf8))
    #expect(
      read
        == result(
          .predicted(.classes([0, 1], probabilities: Matrix(rows: 2, columns: 2, elements: [1, 0, 0.25, 0.75])))))
  }

  @Test(arguments: [
    (#""numbers":"0.5 -1e300 ""#, EvaluationResult.Outcome.predicted(.numbers([0.5, -1e300]))),
    (
      #""codes":"1 0 ","classCount":2,"probabilities":"0.25 0.75 1 0 ""#,
      .predicted(.classes([1, 0], probabilities: Matrix(rows: 2, columns: 2, elements: [0.25, 0.75, 1, 0])))
    ),
    (#""codes":"1 ""#, .predicted(.classes([1], probabilities: nil))),
  ])
  func `those of earlier versions, as decimal numbers, are read too`(
    fields: String, outcome: EvaluationResult.Outcome
  ) throws {
    let text =
      "{\"jobID\":\"j\",\"repeatIndex\":2,\"fold\":7,\"seconds\":0.25,\"packedRows\":\"0 9 10 123456 \",\(fields)}"
    #expect(try JSONDecoder().decode(EvaluationResult.self, from: Data(text.utf8)) == result(outcome))
  }

  @Test(arguments: [
    #""codes":"0 x""#, #""numbers":"1 1,5""#, #""codes":"0 1","classCount":2,"probabilities":"1 0 1""#,
    #""codes":"0 1","classCount":-2,"probabilities":"1 0 1 0""#, #""codes":"0""#, #""packedNumbers":"AAAA""#,
    #""packedNumbers":"?""#, #""packedCodes":"0 1","classCount":1,"packedProbabilities":"AAAAAAAA8D8=""#,
  ])
  func `what is damaged is refused`(fields: String) {
    let rows = fields == #""codes":"0""# ? #""packedRows":"1 two""# : #""packedRows":"1 2""#
    let text = "{\"jobID\":\"j\",\"repeatIndex\":0,\"fold\":0,\"seconds\":1,\(rows),\(fields)}"
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(EvaluationResult.self, from: Data(text.utf8))
    }
  }
}
