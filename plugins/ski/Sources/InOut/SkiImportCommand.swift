internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski import`: reads tests into the workspace.
struct SkiImportCommand: Command {
  static let formats = ["bundle", "glides", "sheet", "rest", "athletes"]
  static let file = Parameter<String>.required(
    "file", allowed: "a file, a folder or a bundled dataset of this plugin", help: "File or folder.", completion: .data)
  static let format = Parameter<String?>.choice("format", formats, help: "Format of the file; default: detect it.")
  static let create = Parameter<Bool>.flag("create", default: false, help: "Add unknown sessions and pairs.")
  static let repair = Parameter<Bool>.flag("repair", default: false, help: "Renumber ranks that have gaps or repeats.")
  static let normalise = Parameter<Bool>.flag(
    "normalise", default: false, help: "Scale percentages of snow to sum to 100.")
  static let replace = Parameter<Bool>.flag(
    "replace", default: false, help: "Overwrite values in the workspace that differ from the file.")
  static let renumber = Parameter<Bool>.flag(
    "renumber", default: false, help: "Give sessions new numbers if theirs belong to other tests.")
  static let map = Parameter<[String]?>.list(
    "map",
    help: "What columns with other headings hold, as in map=Skidan:serial,Blev:rank; known headings are detected.")
  static let sheet = Parameter<String?>.text(
    "sheet", help: "Name or number of a workbook's sheet or a page's table, from 1; default: all that have tests.")
  static let dates = Parameter<String?>.choice(
    "dates", DateOrder.allCases.map(\.rawValue),
    help: "Whether dates in digits start with the day or the month, where no date shows it.")
  static let season = Parameter<String?>.text(
    "season", help: "Winter of days without a year, as in 2025-26; default: that of the other days.")
  static let session = Parameter<String?>.text(
    "session", help: "Session that a sheet belongs to; default: the number in the sheet, or else the next one.",
    completion: .sessions())

  let signature = Signature(
    "ski import", topic: .plugins,
    summary: "Import a bundle, glides, a waxer's sheet, JSON or a list of athletes into the workspace.",
    details: """
      A bundle is a folder of CSV files (sessions, snow, ski_pairs, grinding_moments, participations; also athletes, \
      glides and others that ski export writes). Glides are a table with the columns session, winner, loser and \
      difference_cm, and optionally lane, run, tester, winner_treatment and loser_treatment; identical rows of \
      one file are separate glides. A sheet is a waxer's record of a test (CSV or XLSX, English, Swedish, Norwegian, \
      Finnish or German headings, decimal comma), or tests side by side: a column for each test and a row for each pair, the \
      other way round, or as ski matrix writes them. Heats need no headings if each row is two pairs with V or H, or if they \
      form a bracket. rest is the JSON of the web service in Nelson's thesis (2019). Importing the same file twice adds \
      nothing; only a sheet with neither a session number nor a time is a new session each time. Values that contradict the workspace are reported \
      and ignored unless replace=yes. A session whose number belongs to a test on another day is refused; renumber=yes \
      gives it a new number. All sheets of a workbook that are tests, glides, \
      lists of pairs, of grindings with their days or of athletes are imported; a note names the others. A cell that cannot be \
      read is left unknown, and one that a row cannot do without leaves out the row; warnings name file, sheet, line, \
      column and value. What contradicts itself (two days for one date, a day of no known winter, ranks that form no order, snow that does not sum to \
      100) is refused with the whole file.
      """,
    parameters: [
      file.any, format.any, create.any, repair.any, normalise.any, replace.any, renumber.any, map.any, session.any,
      sheet.any, dates.any, season.any,
    ],
    exampleLines: """
      a bundle that comes with podium: ski import ski-thesis -> 112
      glides of an unknown session: ski import glides.csv create=yes -> new
      importing a file again: ski session new Bruksvallarna; ski import glides.csv create=yes; ski import glides.csv -> same
      with an existing test of the same number: ski session new Bruksvallarna at=2026-01-24 number=1; ski import ski-thesis renumber=yes -> 1 is now 15
      a table without ski data: ski import datasets/iris/iris.csv -> !not-ski-data
      a missing file: ski import nothing-there -> !unknown-file
      """, seeAlso: ["ski export", "ski sessions"])

  /// Changes the workspace only after all of the file was read.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let span = call.span(of: Self.file)
    do throws(Diagnostic) {
      let context = try session.importContext(named: call[Self.file], bundledFor: "ski")
      let repairs = SkiBundle.Repairs(
        ranks: call[Self.repair], shares: call[Self.normalise], replaces: call[Self.replace],
        renumbers: call[Self.renumber])
      let dates = try SheetDates.Choice(
        dates: call[Self.dates], season: call[Self.season], at: call.span(of: Self.season))
      if context.isFolder || call[Self.format] == "bundle" {
        var bundle = try SkiBundle(context, dates: dates, workspace: workspace, repairs: repairs)
        return try Self.run(&bundle, in: &session)
      }
      var format = call[Self.format]
      if format == nil { format = try Self.format(of: context) }
      if format == "rest" {
        var service = try RestImport(context, workspace: workspace)
        let read = try service.files()
        var bundle = SkiBundle(
          context.name, read.files, isSheet: false, workspace: read.workspace, repairs: repairs,
          cancellation: session.cancellation)
        return try Self.run(&bundle, in: &session)
      }
      let words = try SheetWords.columns(call[Self.map] ?? [], at: call.span(of: Self.map))
      let sheets: ImportedSheets
      do throws(Diagnostic) {
        sheets = try ImportedSheets(context, sheet: call[Self.sheet], format: format, words: words, in: session)
      } catch {
        switch error.code {
        case "unknown-sheet": throw error.at(call.span(of: Self.sheet))
        case "unknown-column": throw error.at(call.span(of: Self.map))
        default: throw error
        }
      }
      var outputs: [Output] = []
      for table in sheets.athletes {
        var athletes = AthleteImport(table, workspace: try SkiWorkspace(session), replaces: call[Self.replace])
        outputs += try athletes.run()
      }
      if !sheets.blocks.isEmpty {
        var own = try SkiWorkspace(session)
        own.misfits = sheets.misfits
        var sheet = try SheetImport(
          sheets.blocks, dates: dates, workspace: own, creates: call[Self.create], cancellation: session.cancellation)
        var read = try sheet.files(of: context.name, session: call[Self.session])
        if !read.files.contains(where: { ["participations.csv", "ski_pairs.csv"].contains($0.layout.name) }),
          let first = read.workspace.misfits.first
        {
          throw first
        }
        try SheetImport.tell(read.files, &read.workspace)
        var bundle = SkiBundle(
          context.name, read.files, isSheet: true, workspace: read.workspace, repairs: repairs,
          cancellation: session.cancellation)
        outputs += try Self.run(&bundle, in: &session)
      }
      for table in sheets.glides {
        var glides = GlideImport(
          table, workspace: try SkiWorkspace(session), creates: call[Self.create], cancellation: session.cancellation)
        outputs += try glides.run()
      }
      // Of several results, the remarks follow the last.
      let remarks = outputs.filter(\.isRemark)
      return outputs.filter { !$0.isRemark } + remarks + sheets.notes.map(Output.note)
    } catch { throw error.at(span) }
  }

  /// Stores what was read; if that is a single session, `last` means that session from now on.
  private static func run(_ bundle: inout SkiBundle, in session: inout Session) throws(Diagnostic) -> [Output] {
    let outputs = try SkiWorkspace(session).limitingSizes { () throws(Diagnostic) in try bundle.run() }
    if let number = bundle.onlySession { session.touch(SkiKinds.session, number) }
    return outputs
  }

  /// An object in JSON comes from the service; the headings identify the other formats, lists in JSON among them.
  private static func format(of context: any ImportContext) throws(Diagnostic) -> String? {
    let file = context.files.first ?? context.name
    let start = try context.start(of: file, count: 64)
    let first = start.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    let isLines = ["jsonl", "ndjson"].contains(FilePath(file).unpacked.ending)
    return first == 0x7B && !isLines ? "rest" : nil
  }
}

extension Output {
  /// Whether it is a note or a warning.
  fileprivate var isRemark: Bool {
    switch self {
    case .note, .notice, .warning: true
    default: false
    }
  }
}
