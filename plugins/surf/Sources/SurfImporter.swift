public import PodiumCore
public import PodiumPlugin
internal import SurfModel

/// `load surf FILE`: detects from the content whether a file is NDBC buoy data or a log of sessions, and reads it.
public struct SurfImporter: Importer {
  public let key = "surf"
  public let summary = "NDBC buoy data or a CSV log of surf sessions, detected from the content."
  /// Files are recognised by their content.
  public let extensions: [String] = []
  public let readsFolders = false
  public let parameters: [AnyParameter] = NDBCImporter().parameters + SessionImporter().parameters

  public init() {}

  /// False: the importer of each kind recognises its own files, so no file is claimed twice.
  public func recognises(_ context: any ImportContext) -> Bool { false }

  /// Throws `other-format`, naming the product, for a file of another product, and what the importer of the kind throws.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    let bytes = try context.bytes(of: context.oneFile())
    if NDBCImporter.isHeader(bytes) { return try NDBCImporter().load(context, options: options) }
    if SessionImporter.isHeader(bytes) || !(options[SessionImporter.map] ?? []).isEmpty {
      return try SessionImporter().load(context, options: options)
    }
    throw SurfFileKind.notLoaded(
      context.name, SurfFileKind.detect(bytes), wanted: "NDBC buoy data or a log of surf sessions")
  }
}
