internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import PodiumShaping

struct PredictCommand: Command {
  static let model = Parameter<String?>.text(
    "model", positional: true, help: "The model; optional if there is only one.",
    completion: .names(.models))
  static let shortlist = ShortlistOptions.shortlist

  let signature = Signature(
    "predict", topic: .learning, summary: "Predict rows of the current table with a fitted model.",
    details: """
      The table must have the columns the model was trained on; the target is not required. The output starts with \
      columns whose role is id, group or time, followed by the target if the table has it, the prediction, and the \
      probability of each class if the learner provides them. shortlist=95% adds the classes that cannot be ruled out, the \
      most probable first: on average over rows like those it was fitted on, 95 % of the lists hold the actual class. The \
      model must have been fitted with shortlist=yes.
      """,
    parameters: [model.any, shortlist.any],
    exampleLines: """
      the first rows: load iris; label species; fit tree; predict in 1..3 -> predicted
      rows whose species is unknown: load iris; label species; fit tree; load flowers.csv; predict -> predicted
      with a named model: load iris; label species; fit svm as flowers; predict flowers in 1..2 -> predicted
      lists that hold the actual class: load iris; label species; fit bayes shortlist=yes; \
      predict shortlist=95% in 101..103 -> shortlist
      a table without the features: load iris; label species; fit tree; load wine; predict -> !missing-column
      without a fitted model: load iris; predict -> !no-model
      a misspelt model: load iris; label species; fit tree; predict tre -> !unknown-model
      """, traits: [.rows, .calculates, .readsOnly], seeAlso: ["fit", "model load"])

