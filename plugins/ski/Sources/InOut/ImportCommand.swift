internal import PodiumCore
internal import PodiumPlugin

/// `ski import`: reads tests into the workspace.
struct ImportCommand: Command {
  static let formats = ["bundle", "glides", "sheet", "rest", "athletes"]
  static let file = Parameter<String>.required(
    "file", allowed: "a file, a folder or a bundled dataset of this plugin", help: "File or folder.",
    completion: .data)
  static let format = Parameter<String?>.choice("format", formats, help: "Format of the file; default: detect it.")
  static let create = Parameter<Bool>.flag("create", default: false, help: "Add unknown sessions and pairs.")
  static let repair = Parameter<Bool>.flag(
    "repair", default: false, help: "Renumber ranks that have gaps or repeats.")
  static let normalise = Parameter<Bool>.flag(
    "normalise", default: false, help: "Scale percentages of snow to sum to 100.")
  static let replace = Parameter<Bool>.flag(
    "replace", default: false, help: "Overwrite values in the workspace that differ from the file.")
  static let renumber = Parameter<Bool>.flag(
    "renumber", default: false, help: "Give sessions new numbers if theirs belong to other tests.")
  static let map = Parameter<[String]?>.list(
    "map", help: "Names of columns, as in map=serial:Nr,rank:Plac; known headings are detected.")
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
      one file are separate glides. A sheet is a waxer's record of a test (CSV or XLSX, Swedish or English headings, \
      decimal comma). rest is the JSON of the web service in Nelson's thesis (2019). Importing the same file twice adds \
      nothing; only a sheet with neither a session number nor a time is a new session each time. Values that contradict the workspace are reported \
      and ignored unless replace=yes. A session whose number belongs to a test on another day is refused; renumber=yes \
      gives it a new number. A file with a mistake is refused as a whole.
      """,
    parameters: [
      file.any, format.any, create.any, repair.any, normalise.any, replace.any, renumber.any, map.any, session.any,
    ],
    examples: [
      Example("ski import ski-thesis", "a bundle that comes with podium", prints: "112"),
      Example("ski import glides.csv create=yes", "glides of an unknown session", prints: "new"),
      Example(
        "ski import glides.csv",
        after: ["ski session new Bruksvallarna", "ski import glides.csv create=yes"], "importing a file again",
        prints: "same"),
      Example(
        "ski import ski-thesis renumber=yes", after: ["ski session new Bruksvallarna at=2026-01-24 number=1"],
        "with an existing test of the same number", prints: "1 is now 15"),
      Example("ski import datasets/iris/iris.csv", "a table without ski data", fails: "not-ski-data"),
      Example("ski import nothing-there", "a missing file", fails: "unknown-file"),
    ], seeAlso: ["ski export", "ski sessions"])

  /// Changes the workspace only after all of the file was read.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let span = call.span(of: ImportCommand.file)
    do throws(Diagnostic) {
      let context = try ImportCommand.context(of: call[ImportCommand.file], in: session)
      let repairs = BundleImport.Repairs(
        ranks: call[ImportCommand.repair], shares: call[ImportCommand.normalise], replaces: call[ImportCommand.replace],
        renumbers: call[ImportCommand.renumber])
      if context.isFolder || call[ImportCommand.format] == "bundle" {
        var bundle = try BundleImport(context, workspace: workspace, repairs: repairs)
        return try ImportCommand.run(&bundle, in: &session)
      }
      let words = try SheetWords(call[ImportCommand.map] ?? [], at: call.span(of: ImportCommand.map))
      let creates = call[ImportCommand.create]
      var format = call[ImportCommand.format]
      if format == nil { format = try ImportCommand.format(of: context) }
      if format == "rest" {
        var service = try RestImport(context, workspace: workspace)
        let read = try service.files()
        var bundle = BundleImport(
          context.name, read.files, workspace: read.workspace, repairs: repairs, cancellation: session.cancellation)
        return try ImportCommand.run(&bundle, in: &session)
      }
      if format != "sheet" {
        let table = try TextTable(context, registry: session.registry) { words.meaning($0) ?? $0 }
        let isGlides = GlideImport.needed.allSatisfy { table.column($0) != nil }
        if format == "glides" || isGlides {
          var glides = GlideImport(table, workspace: workspace, creates: creates, cancellation: session.cancellation)
          return try glides.run()
        }
        if format == "athletes" || (table.column("fis_code") != nil && table.column("serial") == nil) {
          var athletes = AthleteImport(table, workspace: workspace, replaces: call[ImportCommand.replace])
          return try athletes.run()
        }
      }
      var sheet = try SheetImport(
        SheetGrid(context), words: words, workspace: workspace, creates: creates, cancellation: session.cancellation)
      guard sheet.isSheet else {
        throw Diagnostic(
          "not-ski-data", "'\(context.name)' contains no glides, no waxer's sheet and no athletes",
          help:
            "use headings such as serial and rank, winner, loser and difference, or fis_code and last_name; "
            + "map= gives the names of others")
      }
      var read = try sheet.files(session: call[ImportCommand.session])
      try SheetImport.tell(read.files, &read.workspace)
      var bundle = BundleImport(
        context.name, read.files, workspace: read.workspace, repairs: repairs, cancellation: session.cancellation)
      return try ImportCommand.run(&bundle, in: &session)
    } catch {
      throw error.at(span)
    }
  }

  /// Stores what was read; if that is a single session, `last` means that session from now on.
  private static func run(_ bundle: inout BundleImport, in session: inout Session) throws(Diagnostic) -> [Output] {
    let outputs = try bundle.run()
    if let number = bundle.onlySession { session.touch(SkiKinds.session, number) }
    return outputs
  }

  /// JSON comes from the service; the headings identify the other formats.
  private static func format(of context: any ImportContext) throws(Diagnostic) -> String? {
    let start = try context.bytes(of: context.files.first ?? context.name).prefix(64)
    let first = start.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    return first == 0x7B || first == 0x5B ? "rest" : nil
  }

  /// The file or folder of a name, or the bundled dataset if nothing has that name.
  private static func context(of word: String, in session: Session) throws(Diagnostic) -> any ImportContext {
    let path = session.services.resolve(word)
    try session.services.files.permit(path, shown: word, writing: false)
    guard session.services.files.kind(of: path) == .none else {
      return try session.importContext(of: path, shown: word)
    }
    let bundled = session.registry.datasets.values.filter { $0.importer.hasPrefix("ski") }
    if let entry = bundled.first(where: { $0.name == word }), let path = session.services.path(of: entry) {
      return try session.importContext(of: path, shown: word)
    }
    throw Diagnostic.unknown(
      "file", word, among: bundled.map(\.name).sorted(by: CodePointOrder.precedes),
      help: "paths start from the current folder")
  }
}
