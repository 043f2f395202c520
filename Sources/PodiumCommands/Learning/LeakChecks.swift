internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// What the leak guard reports beside an evaluation.
enum LeakChecks {
  static let isOn = Parameter<Bool>.flag(
    "guard", default: true, help: "Whether to look for leaks: features and folds that know too much.")

  /// Refuses a feature from which the target was made; throws `leak-derived`.
  static func refuseDerived(_ dataset: Dataset, _ call: Call) throws(Diagnostic) {
    guard call[isOn], let target = dataset.target else { return }
    let own = Set(dataset.table.sources(of: target.name).columns)
    if let source = dataset.table.columns(with: .feature).first(where: { own.contains($0.name) }) {
      throw Diagnostic(
        "leak-derived",
        "feature '\(source.name)' is what the target '\(target.name)' was made from, so learners would read the answer",
        span: call.verbSpan,
        help: "type: features drop=\(CommandText.word(source.name)); guard=no evaluates it all the same")
    }
    for column in dataset.table.columns(with: .feature) {
      let sources = dataset.table.sources(of: column.name)
      func isAnswer(_ name: String) -> Bool { name == target.name || dataset.isSource(name) }
      let isMade = sources.columns.contains(where: isAnswer)
      guard isMade || sources.chosenBy.contains(where: isAnswer) else { continue }
      throw Diagnostic(
        "leak-derived",
        isMade
          ? "feature '\(column.name)' was made from the target '\(target.name)', so learners would read the answer"
          : "feature '\(column.name)' was computed over rows that the target '\(target.name)' chose, grouped or matched, so "
            + "learners would read the answer",
        span: call.verbSpan,
        help: "type: features drop=\(CommandText.word(column.name)); guard=no evaluates it all the same")
    }
    guard let feature = dataset.sourceFeature else { return }
    throw Diagnostic(
      "leak-derived",
      "feature '\(feature)' is what the target '\(target.name)' was made from, so learners would read the answer",
      span: call.verbSpan, help: "type: features drop=\(CommandText.word(feature)); guard=no evaluates it all the same")
  }

  /// What features and folds give away, and which figures are too good.
  static func outputs(
    _ plan: EvaluationPlan, _ entries: EvaluationRun.Entries, _ call: Call, on dataset: Dataset,
    of label: String? = nil, in session: Session
  ) throws(Diagnostic) -> [Output] {
    guard call[isOn] else { return [] }
    let task = plan.task
    var (findings, remark) = try session.cancellation.detached { () throws(Diagnostic) in
      let watch = LeakGuard(task)
      let report = watch.report(on: plan)
      return (watch.columnFindings + report.findings, report.remark)
    }
    for entry in entries {
      if case .success(let found) = entry.outcome, let finding = LeakGuard.finding(of: found) {
        findings.append(finding)
      }
    }
    return mixedRows(dataset, label)
      + findings.map { finding in
        let note = finding.note.about(label)
        return finding.isWarning ? .warning(note) : .note(note)
      } + (remark.map { [.note(Note($0).about(label))] } ?? [])
  }

  /// Features whose rows know of other rows, test rows among them.
  private static func mixedRows(_ dataset: Dataset, _ label: String?) -> [Output] {
    let mixed = dataset.table.columns(with: .feature).filter { dataset.table.sources(of: $0.name).usesOtherRows }
    guard !mixed.isEmpty else { return [] }
    let names =
      mixed.prefix(5).map { Abridged.quoted($0.name) }.joined(separator: ", ") + (mixed.count > 5 ? ", …" : "")
    let verb = mixed.count == 1 ? "was" : "were"
    return [
      .warning(
        Note(
          "\(names) \(verb) computed from other rows too, and rows of the test set were among them; a step of the "
            + "recipe such as scale learns from the training rows of each fold alone", code: "leak-shaped"
        ).about(label))
    ]
  }

  /// The warnings of a plan, without those of the guard where it is off.
  ///
  /// `label` is the name of a table, which `compare on=` needs.
  static func warnings(of plan: EvaluationPlan, _ call: Call, label: String? = nil) -> [Output] {
    plan.warnings.filter { call[isOn] || $0.code == nil }.map { .warning($0.about(label)) }
  }
}

extension Dataset {
  /// Whether `label` made the target from a column.
  fileprivate func isSource(_ name: String) -> Bool {
    guard let labelled, let made = labelled.made else { return false }
    return name != made && labelled.roles[name].map { $0 != .target } ?? false
  }

  /// A feature from which `label` made the target; nil where there is none.
  fileprivate var sourceFeature: String? {
    guard let labelled, let made = labelled.made else { return nil }
    // Roles of earlier targets are among those that `label` keeps.
    return table.columns.first {
      $0.role == .feature && $0.name != made && labelled.roles[$0.name].map { $0 != .target } ?? false
    }?.name
  }
}
