internal import Glibc
public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The files that an untrusted notebook or script may touch.
///
/// It reads its own folder, the bundled datasets, and places that match a declared hash (`admit`); it makes new files
/// in its own folder and changes none but those. A name that begins with a dot is closed, links and hard links that
/// lead out are, and a refusal is the same whether or not something is there.
///
/// A class: the copies of a session share what was made.
public final class ConfinedFiles: Sendable {
  /// The most bytes that may be written, and the most files and folders made.
  public static let (mostBytes, mostFiles) = (1 << 30, 10_000)
  /// The endings of the files that may be made: tables, documents, pictures and notebooks. What other programs run or
  /// go by when they find it in a folder has other names.
  public static let endings: Set<String> = [
    "csv", "tsv", "tab", "arff", "xlsx", "json", "jsonl", "ndjson", "sqlite", "sqlite3", "db", "db3", "md", "txt",
    "html", "htm", "tex", "svg", "png", "jpg", "jpeg", "podium",
  ]

  let below: any FileAccess
  let walk: FolderWalk
  /// The folder as it was named, and where it really lies.
  private let spellings: [String]
  private let bundled: [String]
  let state = Mutex(State())

  struct State {
    /// What was admitted, by its real place.
    var admitted: [String: DataHash] = [:]
    /// The files this access made, by their path in the folder.
    var made: [String: Identity] = [:]
    var bytes = 0
    var count = 0
  }

  struct Identity: Equatable {
    var device: dev_t
    var number: ino_t

    init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
  }

  /// Confines an access to a folder and to places of podium's own, which are only read.
  public init(_ below: any FileAccess, to folder: String, bundled: [String]) {
    self.below = below
    walk = FolderWalk(folder)
    spellings = [folder, RealPlace.of(folder)]
    self.bundled = bundled.map(RealPlace.of)
  }

  /// The user's home folder, which a path may name; what lies in it is outside all the same.
  public var home: String? { below.home }

  /// A place in the folder; nil for one outside of it and for one that is closed.
  func place(_ path: String) -> FolderWalk.Place? {
    for spelling in spellings {
      if let rest = RealPlace.path(of: path, from: spelling) { return walk.place(rest) }
    }
    return nil
  }

  /// Where something lies that may be read though it is outside; nil where it may not.
  func outside(_ path: String) -> (real: String, hash: DataHash?, inside: String)? {
    let real = RealPlace.of(path)
    if bundled.contains(where: { RealPlace.path(of: real, from: $0) != nil }) { return (real, nil, "") }
    return state.withLock { state in
      for (root, hash) in state.admitted {
        guard let inside = RealPlace.path(of: real, from: root) else { continue }
        // Of a folder its hash holds some files and the folders above them.
        if hash.files[inside] != nil || inside.isEmpty
          || hash.files.keys.contains(where: { $0.hasPrefix(inside + "/") })
        {
          return (real, hash, inside)
        }
      }
      return nil
    }
  }

  func refusal(_ name: String, writing: Bool) -> Diagnostic {
    writing
      ? Diagnostic(
        "trust-refused", "a file that is not trusted may not write '\(name)'",
        help: "it may make new files in its own folder, without a dot in front of any name, and change only those; "
          + "run it with --trust when you know what it does")
      : Diagnostic(
        "trust-refused", "a file that is not trusted may not read '\(name)'",
        help:
          "it may read its own folder, the bundled datasets, and what a notebook declares under 'data:' with a full "
          + "sha256; run it with --trust when you know what it does")
  }

  /// Throws `trust-refused` for a place that may not be touched.
  public func permit(_ path: String, shown name: String, writing: Bool) throws(Diagnostic) {
    if let place = place(path) {
      guard writing else { return }
      try check(place, name)
      try checkEnding(of: place, name)
      return
    }
    guard !writing, outside(path) != nil else { throw refusal(name, writing: writing) }
  }

  /// Throws for a place that holds something this access did not make.
  func check(_ place: FolderWalk.Place, _ name: String) throws(Diagnostic) {
    guard case .file(let status) = place.leaf else { return }
    guard isMade(place, status) else { throw refusal(name, writing: true) }
  }

  func isMade(_ place: FolderWalk.Place, _ status: stat) -> Bool {
    status.st_nlink == 1 && state.withLock { $0.made[place.path] } == Identity(status)
  }

  func checkEnding(of place: FolderWalk.Place, _ name: String) throws(Diagnostic) {
    let parts = place.name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last, ConfinedFiles.endings.contains(String(ending)) else {
      throw Diagnostic(
        "trust-refused",
        "a file that is not trusted may not write '\(name)', whose ending is none of a table or document",
        help: "choose an ending as .csv, .txt or .html; run it with --trust when you know what it does")
    }
  }

  /// Lets a place outside be read if it has this hash, for as long as it keeps it.
  ///
  /// Throws `trust-refused`, whatever is wrong: it does not tell whether something is there.
  public func admit(_ path: String, shown name: String, hash wanted: String) throws(Diagnostic) {
    if place(path) != nil { return }
    guard DataHash.isWhole(wanted), below.kind(of: path) != .other,
      let hash = try? DataHash(of: path, shown: name, in: below), hash.whole == wanted
    else {
      throw Diagnostic(
        "trust-refused",
        "'\(name)' lies outside the notebook's own folder, and what may be there is not what its hash says",
        help: "such data count only with their full sha256, as 'notebook save' and 'podium run --trust' write it")
    }
    let real = RealPlace.of(path)
    state.withLock { $0.admitted[real] = hash }
  }
}
