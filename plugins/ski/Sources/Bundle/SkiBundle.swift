internal import PodiumCore
internal import PodiumPlugin

/// The files of a bundle, checked for the columns the join needs.
struct SkiBundle {
  let participations: BundleFile
  let sessions: BundleFile
  let snow: BundleFile
  let pairs: BundleFile
  let moments: BundleFile

  static let needed = ["participations.csv", "sessions.csv", "snow.csv", "ski_pairs.csv", "grinding_moments.csv"]

  init(_ context: any ImportContext) throws(Diagnostic) {
    let absent = Self.needed.filter { !context.files.contains($0) }
    guard context.isFolder, absent.isEmpty else {
      let lacks = absent.joined(separator: ", ") + (absent.count == 1 ? " is missing" : " are missing")
      throw Diagnostic(
        "not-a-bundle",
        context.isFolder
          ? "the folder '\(context.name)' is not a ski bundle: \(lacks)"
          : "'\(context.name)' is a file, not a ski bundle",
        help: "use a folder with " + Self.needed.joined(separator: ", "))
    }
    // Keys are text: the zeros of serial number 007 count, and sessions may have names instead of numbers.
    participations = try BundleFile(
      "participations.csv", ["session": .category, "serial_number": .category, "rank": .number], context)
    sessions = try BundleFile(
      "sessions.csv", ["session": .category, "time_of_test": .datetime, "air_temperature_c": .number], context)
    snow = try BundleFile("snow.csv", ["session": .category, "snow_type": .category, "percentage": .number], context)
    pairs = try BundleFile(
      "ski_pairs.csv", ["serial_number": .category, "ski_type": .category, "ski_base": .category], context)
    moments = try BundleFile(
      "grinding_moments.csv", ["serial_number": .category, "grinding": .category, "date": .datetime], context)
  }

  /// Notes from reading the files: invalid numbers or times, unusual encodings.
  var notes: [String] { [participations, sessions, snow, pairs, moments].flatMap(\.notes) }
}

/// One file of a bundle as a table whose columns have the types the join needs.
struct BundleFile {
  let name: String
  let table: Table
  let notes: [String]

  /// Reads a file; it must have the columns, which get these types whatever their cells look like.
  init(_ file: String, _ types: [String: ColumnType], _ context: any ImportContext) throws(Diagnostic) {
    let name = FilePath.join(context.name, file)
    // Names first: the reader's error for the type of a missing column would be less clear.
    let names = try context.table(of: file, options: DelimitedOptions(header: true)).table.names
    for column in types.keys.inCodePointOrder() where !names.contains(column) {
      throw Diagnostic(
        "missing-column", "'\(name)' has no column '\(column)'",
        help: "its columns are " + names.joined(separator: ", "))
    }
    let read = try context.table(of: file, options: DelimitedOptions(header: true, types: types))
    (self.name, table) = (name, read.table)
    notes = read.notes.map { "in '\(name)': " + $0 }
  }

  /// The text of a cell; nil when it is missing.
  func text(_ column: String, _ row: Int) -> String? {
    guard let value = table[column]?[row], !value.isMissing else { return nil }
    return value.fileText
  }

  /// The number in a cell; nil if it is missing or invalid.
  func number(_ column: String, _ row: Int) -> Double? { table[column]?[row].asNumber }

  /// The moment in a cell; a day was read as its beginning in UTC.
  func moment(_ column: String, _ row: Int) -> Moment? {
    if case .datetime(let moment)? = table[column]?[row] { moment } else { nil }
  }

  /// The rows that hold a text in a column, in file order.
  func rowsByText(_ column: String) -> [String: [Int]] {
    var rows: [String: [Int]] = [:]
    for row in 0..<table.rowCount { if let text = text(column, row) { rows[text, default: []].append(row) } }
    return rows
  }
}
