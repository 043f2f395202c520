internal import PodiumCore
internal import PodiumLearn
public import PodiumPlugin

/// The front ends `--format csv`, `tsv` and `jsonl`: tables by the exporter of the format, and beside them what it
/// cannot hold.
public struct TablesRenderer: Renderer {
  public let key: String
  public let summary: String
  public let mediaType: String?
  private let exporter: any Exporter
  private let cells: TextForm.Cells

  /// Makes the renderer of a format for tables only; nil for an exporter whose files are not shown as text.
  public init?(_ exporter: any Exporter) {
    guard let form = exporter.textForm else { return nil }
    (key, summary, mediaType, cells) = (form.key, form.summary, form.mediaType, form.cells)
    self.exporter = exporter
  }

  /// What goes to standard output, one table each, and notes and warnings that have no place there.
  public func render(_ report: CommandReport, on page: Page) -> RenderedReport {
    var (tables, remarks) = rows(report.outputs)
    if report.isTimed {
      remarks.append(.note("time: " + NumberText.fixed(report.milliseconds / 1000, 3) + " s"))
    }
    let isJSON = cells == .json
    return RenderedReport(isJSON ? [tables.joined()] : tables, isSeparated: !isJSON, remarks: remarks)
  }

  /// The tables of outputs, with an empty line between them where they have headings.
  public func render(_ outputs: [Output]) -> String {
    rows(outputs).tables.joined(separator: cells == .json ? "" : "\n")
  }

  private func rows(_ outputs: [Output]) -> (tables: [String], remarks: [Output]) {
    var tables: [String] = []
    var remarks: [Output] = []
    for output in outputs {
      if case .record(let record) = output, cells == .json {
        tables.append(JSONRenderer.fields(of: record).text + "\n")
      } else if let table = output.asRows {
        do throws(Diagnostic) {
          tables.append(String(decoding: try exporter.write(table), as: UTF8.self))
        } catch {
          remarks.append(.warning("omitted a result: " + error.message))
        }
      }
      remarks += output.remarks
    }
    return (tables, remarks)
  }

  /// A table made safe for a terminal: JSON so that it reads back unchanged, other text line by line.
  public func shown(_ text: String) -> String {
    switch cells {
    case .json: SafeText.escapeJSON(text)
    case .tabbed: SafeText.escapeLines(text)
    case .plain:
      text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.escape(String($0)) }
        .joined(separator: "\n")
    }
  }
}

extension Output {
  /// The output as rows: what is a table, the measures of an evaluation, the lines of a text; nil for what is none.
  fileprivate var asRows: Table? {
    switch self {
    case .evaluation(let output): output.measures
    case .text(let text):
      try? Table([
        Column("text", .text(text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }))
      ])
    default: asTable
    }
  }

  /// Notes and warnings beside the rows.
  fileprivate var remarks: [Output] {
    switch self {
    case .note, .notice, .warning: [self]
    case .table(let output), .predictions(let output): output.footer.map(Output.note)
    case .evaluation(let output):
      output.evaluation.failures.map { .warning("fold \($0.fold + 1) failed: " + $0.diagnostic.inOneLine) }
        + output.evaluation.notes.map(Output.note)
    case .figure(let figure) where figure.plot != nil: []
    case .figure(let figure): [.note("the figure '\(figure.title)' is not a table; write it with 'to FILE'")]
    case .comparison(let comparison): ([comparison.headline] + comparison.footer).map(Output.note)
    case .record, .confusion, .text: []
    }
  }
}

extension EvaluationOutput {
  /// The measures, with those of domains below.
  fileprivate var measures: Table? {
    let all = evaluation.measures
    let own = named.map(\.name)
    func numbers(_ name: String, _ values: [Double?], _ rest: [Double?]) -> Column {
      Column(name, .number((values + rest).map { $0 ?? .nan }))
    }
    let none = [Double?](repeating: nil, count: own.count)
    var columns = [
      Column("measure", .text(all.map(\.key) + own)), numbers("mean", all.map(\.mean), none),
      numbers("sd", all.map(\.sd), none), numbers("pooled", all.map(\.pooled), named.map(\.value)),
      Column("folds", .integer(all.map(\.definedFolds) + own.map { _ in ColumnValues.missingInteger })),
    ]
    if !evaluation.seeds.isEmpty {
      let spreads = all.map { evaluation.overSeeds($0.key) }
      columns.append(numbers("seeds_mean", spreads.map { $0?.mean }, none))
      columns.append(numbers("seeds_sd", spreads.map { $0?.sd }, none))
    }
    return try? Table(columns)
  }
}
