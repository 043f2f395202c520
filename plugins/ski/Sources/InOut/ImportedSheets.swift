internal import PodiumCore
internal import PodiumPlugin

/// The sheets of a file by what they are: waxers' sheets, tables of glides, lists of athletes; a note names the others.
struct ImportedSheets {
  private(set) var blocks: [SheetBlock] = []
  private(set) var glides: [TextTable] = []
  private(set) var athletes: [TextTable] = []
  /// The rows that were left out.
  private(set) var misfits = Misfits()
  private(set) var notes: [String] = []

  /// Reads all visible sheets, or the one that `sheet` names; `format` says what they are.
  ///
  /// Throws `unknown-sheet`, `not-ski-data` where no sheet is any of them, and the reader's errors.
  init(
    _ context: any ImportContext, sheet: String?, format: String?, words: SheetWords, in session: Session
  ) throws(Diagnostic) {
    let all = try SheetGrid.all(context)
    var others: [String] = []
    for grid in try sheet.map({ (name) throws(Diagnostic) in [try ImportedSheets.choose(all, name)] }) ?? all {
      let name = "'" + SafeText.escape(grid.sheet ?? context.name) + "'"
      if grid.isHidden, sheet == nil {
        others.append("\(name) (hidden; sheet=\(CommandText.word(grid.sheet ?? "")) reads it)")
      } else if grid.isEmpty {
        others.append("\(name) (empty)")
      } else if try !read(grid, format, words, session.cancellation) {
        others.append("\(name) (no headings such as serial and rank, or winner and loser)")
      }
    }
    guard !blocks.isEmpty || !glides.isEmpty || !athletes.isEmpty else {
      if let first = misfits.first { throw first }
      throw Diagnostic(
        "not-ski-data",
        "'\(context.name)' contains no glides, no waxer's sheet and no athletes"
          + (all.count > 1 ? "; its sheets are \(others.joined(separator: ", "))" : ""),
        help:
          "use headings such as serial and rank, winner, loser and difference, or fis_code and last_name; "
          + "map= gives the names of others")
    }
    if !others.isEmpty { notes.append("not imported: " + others.joined(separator: ", ")) }
  }

  /// Reads a sheet; false if it is none of the formats.
  private mutating func read(
    _ grid: SheetGrid, _ format: String?, _ words: SheetWords, _ cancellation: Cancellation
  ) throws(Diagnostic) -> Bool {
    if format != "sheet" {
      let table = try TextTable(grid, words: words)
      if format == "glides" || GlideImport.needed.allSatisfy({ table.has($0) }) {
        guard table.has("winner") || grid.sheet == nil else { return false }
        glides.append(table)
        return true
      }
      if format == "athletes" || (table.has("fis_code") && !table.has("serial")) {
        athletes.append(table)
        return true
      }
    }
    let read = try SheetBlocks(grid, words: words, cancellation: cancellation)
    let tests = read.blocks.filter(\.hasRows)
    if read.hasTable { misfits.add(read.misfits) }
    guard !tests.isEmpty else { return false }
    blocks += tests
    notes += read.notes
    return true
  }

  private static func choose(_ all: [SheetGrid], _ name: String) throws(Diagnostic) -> SheetGrid {
    let names = all.map { $0.sheet ?? "" }
    if let exact = names.firstIndex(of: name) ?? names.firstIndex(where: { $0.lowercased() == name.lowercased() }) {
      return all[exact]
    }
    if let number = Int(name), all.indices.contains(number - 1) { return all[number - 1] }
    throw Diagnostic.unknown(
      "sheet", name, among: names.filter { !$0.isEmpty },
      help: names == [""] ? "the file has no sheets" : nil)
  }
}
