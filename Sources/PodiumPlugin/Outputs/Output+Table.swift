package import PodiumCore
internal import PodiumFigure
package import PodiumLearn

extension Output {
  /// The output as one table, for formats that hold only tables; nil where it is none.
  package var asTable: Table? {
    switch self {
    case .table(let output), .predictions(let output): return output.table
    case .record(let record):
      let fields = record.fields
      return try? Table([
        Column("field", .text(fields.map(\.name))),
        Column("value", .text(fields.map { $0.values.map(\.fileText).joined(separator: ", ") })),
      ])
    case .comparison(let comparison):
      let rows = comparison.rows
      func numbers(_ name: String, _ value: (Comparison.Row) -> Double?) -> Column {
        Column(name, .number(rows.map { value($0) ?? .nan }))
      }
      return try? Table(
        [
          Column("learner", .text(rows.map(\.learner))), numbers("mean") { $0.mean }, numbers("sd") { $0.sd },
          numbers("difference") { $0.difference }, numbers("ci95_low") { $0.ci95?.first },
          numbers("ci95_high") { $0.ci95?.last }, numbers("p") { $0.p }, numbers("p_holm") { $0.pHolm },
          Column("status", .text(rows.map(\.status))),
          Column("folds", .integer(rows.map { $0.definedFolds ?? ColumnValues.missingInteger })),
        ]
          + comparison.figures.map { figure in
            numbers(figure.name) { row in row.figures.first { $0.name == figure.name }?.pooled }
          })
    case .confusion(let output):
      let matrix = output.matrix
      var columns = [Column("actual", .text(matrix.classes))]
      for (place, name) in matrix.classes.enumerated() {
        columns.append(Column("predicted " + name, .integer(matrix.counts.map { $0[place] })))
      }
      columns.append(Column("recall", .number(matrix.recall.map { $0 ?? .nan })))
      return try? Table(columns)
    case .figure(let figure): return figure.plot?.data
    default: return nil
    }
  }
}

extension Comparison {
  /// One of each figure that some learner has, in the order of the evaluators.
  package var figures: [Figure] {
    var found: [Figure] = []
    for figure in rows.flatMap(\.figures) where !found.contains(where: { $0.name == figure.name }) {
      found.append(figure)
    }
    return found
  }
}
