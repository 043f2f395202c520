internal import PodiumCore

/// The table of a figure while it is made: rows that name their cells, all others missing.
struct DrawnRows {
  private let names: [String]
  private let places: [String: Int]
  private var cells: [[Value]]
  private(set) var count = 0

  /// Names the columns in order; they must differ.
  init(_ names: [String]) {
    self.names = names
    places = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    cells = names.map { _ in [] }
  }

  /// Adds a row; cells of unknown columns are dropped.
  mutating func add(_ row: KeyValuePairs<String, Value>) { add(row.map { ($0.key, $0.value) }) }

  /// Adds a row; cells of unknown columns are dropped.
  mutating func add(_ row: [(String, Value)]) {
    for place in cells.indices { cells[place].append(.missing) }
    for (name, value) in row { places[name].map { cells[$0][count] = value } }
    count += 1
  }

  func table() throws(Diagnostic) -> Table {
    try Table(zip(names, cells).map { Column($0, values: $1) }, rowCount: count)
  }
}

struct ColumnNames {
  private(set) var all: [String]

  /// Starts with names of columns that are shown as they are; one that comes twice counts once.
  init(_ shown: [String?]) {
    all = []
    for case .some(let name) in shown where !all.contains(name) { all.append(name) }
  }

  /// Adds a name for what is computed, with `_` after it as often as it takes.
  mutating func add(_ name: String) -> String {
    var free = name
    while all.contains(free) { free += "_" }
    all.append(free)
    return free
  }
}
