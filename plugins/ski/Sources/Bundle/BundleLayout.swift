internal import PodiumCore
internal import PodiumPlugin

/// The files of a bundle and the workspace field of each column, in order of dependence. One list for import and export, so that
/// what is written is read back.
struct BundleLayout: Sendable {
  /// A file and the kind of record its rows are.
  struct File: Sendable {
    let name: String
    let kind: String
    /// Columns whose names differ from the fields, column first; the others have the names of the fields.
    var names: [(column: String, field: String)] = []
    /// Fields that every row of the file has, without a column.
    var fixed: [String: String] = [:]
    var ignored: Set<String> = []

    var recordKind: RecordKind? { SkiKinds.all.first { $0.name == kind } }

    /// The columns with their fields, in the kind's order.
    var columns: [(column: String, field: RecordField)] {
      (recordKind?.fields ?? []).filter { fixed[$0.name] == nil }.map { field in
        (names.first { $0.field == field.name }?.column ?? field.name, field)
      }
    }

    /// The fields that hold ranks as people write them.
    var rankFields: [String] {
      switch kind {
      case SkiKinds.participation: SheetBlock.ranks
      case SkiKinds.rating: ["rank"]
      default: []
      }
    }

    /// Whether a field is read as text at first: people write days and ranks in many ways.
    func isText(_ field: RecordField) -> Bool {
      field.kind == .date || field.kind == .datetime || rankFields.contains(field.name)
    }

    func column(of field: String) -> String { names.first { $0.field == field }?.column ?? field }
  }

  /// The files, those that others refer to first.
  static let files = [
    File(name: "teams.csv", kind: SkiKinds.team),
    File(name: "athletes.csv", kind: SkiKinds.athlete),
    File(name: "waxers.csv", kind: SkiKinds.waxer),
    File(name: "covers.csv", kind: SkiKinds.cover),
    File(name: "leaves.csv", kind: SkiKinds.leave),
    File(name: "terms.csv", kind: SkiKinds.term),
    File(
      name: "grindings.csv", kind: SkiKinds.term,
      names: [
        ("grinding", "name"), ("snow", "best_snow"), ("air_temperature_above_c", "best_above_c"),
        ("air_temperature_below_c", "best_below_c"), ("meaning", "description"),
      ], fixed: ["list": "grinding"], ignored: ["bound", "source"]),
    File(name: "ski_pairs.csv", kind: SkiKinds.pair, ignored: ["grinding"]),
    File(name: "grinding_moments.csv", kind: SkiKinds.grind, names: [("date", "moment")]),
    File(name: "treatments.csv", kind: SkiKinds.treatment),
    File(name: "sessions.csv", kind: SkiKinds.session, names: [("name_of_place", "place")], ignored: ["date_source"]),
    File(name: "snow.csv", kind: SkiKinds.snow, names: [("percentage", "share_pct")]),
    File(name: "conditions.csv", kind: SkiKinds.condition),
    File(
      name: "participations.csv", kind: SkiKinds.participation,
      ignored: ["label", "stored_label", "tied"]),
    File(name: "ratings.csv", kind: SkiKinds.rating),
    File(name: "glides.csv", kind: SkiKinds.glide),
  ]

  static func file(_ name: String) -> File? { files.first { $0.name == name } }
}

extension RecordField.Kind {
  /// The type that a column of a file is read as.
  var columnType: ColumnType {
    switch self {
    case .text, .reference, .bytes: .category
    case .integer: .integer
    case .number: .number
    case .boolean: .boolean
    case .date: .date
    case .datetime: .datetime
    }
  }
}
