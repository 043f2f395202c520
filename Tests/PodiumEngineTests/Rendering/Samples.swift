import Foundation
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin

/// Small and awkward outputs of every kind.
enum Samples {
  static func table() throws(Diagnostic) -> Table {
    try Table([
      Column("x", .number([1.5, .nan, .infinity])),
      Column("n", .integer([1, ColumnValues.missingInteger, 3])),
      Column("c|d", .category(Categorical(["a|b", "`x` <b>*\\|", nil]))),
      Column("b", .boolean([true, false, nil])),
      Column("t", .text(["\u{1B}[31m\u{9B}\"\\\n", "冬", nil])),
      Column("d", .date([CalendarDate(days: 0), nil, nil])),
      Column("m", .datetime([Moment(microseconds: 1), nil, nil])),
    ])
  }

  /// The initialisers of results are internal to the learning library, so decode them.
  static func evaluation(classes: Bool = true) throws -> Evaluation {
    let resampling = String(
      decoding: try JSONEncoder().encode(ResamplingSpec(.kfold, k: 2)), as: UTF8.self)
    let answers = { (values: String) in
      classes ? #"{"classes":{"_0":\#(values)}}"# : #"{"numbers":{"_0":\#(values)}}"#
    }
    let confusion =
      classes ? #","confusion":{"classes":["no","yes"],"counts":[[1,1],[0,0]]},"classes":["no","yes"]"# : ""
    let probabilities = classes ? #","probabilities":[[0.75,0.25],[0.5,0.5]]"# : ""
    let text = """
      {"learner":"tree","resampling":\(resampling),"foldSentence":"2 folds of consecutive rows","foldCount":2,"fitScope":"fold","target":"y","isOrdered":false,
      "rows":[0,1],"repeatOfRow":[0,0],"foldOfRow":[0,1],"truth":\(answers("[0,0]")),"predicted":\(answers("[0,1]")),
      "folds":[{"accuracy":1},{}],"measures":[{"key":"accuracy","mean":0.5,"sd":0.5,"pooled":0.5,"definedFolds":2},
      {"key":"roc_auc","definedFolds":0}],"seed":7,"seeds":[],"seconds":0.25,"notes":["small"],"failures":[]\(confusion)\(probabilities)}
      """
    return try JSONDecoder().decode(Evaluation.self, from: Data(text.utf8))
  }

  static func comparison() throws -> Comparison {
    let resampling = String(decoding: try JSONEncoder().encode(ResamplingSpec(.stratified, k: 10)), as: UTF8.self)
    let text = """
      {"measure":"accuracy","baseline":"zeror","folds":10,"repeats":1,"resampling":\(resampling),"refinement":{"repeats":{"shuffle":true}},"seeds":1,"rows":[
      {"learner":"zeror","mean":0.5,"sd":0.1,"difference":0,"seconds":0.5,"status":"ok","isBaseline":true,"seedMeans":[]},
      {"learner":"tree(criterion=gini,max-depth=3)","mean":0.75,"sd":0.1,"difference":0.25,"ci95":[0.1,0.4],"p":0.01,
      "pHolm":0.02,"seconds":0.5,"status":"ok","isBaseline":false,"seedMeans":[]},
      {"learner":"svm","status":"failed: it broke","isBaseline":false,"seedMeans":[]}]}
      """
    return try JSONDecoder().decode(Comparison.self, from: Data(text.utf8))
  }

  static func report(_ outputs: [Output], error: Diagnostic? = nil, input: String = "head") -> CommandReport? {
    // A report has no public initialiser, so make one in a session whose command returns the given outputs.
    var report: CommandReport?
    do throws(Diagnostic) {
      var registry = Registry()
      try registry.add(
        Verb("head") { (_, _) throws(Diagnostic) in if let error { throw error } else { return outputs } })
      var session = Interpreter(
        registry: registry,
        services: Services(
          files: try Fixture().files, folder: "/",
          importContext: { (_, _) throws(Diagnostic) in throw .noTable() }, clock: { 0 }))
      _ = session.run(input) { report = $0 }
    } catch { return nil }
    return report
  }
}
