import Foundation
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumRender
import Testing

/// The fields documented in LANGUAGE.md.
@Suite struct JSONRendererTests {
  static func object(_ outputs: [Output], error: Diagnostic? = nil, input: String = "head") throws -> [String:
    Any]
  {
    let report = try #require(Samples.report(outputs, error: error, input: input))
    let line = JSONRenderer().render(report)
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  static func output(_ output: Output) throws -> [String: Any] {
    let outputs = try #require(try object([output])["outputs"] as? [[String: Any]])
    return try #require(outputs.first)
  }

  static let required: [(String, [String])] = [
    ("table", ["columns", "rows", "total_rows"]), ("record", ["fields"]),
    (
      "evaluation",
      [
        "learner", "resampling", "classes", "rows", "fold_of_row", "truth", "predicted", "probabilities",
        "confusion",
        "folds", "measures",
      ]
    ), ("comparison", ["baseline", "rows", "folds", "repeats"]),
    ("confusion", ["classes", "matrix", "precision", "recall", "f1"]),
    ("predictions", ["columns", "rows"]), ("figure", ["title", "media_type"]), ("note", ["text"]),
    ("warning", ["text"]), ("text", ["text"]),
  ]

  static func sample(_ kind: String) throws -> Output {
    switch kind {
    case "table": return .table(TableOutput(try Samples.table(), totalRows: 9))
    case "record":
      var record = RecordOutput()
      record.add("mean", .number(.nan))
      record.add("list", list: [.integer(1), .missing])
      return .record(record)
    case "evaluation":
      return .evaluation(
        EvaluationOutput(try Samples.evaluation(), named: [.share("ski.risk", 1, of: 4, explanation: "x")]))
    case "comparison": return .comparison(try Samples.comparison())
    case "confusion":
      return .confusion(
        ConfusionOutput(
          ConfusionMatrix(classes: ["a", "b"], truth: [0, 0], predicted: [0, 0]), learner: "tree"))
    case "predictions": return .predictions(TableOutput(try Samples.table()))
    case "figure": return .figure(FigureOutput(title: "f", mediaType: "image/svg+xml", path: "f.svg"))
    case "note": return .note("n")
    case "warning": return .warning("w")
    default: return .text("t")
    }
  }

  @Test(arguments: required)
  func `an output has the documented fields`(_ kind: String, _ fields: [String]) throws {
    let object = try JSONRendererTests.output(try JSONRendererTests.sample(kind))
    #expect(object["kind"] as? String == kind)
    for field in fields { #expect(object[field] != nil, "\(kind).\(field)") }
  }

  @Test func `cells are null if JSON cannot represent them`() throws {
    let rows = try #require(
      try JSONRendererTests.output(try JSONRendererTests.sample("table"))["rows"] as? [[Any]])
    #expect(rows[0][0] as? Double == 1.5)
    for (row, column) in [(1, 0), (2, 0), (1, 1), (2, 2), (2, 3), (2, 4), (1, 5), (1, 6)] {
      #expect(rows[row][column] is NSNull, "\(row) \(column)")
    }
    #expect(rows[0][4] as? String == "\u{1B}[31m\u{9B}\"\\\n")
    #expect(rows[0][5] as? String == "1970-01-01")
    #expect(rows[0][6] as? String == "1970-01-01T00:00:00.000001Z")
  }

  @Test func `evaluations of classes and of numbers have the right fields`() throws {
    let classes = try JSONRendererTests.output(try JSONRendererTests.sample("evaluation"))
    #expect(classes["predicted"] as? [Int] == [0, 1])
    #expect(classes["confusion"] as? [[Int]] == [[1, 1], [0, 0]])
    #expect((classes["resampling"] as? [String: Any])?["type"] as? String == "kfold")
    let measures = try #require(classes["measures"] as? [String: [String: Any]])
    #expect(measures["accuracy"]?["mean"] as? Double == 0.5)
    #expect(measures["roc_auc"]?["mean"] is NSNull)
    #expect(measures["ski.risk"]?["pooled"] as? Double == 0.25)
    let numbers = try JSONRendererTests.output(
      .evaluation(EvaluationOutput(try Samples.evaluation(classes: false))))
    for field in ["classes", "probabilities", "confusion"] { #expect(numbers[field] is NSNull) }
  }

  @Test func `undefined measures of a class are null`() throws {
    let confusion = try JSONRendererTests.output(try JSONRendererTests.sample("confusion"))
    #expect((confusion["precision"] as? [Any])?[1] is NSNull)
    #expect((confusion["recall"] as? [Any])?[0] as? Double == 1)
  }

  @Test func `an error has its code, message, place and help`() throws {
    let error = Diagnostic("broken", "this \"broke\"", span: SourceSpan(1, 3), help: "mend it")
    let object = try JSONRendererTests.object([.note("lost")], error: error, input: "head # \u{7}冬")
    #expect(object["status"] as? String == "error")
    #expect((object["outputs"] as? [Any])?.isEmpty == true)
    #expect(object["v"] as? Int == 1 && object["cell"] as? Int == 1)
    #expect(object["elapsed_ms"] as? Double == 0)
    let inner = try #require(object["error"] as? [String: Any])
    #expect(inner["code"] as? String == "broken")
    #expect(inner["span"] as? [Int] == [1, 3])
    #expect(inner["help"] as? String == "mend it")
  }

  @Test func `every scalar survives encoding`() throws {
    let text =
      String(String.UnicodeScalarView((0..<0x3000).compactMap { Unicode.Scalar($0 as UInt32) }))
      + "👨‍👩‍👧\u{10FFFF}"
    let object = try JSONRendererTests.output(.text(text))
    #expect((object["text"] as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test func `a picture in memory is encoded as text if it is text, otherwise as base64`() throws {
    func line(_ data: [UInt8]) throws -> String {
      let fixture = try Fixture()
      var registry = Registry()
      try registry.add(
        Verb("draw") { (_, _) throws(Diagnostic) in
          [.figure(FigureOutput(title: "f", mediaType: "image/x", data: data))]
        })
      var session = Interpreter(registry: registry, services: fixture.session.services)
      var text = ""
      _ = session.run("draw") { text = JSONRenderer().render($0) }
      return text
    }
    #expect(try line(Array("<svg/>".utf8)).contains(#""data":"<svg/>"}"#))
    #expect(try line([0xFF, 0x00]).contains(#""data":"/wA=","encoding":"base64"}"#))
  }
}
