internal import Glibc
public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The files that an untrusted notebook or script may touch.
///
/// It reads its own folder, the bundled datasets, and paths that match a declared hash (`admit`); it creates files
/// in its own folder and changes only those. Names that begin with a dot are off limits, as are links and hard links
/// that lead outside, and a refusal does not reveal whether something exists.
///
/// A class: the copies of a session share the created files.
public final class ConfinedFiles: Sendable {
  /// Maximum number of bytes written, and of files and folders created.
  public static let (mostBytes, mostFiles) = (1 << 30, 10_000)
  /// The extensions of the files it may create: tables, documents, images and notebooks. Files that other programs run
  /// or obey when they find them in a folder have other extensions.
  public static let endings: Set<String> = [
    "csv", "tsv", "tab", "arff", "xlsx", "json", "jsonl", "ndjson", "sqlite", "sqlite3", "db", "db3", "dta", "sav",
    "parquet", "feather", "arrow", "ics", "md", "rst", "txt", "log", "html", "htm", "tex", "svg", "png", "pdf", "jpg",
    "jpeg", "podium",
  ]

  let below: any FileAccess
  let walk: FolderWalk
  /// The folder as it was named, and its real path.
  private let spellings: [FilePath]
  private let bundled: [FilePath]
  let state = Mutex(State())

  struct State {
    /// What was admitted, by real path.
    var admitted: [FilePath: DataHash] = [:]
    /// The files this access created, by path within the folder.
    var made: [FilePath: Identity] = [:]
    var bytes = 0
    var count = 0
    /// Whether what is written stays in memory above this access: then what exists here is not in the way.
    var isOverlaid = false
  }

  struct Identity: Equatable {
    var device: dev_t
    var number: ino_t

    init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
  }

  /// Confines an access to a folder and to podium's own folders, which are read-only.
  public init(_ below: any FileAccess, to folder: String, bundled: [String]) {
    self.below = below
    walk = FolderWalk(folder)
    spellings = [FilePath(folder), RealPlace.of(folder)]
    // What leads nowhere is not podium's.
    self.bundled = bundled.map(RealPlace.of).filter { $0 != RealPlace.nowhere }
  }

  /// The user's home folder, which a path may name; its contents are still outside.
  public var home: String? { below.home }

  /// A place in the folder; nil for one outside it or off limits.
  func place(_ path: String) -> FolderWalk.Place? {
    for spelling in spellings {
      if let rest = FilePath(path).inside(spelling) { return walk.place(rest) }
    }
    return nil
  }

  /// The real path of something outside that may be read; nil if it may not.
  func outside(_ path: String) -> (real: FilePath, hash: DataHash?, inside: FilePath)? {
    let real = RealPlace.of(path)
    if bundled.contains(where: { real.inside($0) != nil }) { return (real, nil, FilePath("")) }
    return state.withLock { state in
      for (root, hash) in state.admitted {
        guard let inside = real.inside(root).map({ FilePath($0) }) else { continue }
        // A folder's hash covers some of its files and the folders above them.
        if inside.text.isEmpty || hash.files.keys.contains(where: { $0.inside(inside) != nil }) {
          return (real, hash, inside)
        }
      }
      return nil
    }
  }

  func refusal(_ name: String, writing: Bool) -> Diagnostic {
    writing
      ? Diagnostic(
        "trust-refused", "an untrusted file may not write '\(name)'",
        help: "it may create files in its own folder, under names that do not start with a dot, and change only those; "
          + "run it with --trust if you know what it does")
      : Diagnostic(
        "trust-refused", "an untrusted file may not read '\(name)'",
        help:
          "it may read its own folder, the bundled datasets, and data declared under 'data:' with a full "
          + "sha256; run it with --trust if you know what it does")
  }

  /// Throws `trust-refused` for a place that may not be touched.
  public func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic) {
    if let place = place(path) {
      guard writing else { return }
      try check(place, name)
      // Another program can run or obey only what reaches the disk.
      if !state.withLock(\.isOverlaid) { try checkEnding(of: place, name) }
      return
    }
    guard !writing, outside(path) != nil else { throw refusal(name, writing: writing) }
  }

  /// Throws for a place with something this access did not create.
  func check(_ place: FolderWalk.Place, _ name: String) throws(Diagnostic) {
    guard case .file(let status) = place.leaf, !state.withLock(\.isOverlaid) else { return }
    guard isMade(place, status) else { throw refusal(name, writing: true) }
  }

  /// Counts a file as created by this access, since an earlier run of the same user wrote what is in it.
  func adopt(_ path: String) {
    guard let place = place(path), case .file(let status) = place.leaf, status.st_nlink == 1 else { return }
    state.withLock { $0.made[FilePath(place.path)] = Identity(status) }
  }

  func isMade(_ place: FolderWalk.Place, _ status: stat) -> Bool {
    status.st_nlink == 1 && state.withLock { $0.made[FilePath(place.path)] } == Identity(status)
  }

  func checkEnding(of place: FolderWalk.Place, _ name: String) throws(Diagnostic) {
    guard ConfinedFiles.endings.contains(FilePath(place.name).ending) else {
      throw Diagnostic(
        "trust-refused",
        "an untrusted file may not write '\(name)', whose extension is not that of a table or document",
        help: "choose an extension such as .csv, .txt or .html; run it with --trust if you know what it does")
    }
  }

  /// Allows reading a place outside as long as it has this hash.
  ///
  /// Throws `trust-refused`, whatever is wrong, so as not to reveal whether something exists.
  public func admit(_ path: String, shown name: String, hash wanted: String) throws(Diagnostic) {
    if place(path) != nil { return }
    guard DataHash.isWhole(wanted), below.kind(of: path) != .other,
      let hash = try? DataHash(of: path, shown: name, in: below), hash.whole == wanted
    else {
      throw Diagnostic(
        "trust-refused",
        "'\(name)' is outside the notebook's own folder, and no file there matches its hash",
        help: "declare the data with its full sha256, as 'notebook save' and 'podium run --trust' write it")
    }
    let real = RealPlace.of(path)
    state.withLock { $0.admitted[real] = hash }
  }
}
