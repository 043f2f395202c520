internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The sheets of a file by what they are: waxers' sheets, tables of glides, lists of athletes; a note names the others.
struct ImportedSheets {
  private(set) var blocks: [SheetBlock] = []
  private(set) var glides: [IncomingTable] = []
  private(set) var athletes: [IncomingTable] = []
  private(set) var misfits = Misfits()
  private(set) var notes: [String] = []
  /// Sheets with tests side by side: beside other tests they are a summary of those.
  private var matrices: [(grid: IncomingSheet, matrix: SheetMatrix)] = []
  /// The sheets that were not read, each with the reason.
  private var others: [String] = []
  /// The labels of a table that has nothing else, and its place among the others.
  private var head: (labels: [String: IncomingSheet.Cell], place: Int)?

  /// Reads all visible sheets, or the one that `sheet` names; `format` says what they are. Throws `unknown-sheet`, `not-ski-data`
  /// where no sheet is any of them, and the reader's errors.
  init(
    _ context: any ImportContext, sheet: String?, format: String?, words: ColumnWords, in session: Session
  ) throws(Diagnostic) {
    let all = try IncomingSheet.all(context, in: session.registry)
    try words.refuseAbsent(from: all.flatMap { $0.rows.flatMap(\.cells) })
    for grid in try sheet.map({ (name) throws(Diagnostic) in [try IncomingSheet.choose(name, among: all)] }) ?? all {
      let name = "'" + SafeText.escape(grid.sheet ?? context.name) + "'"
      if grid.isHidden, sheet == nil {
        others.append("\(name) (hidden; sheet=\(CommandText.word(grid.sheet ?? "")) reads it)")
      } else if grid.isEmpty {
        others.append("\(name) (empty)")
      } else if try !read(grid, format, words, session.cancellation) {
        others.append("\(name) (no headings such as serial and rank, or winner and loser)")
      }
    }
    let isSummary = blocks.contains { !$0.isRegister }
    for (grid, matrix) in matrices {
      guard !isSummary else {
        let name = grid.sheet ?? context.name
        others.append("'\(SafeText.escape(name))' (tests side by side; sheet=\(CommandText.word(name)) reads it)")
        continue
      }
      (blocks, notes) = (blocks + matrix.blocks, notes + matrix.notes)
      misfits.add(matrix.misfits)
    }
    guard !blocks.isEmpty || !glides.isEmpty || !athletes.isEmpty else {
      if let first = misfits.first { throw first }
      throw Diagnostic(
        "not-ski-data",
        "'\(context.name)' contains no glides, no waxer's sheet and no athletes"
          + (all.count > 1 ? "; its sheets are \(others.joined(separator: ", "))" : ""),
        help: "use headings such as serial and rank, winner, loser and difference, or fis_code and last_name; "
          + "map= gives the names of others")
    }
    if !others.isEmpty { notes.append("not imported: " + others.joined(separator: ", ")) }
  }

  /// Reads a sheet; false if it is none of the formats.
  private mutating func read(
    _ grid: IncomingSheet, _ format: String?, _ words: ColumnWords, _ cancellation: Cancellation
  ) throws(Diagnostic) -> Bool {
    if format != "sheet" {
      let table = try IncomingTable(grid, words: words)
      let isOfDays = ["date", "place"].contains { table.has($0) }
      if format == "glides" || !isOfDays && GlideImport.needed.allSatisfy({ table.has($0) }) {
        guard table.has("winner") || grid.sheet == nil else { return false }
        glides.append(table)
        return true
      }
      if format == "athletes" || (table.has("fis_code") && !table.has("serial")) {
        athletes.append(table)
        return true
      }
    }
    if let matrix = try SheetMatrix(grid, words: words, cancellation: cancellation), !matrix.isEmpty {
      head = nil
      matrices.append((grid, matrix))
      return true
    }
    let read = try SheetBlocks(grid, words: words, cancellation: cancellation)
    var tests = read.blocks.filter(\.hasRows)
    if read.hasTable { misfits.add(read.misfits) }
    guard !tests.isEmpty else {
      let loose = SheetHeats(grid, words)
      if !loose.heats.isEmpty {
        let labels = read.blocks.first?.labels.filter { SheetBlock.ofSession.contains($0.key) || $0.key == "comment" }
        blocks.append(SheetBlock(labels: labels ?? [:], glides: loose.heats))
        head = nil
        return true
      }
      if let doubt = SheetMatrix.doubt(grid, words) {
        misfits.add(doubt.place, doubt.text, code: "not-ski-data", help: doubt.help)
      } else if let odd = loose.odd {
        misfits.add(
          odd, "without headings it is neither a heat, as in 101;102;V, nor a row of a bracket", code: "not-ski-data",
          help: SheetHeats.help)
      }
      head = read.blocks.first.flatMap { $0.labels["date"] == nil ? nil : ($0.labels, others.count) }
      return false
    }
    if let head, tests[0].lacksHead {
      tests[0].labels.merge(head.labels) { own, _ in own }
      others.remove(at: head.place)
      notes.append("\(grid.source): took the labels of the table before it")
    }
    head = nil
    blocks += tests
    notes += read.notes
    return true
  }
}
