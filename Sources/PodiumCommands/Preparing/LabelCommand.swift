internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct LabelCommand: Command {
  static let column = Parameter<String?>.column(
    "column", positional: true, help: "The column to predict; by default the one the importer declared.")
  static let cuts = Parameter<[String]?>.list(
    "cuts", help: "Where to cut ranks into classes: fractions such as 0.33,0.66, or thirds for equal parts.",
    completion: .words(["thirds"]))
  static let names = Parameter<[String]?>.list("names", help: "Names of the classes, best first.")
  static let task = Parameter<String?>.choice(
    "task", ["classes", "number"], help: "Whether to predict a numeric column as classes or as a number.")

  let signature = Signature(
    "label", topic: .preparing, summary: "Choose the column to predict.",
    details: """
      A category, ordered or boolean column gives classes. An integer column gives classes if it has at most 20 \
      distinct values, otherwise a number. With cuts=, a column of ranks (1 is best) is cut into classes within each \
      group of 'by': class i contains the ranks up to floor(cut · n). If the importer declared a labelling, 'label' or \
      'label RANKCOLUMN' applies it. The column the target is derived from is no longer a feature.
      """,
    parameters: [column.any, cuts.any, names.any, task.any],
    exampleLines: """
      a column of classes: load iris; label species -> virginica
      the labelling declared by the importer: load tastings; label -> good
      thirds of the ranks in each session: load tastings; by session: label rank cuts=thirds names=top,middle,low \
      -> middle
      a misspelt column: load iris; label specis -> !unknown-column
      """, traits: [.ownGroups, .calculates], seeAlso: ["features", "cv"])

  /// The column, if the importer of the table declared none.
  func needed(in session: Session) -> [String] {
    session.state.current.map { $0.labelling == nil } ?? false ? [LabelCommand.column.name] : []
  }

  /// Changes the target; the role of an earlier target is restored.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let declared = dataset.labelling
    dataset.unlabel()
    if let name = call[LabelCommand.column], dataset.table[name]?.role == .group {
      throw Diagnostic(
        "group-as-target", "column '\(name)' has the role group and cannot be the target",
        span: call.span(of: LabelCommand.column),
        help:
          "choose another column; if its values are not groups, change its role first: features add=\(CommandText.word(name))"
      )
    }
    var outputs: [Output]
    if let ranking = try Ranking(call, declared: declared, table: dataset.table) {
      guard call[LabelCommand.task] != "number" else {
        throw Diagnostic(
          "unused-key", "task=number cannot be combined with cutting ranks", span: call.span(of: LabelCommand.task),
          help: "'label \(CommandText.word(ranking.rank)) task=number' predicts the rank itself")
      }
      outputs = try ranking.apply(to: &dataset)
    } else {
      outputs = try labelDirectly(call, declared: declared, &dataset)
    }
    session.state.current = dataset
    return outputs
  }

  private func labelDirectly(
    _ call: Call, declared: Labelling?, _ dataset: inout Dataset
  ) throws(Diagnostic) -> [Output] {
    guard let name = call[LabelCommand.column] ?? declared?.column else {
      throw Diagnostic(
        "no-labelling", "the table '\(dataset.name)' declares no target", span: call.verbSpan,
        help: "name a column: label COLUMN; 'columns' lists them")
    }
    let span = call.span(of: LabelCommand.column) ?? call.verbSpan
    try call.refuse(LabelCommand.names, "requires cuts=")
    let column = try dataset.table.column(name, at: span)
    var notes: [Output] = []
    let isNumber: Bool
    switch (column.type, call[LabelCommand.task]) {
    case (.text, _), (.date, _), (.datetime, _):
      throw Diagnostic(
        "wrong-column-type", "column '\(name)' is of type \(column.type.rawValue), which cannot be predicted",
        span: span, help: "choose a category, ordered, boolean, integer or number column")
    case (.category, "number"), (.ordered, "number"), (.boolean, "number"):
      throw Diagnostic(
        "wrong-column-type", "column '\(name)' is of type \(column.type.rawValue), not a number", span: span,
        help: "omit task=number")
    case (.category, _), (.ordered, _), (.boolean, _), (_, "classes"): isNumber = false
    case (_, "number"): isNumber = true
    case (.integer, _):
      let distinct = ColumnSummary(column).distinct
      isNumber = distinct > 20
      notes.append(
        .note(
          isNumber
            ? "'\(name)' has \(distinct) distinct values and is predicted as a number; task=classes predicts classes"
            : "'\(name)' has \(distinct.counted("distinct value")), \(distinct == 1 ? "which" : "each of which") is a class; task=number predicts the number"
        ))
    default: isNumber = true
    }
    guard column.missingCount < column.count else {
      throw Diagnostic("no-values", "column '\(name)' has no values", span: span, help: "choose another column")
    }
    dataset.setTarget(name, made: nil, from: nil, isNumber: isNumber)
    return [dataset.describeTarget(title: "target \(name)")] + notes
  }
}
