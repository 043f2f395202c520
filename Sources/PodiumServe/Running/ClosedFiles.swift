public import PodiumCore
public import PodiumPlugin

/// Files for commands that must reach none: nothing is there, and nothing can be made.
public struct ClosedFiles: FileAccess {
  /// Closes all files.
  public init() {}

  /// A service has no home folder.
  public var home: String? { nil }

  /// Nothing is anywhere.
  public func kind(of path: String) -> FileKind { .none }

  /// Throws `trust-refused`, as all of the following do.
  public func read(_ path: String, shown name: String) throws(Diagnostic) -> [UInt8] { throw ClosedFiles.refusal }

  public func list(_ path: String, shown name: String) throws(Diagnostic) -> [String] { throw ClosedFiles.refusal }

  public func entries(_ path: String, hidden: Bool) throws(Diagnostic) -> [FileEntry] { throw ClosedFiles.refusal }

  public func makeFolder(_ path: String, shown name: String) throws(Diagnostic) { throw ClosedFiles.refusal }

  public func write(
    _ bytes: [UInt8], to path: String, shown name: String, mode: FileMode
  ) throws(Diagnostic) { throw ClosedFiles.refusal }

  public func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic) { throw ClosedFiles.refusal }

  public func admit(_ path: String, shown name: String, hash: String) throws(Diagnostic) { throw ClosedFiles.refusal }

  /// The same for every file, whether it is there or not.
  static let refusal = Diagnostic("trust-refused", "a service reads and writes no files")

  /// What commands of a service have beside its store: clocks and zones, no files, no network and no other programs.
  public static func services(
    store: any Store, version: String, clock: @escaping @Sendable () -> Double, now: @escaping @Sendable () -> Moment,
    localClock: LocalClock, zone: @escaping @Sendable (String) throws(Diagnostic) -> ZoneRules
  ) -> Services {
    var services = Services(
      files: ClosedFiles(), folder: "/",
      importContext: { (_, _) throws(Diagnostic) in throw ClosedFiles.refusal }, clock: clock, version: version,
      store: store)
    (services.now, services.localClock, services.zone) = (now, localClock, zone)
    services.isTrusted = false
    return services
  }
}
