internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import PodiumWire

/// An external evaluator: it gets truth, predictions and the rows they belong to.
struct OutsideEvaluator: Evaluator {
  let entry: NamedEntry
  let program: OutsideProgram

  var key: String { entry.key }
  var summary: String { entry.summary }

  func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure] {
    let evaluation = predictions.evaluation
    var body: [UInt8] = []
    body.appendMember("evaluator", text: key)
    body.appendMember("target", text: evaluation.target)
    body.appendMember("ordered", value: .bool(evaluation.isOrdered))
    if let classes = evaluation.classes {
      body.appendMember("classes") { $0.appendJSON(list: classes) { $1.appendJSON($0) } }
    }
    body.appendMember("rows") { $0.appendJSON(list: evaluation.rows) { $1.appendJSON($0) } }
    body.appendMember("fold") { $0.appendJSON(list: evaluation.foldOfRow) { $1.appendJSON($0) } }
    body.appendMember("truth") { write(evaluation.truth, evaluation.classes, to: &$0) }
    body.appendMember("predicted") { write(evaluation.predicted, evaluation.classes, to: &$0) }
    if let probabilities = evaluation.probabilities {
      body.appendMember("probabilities") { out in
        out.appendJSON(list: probabilities) { row, out in out.appendJSON(list: row) { $1.appendJSON($0) } }
      }
    }
    body.appendMember("table") { TableWriting.write(predictions.table, to: &$0) }
    let reply = try program.request("evaluate", body).value
    let fields = WireFields(value: reply, program: program.launch.name, what: "")
    guard fields["measures"]?.array != nil else { throw fields.bad("it has no list 'measures'") }
    return try fields.entries("measures", "measure") { (fields) throws(Diagnostic) in try measure(fields) }
  }

  private func write(_ answers: Evaluation.Answers, _ classes: [String]?, to out: inout [UInt8]) {
    let classes = classes ?? []
    switch answers {
    case .numbers(let values): out.appendJSON(list: values) { $1.appendJSON($0) }
    case .classes(let codes):
      out.appendJSON(list: codes) { code, out in out.appendJSON(classes.indices.contains(code) ? classes[code] : "") }
    }
  }

  private func measure(_ fields: WireFields) throws(Diagnostic) -> NamedMeasure {
    let name = try fields.required("name")
    guard name == key || name.hasPrefix(key + ".") || name.hasPrefix(program.launch.name + ".") else {
      throw fields.bad("its name must begin with '\(program.launch.name).'")
    }
    var measure = NamedMeasure(
      name, try fields.number("value"), explanation: try fields.text("explanation") ?? entry.summary)
    if let count = fields["count"] {
      guard let pair = count.array?.compactMap(\.integer), pair.count == 2, 0 <= pair[0], pair[0] <= pair[1] else {
        throw fields.bad("'count' must be [successes, trials]")
      }
      measure.count = (pair[0], pair[1])
      // A share without an interval gets the same interval as in built-in evaluators.
      let share = NamedMeasure.share(name, pair[0], of: pair[1], explanation: measure.explanation)
      measure.interval = share.interval
      if fields["value"] == nil { measure.value = share.value }
    }
    if let interval = fields["interval"] {
      guard let pair = interval.array?.compactMap(\.number), pair.count == 2, pair[0] <= pair[1] else {
        throw fields.bad("'interval' must be [lower, upper]")
      }
      measure.interval = (pair[0], pair[1])
    }
    return measure
  }
}
