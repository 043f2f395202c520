internal import Glibc
package import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// The files of the databases that this process has open or will open, which nothing else here may open or replace.
///
/// Closing any descriptor of a file drops all locks that the process has on it (fcntl(2)), those of SQLite too: another
/// podium then takes the workspace for free, and both write past each other. The locks belong to the process, and so does
/// this list. Files are compared by device and inode, whatever path, link or hard link leads to them.
package enum HeldFiles {
  /// A database whose file is held as long as the value is.
  package final class Hold: Sendable {
    private let path: FilePath
    private let isProbe: Bool

    /// Holds a file and the logs beside it, there or not; `snapshot` reads what it holds through the database. A probe
    /// only looks at the file: it belongs to no workspace that is open.
    package init(
      _ path: String, isProbe: Bool = false, snapshot: @escaping @Sendable () throws(Diagnostic) -> [UInt8]
    ) {
      // SQLite names the logs by where a link leads; a place whose path is not UTF-8 is found by the path given.
      let place = RealPlace.of(path)
      let real = place.isAbsolute ? place : FilePath(path)
      self.path = real
      self.isProbe = isProbe
      HeldFiles.list.withLock { list in
        if !list.contains(where: { $0.path == real }) { list.append(File(real, snapshot)) }
        for place in list.indices where list[place].path == real {
          list[place].holds += 1
          list[place].probes += isProbe ? 1 : 0
        }
      }
    }

    deinit {
      HeldFiles.list.withLock { list in
        guard let place = list.firstIndex(where: { $0.path == path }) else { return }
        list[place].holds -= 1
        list[place].probes -= isProbe ? 1 : 0
        if list[place].holds == 0 { list.remove(at: place) }
      }
    }
  }

  private struct File: Sendable {
    let snapshot: @Sendable () throws(Diagnostic) -> [UInt8]
    /// The database and its logs.
    let places: [FilePath]
    var (holds, probes) = (0, 0)
    var path: FilePath { places[0] }

    init(_ real: FilePath, _ snapshot: @escaping @Sendable () throws(Diagnostic) -> [UInt8]) {
      self.snapshot = snapshot
      places = ["", "-wal", "-shm", "-journal"].map { FilePath(real.text + $0) }
    }

    /// The number of the place that is this file; nil if none is.
    func place(of status: stat) -> Int? {
      places.firstIndex { place in
        var own = stat()
        return stat(place.text, &own) == 0 && own.st_dev == status.st_dev && own.st_ino == status.st_ino
      }
    }
  }

  private static let list = Mutex<[File]>([])

  /// What a database holds, if a file is one that is held: it is read through SQLite. Nil for any other file.
  ///
  /// Throws `file-busy` for a log of a database.
  static func snapshot(of status: stat, shown name: String) throws(Diagnostic) -> [UInt8]? {
    for file in list.withLock({ $0 }) {
      guard let place = file.place(of: status) else { continue }
      guard place == 0 else { throw busy(name, "read") }
      try DiskFiles.checkRoom(Int(status.st_size), shown: name)
      return try file.snapshot()
    }
    return nil
  }

  /// Throws `file-busy` for a file of a workspace that this process has open, under whatever name.
  package static func refuseOpenWorkspace(_ path: String, shown name: String) throws(Diagnostic) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    let files = list.withLock { $0.filter { $0.holds > $0.probes } }
    if files.contains(where: { $0.place(of: status) != nil }) { throw busy(name, "restored") }
  }

  /// Throws `file-busy` for a file that is held, and for the name of a log that is not there yet.
  package static func refuseWriting(
    _ path: String, in folder: Int32 = AT_FDCWD, shown name: String
  ) throws(Diagnostic) {
    let files = list.withLock { $0 }
    guard !files.isEmpty else { return }
    var status = stat()
    if fstatat(folder, path, &status, 0) == 0 {
      if files.contains(where: { $0.place(of: status) != nil }) { throw busy(name, "written") }
      return
    }
    let typed = FilePath(path)
    guard fstatat(folder, typed.parent?.text ?? ".", &status, 0) == 0 else { return }
    for place in files.flatMap(\.places) where FilePath(place.name) == FilePath(typed.name) {
      var own = stat()
      if let parent = place.parent, stat(parent.text, &own) == 0, own.st_dev == status.st_dev,
        own.st_ino == status.st_ino
      {
        throw busy(name, "written")
      }
    }
  }

  /// Closes a file, unless a database has been opened on it meanwhile: then it stays open.
  static func close(_ descriptor: Int32, _ status: stat) {
    list.withLock { list in
      if !list.contains(where: { $0.place(of: status) != nil }) { _ = Glibc.close(descriptor) }
    }
  }

  private static func busy(_ name: String, _ what: String) -> Diagnostic {
    Diagnostic(
      "file-busy", "'\(name)' belongs to the open workspace, so it cannot be \(what) as a file",
      help: what == "read"
        ? "use load FILE table=NAME, or workspace backup for a copy" : "choose another name")
  }
}