  /// The model refuses rows with missing features and explains what to do.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (name, model) = try session.model(
      call[PredictCommand.model], span: call.span(of: PredictCommand.model) ?? call.verbSpan)
    let table = try session.current().table
    let rows = call.rows ?? table.allRows
    if let missing = model.features.first(where: { table[$0] == nil }) {
      throw Diagnostic(
        "missing-column", "the table has no column '\(missing)', which the model '\(name)' was trained on",
        span: call.span(of: PredictCommand.model) ?? call.verbSpan,
        help: "it was trained on: " + model.features.prefix(12).joined(separator: ", "))
    }
    if let span = call.span(of: PredictCommand.shortlist), model.calibration == nil {
      throw Diagnostic(
        "no-calibration", "model '\(name)' keeps no scores to make shortlists from", span: span,
        help: "fit it again: fit \(model.learner.description) shortlist=yes")
    }
    let prediction: Prediction
    let replaced: String?
    do throws(Diagnostic) {
      prediction = try model.predict(
        table, rows: rows, threads: session.state.settings.threads, cancellation: session.cancellation)
      replaced = try model.replaced(in: table, rows: rows).sentence
    } catch {
      throw error.at(call.span(of: PredictCommand.model) ?? call.verbSpan)
    }
    var columns: [Column] = []
    let known = table.columns.filter { $0.role == .id || $0.role == .group || $0.role == .time }
    for column in known where column.name != model.target { columns.append(column.selecting(rows)) }
    let truth = table[model.target]?.selecting(rows)
    if let truth { columns.append(truth) }
    var footer: [String] = []
    let isTrained = truth.flatMap { _ in model.training?.isKnown(rows, of: table, columns: model.rowColumns) }
    switch prediction {
    case .numbers(let values):
      columns.append(Column("predicted", .number(values), role: .ignored, scale: truth?.scale))
      if let truth, let actual = truth.numbers { footer += PredictCommand.errors(values, actual, isTrained) }
    case .classes(let codes, let probabilities):
      let classes = model.classes ?? []
      let answers = Categorical(levels: classes, codes: codes.map { Int32(truncatingIfNeeded: $0) })
      columns.append(Column("predicted", .category(answers), role: .ignored))
      if let probabilities {
        for (place, name) in classes.enumerated() {
          columns.append(Column("p(\(name))", .number(probabilities.column(place)), role: .ignored))
        }
      }
      var lists: [[Int]]?
      if let confidence = call[PredictCommand.shortlist], let calibration = model.calibration, let probabilities {
        let found = (0..<probabilities.rows).map {
          calibration.shortlist(probabilities.row($0), confidence: confidence)
        }
        columns.append(
          Column(
            "shortlist", .text(found.map { $0.map { classes[$0] }.joined(separator: ", ") }), role: .ignored))
        footer += PredictCommand.remarks(found, confidence, calibration)
        lists = found
      }
      if let truth {
        if let lists { footer += PredictCommand.coverage(lists, truth, classes) }
        let isRight = rows.indices.map { truth[$0].isMissing ? nil : truth[$0].fileText == answers.name($0) }
        footer += PredictCommand.hits(isRight, isTrained)
      }
    }
    let output = try Table(PredictCommand.distinct(columns), rowCount: rows.count)
    return [
      .predictions(
        TableOutput(output, title: PredictCommand.title(name, model), footer: footer))
    ] + (replaced.map { [.note($0)] } ?? [])
  }

  /// How many answers are right, apart for the rows that the model was trained on.
  private static func hits(_ isRight: [Bool?], _ isTrained: [Bool]?) -> [String] {
    func text(_ places: [Int]) -> String {
      "\(places.count { isRight[$0] == true }) of \(places.count.counted("row")) correct"
    }
    return parts(of: isRight.indices.filter { isRight[$0] != nil }, isTrained, text)
  }

  /// The errors of predicted numbers, apart for the rows that the model was trained on.
  private static func errors(_ predicted: [Double], _ actual: [Double], _ isTrained: [Bool]?) -> [String] {
    func text(_ places: [Int]) -> String {
      let errors = places.map { predicted[$0] - actual[$0] }
      let n = Double(places.count)
      let (squares, sizes) = (errors.reduce(0) { $0 + $1 * $1 }, errors.reduce(0) { $0 + $1.magnitude })
      return
        "rmse \(NumberText.shown((squares / n).squareRoot())), mae \(NumberText.shown(sizes / n)) "
        + "over \(places.count.counted("row"))"
    }
    return parts(of: actual.indices.filter { !actual[$0].isNaN && !predicted[$0].isNaN }, isTrained, text)
  }

  private static func parts(of places: [Int], _ isTrained: [Bool]?, _ text: ([Int]) -> String) -> [String] {
    guard !places.isEmpty else { return [] }
    guard let isTrained else {
      return [text(places) + "; rows that the model was trained on say little about new rows"]
    }
    let (old, new) = (places.filter { isTrained[$0] }, places.filter { !isTrained[$0] })
    if old.isEmpty { return [text(new) + "; the model was trained on none of them"] }
    let remark = "that says little about new rows"
    return new.isEmpty
      ? [text(old) + ", all training rows: " + remark]
      : ["new rows: " + text(new), "training rows: " + text(old) + "; " + remark]
  }

  /// What the shortlists of some rows rest on, and their mean size.
  private static func remarks(
    _ lists: [[Int]], _ confidence: Double, _ calibration: ConformalCalibration
  ) -> [String] {
    let share = NumberText.significant(confidence * 100, 6)
    let size = Double(lists.reduce(0) { $0 + $1.count }) / Double(max(1, lists.count))
    var remarks = [
      "\(share) % shortlists: mean size \(NumberText.fixed(size, 2)) over \(lists.count.counted("row")), calibrated on "
        + calibration.scores.count.counted("row")
    ]
    if calibration.limit(confidence) == nil {
      remarks.append("\(calibration.scores.count.counted("row")) are too few for \(share) %, so every class is listed")
    }
    return remarks
  }

  /// How many lists hold the actual class.
  private static func coverage(_ lists: [[Int]], _ truth: Column, _ classes: [String]) -> [String] {
    let known = lists.indices.filter { !truth[$0].isMissing }
    guard !known.isEmpty else { return [] }
    let held = known.count { row in lists[row].contains { classes[$0] == truth[row].fileText } }
    return ["\(held) of \(known.count.counted("shortlist")) hold the actual class"]
  }

  private static func title(_ name: String, _ model: FittedModel) -> String {
    let learner = model.learner.description
    return "\(model.target) by " + (name == learner ? name : "\(name), \(learner)")
  }

  /// A column of the table may have the same name as an added one.
  static func distinct(_ columns: [Column]) -> [Column] {
    var seen: Set<String> = []
    return columns.map { column in
      var column = column
      while !seen.insert(column.name).inserted { column.name += "_" }
      return column
    }
  }
}

extension Session {
  /// A model in memory by its name, or the only one.
  func model(_ name: String?, span: SourceSpan?) throws(Diagnostic) -> (name: String, model: FittedModel) {
    let names = state.models.keys.inCodePointOrder()
    if let name {
      if let model = state.models[name] { return (name, model) }
      let isFile = FilePath(name).looksLikeFile
      throw Diagnostic.unknown(
        "model", name, among: names, span: span,
        help: isFile
          ? "load the rows first: load \(CommandText.word(name)); predict"
          : names.isEmpty ? "fit one, as in: fit tree; or load one: model load NAME" : "'model list' shows the models")
    }
    guard let only = names.first, let model = state.models[only] else {
      throw Diagnostic(
        "no-model", "there is no fitted model in memory", span: span,
        help: "fit one, as in: fit tree; or load one: model load NAME")
    }
    guard names.count == 1 else {
      throw Diagnostic(
        "missing-argument", "there are \(names.count) models and none was named", span: span,
        help: "name one of: " + names.joined(separator: ", "))
    }
    return (only, model)
  }
}
