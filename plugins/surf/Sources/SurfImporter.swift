public import PodiumCore
public import PodiumPlugin

/// `load surf FILE`: finds out by what a file holds whether it is a buoy's or a log of sessions, and reads it.
public struct SurfImporter: Importer {
  public let key = "surf"
  public let summary = "A buoy's file of NDBC or a CSV log of sessions, told apart by what it holds."
  /// It knows its files by what they hold.
  public let extensions: [String] = []
  /// It knows its files by what is in them.
  public let readsFolders = false
  /// The keys of both kinds.
  public let parameters: [AnyParameter] = NDBCImporter().parameters + SessionImporter().parameters

  public init() {}

  /// Leaves it to the importers of each kind, so that no file is claimed twice.
  public func recognises(_ context: any ImportContext) -> Bool { false }

  /// Reads the file with the importer of its kind.
  ///
  /// Throws `other-format` for a file of another product, naming it, and what that importer throws.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    guard !context.isFolder, let file = context.files.first else {
      throw Diagnostic("not-a-file", "'\(context.name)' is a folder", help: "name a file in it")
    }
    let bytes = try context.bytes(of: file)
    if NDBCImporter.isHeader(bytes) { return try NDBCImporter().load(context, options: options) }
    if SessionImporter.isHeader(bytes) || !(options[SessionImporter.map] ?? []).isEmpty {
      return try SessionImporter().load(context, options: options)
    }
    throw ForeignFormat.refusal(
      of: context.name, product: ForeignFormat.name(of: bytes),
      wanted: "a buoy's file of NDBC or a log of surf sessions")
  }
}
