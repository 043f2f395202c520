import Glibc
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFiles

/// Files that a database of this process has open.
struct HeldFilesTests {
  private let home = TemporaryFolder()
  private let disk = DiskFiles()
  private var file: String { home.path + "/w.sqlite" }

  private func put(_ text: String, _ name: String) {
    let descriptor = open(home.path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    write(descriptor, text, text.utf8.count)
    close(descriptor)
  }

  /// A file with a lock of this process, as SQLite holds one, and a way to see whether it is still there; a class, since it owns
  /// descriptors.
  private final class Locked {
    private let owner: Int32
    private let watch: Int32

    init(_ path: String) {
      // Closing either would drop the lock, so both are open before it is taken.
      (owner, watch) = (open(path, O_RDWR), open(path, O_RDWR))
      var lock = Locked.whole
      #expect(fcntl(owner, F_SETLK, &lock) == 0)
    }

    deinit {
      close(owner)
      close(watch)
    }

    private static var whole: flock {
      var lock = flock()
      (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
      return lock
    }

    /// Asked as another open file description, which locks of this process stop too (F_OFD_GETLK).
    var isHeld: Bool {
      var lock = Locked.whole
      return fcntl(watch, 36, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
  }

  @Test func `no way of reading or writing drops the locks of a database`() throws {
    put("content", "w.sqlite")
    put("log", "w.sqlite-wal")
    symlink("w.sqlite", home.path + "/link.csv")
    link(file, home.path + "/hard.csv")
    symlink("w.sqlite-shm", home.path + "/new.csv")
    let lock = Locked(file)
    #expect(lock.isHeld)
    let hold = HeldFiles.Hold(file) { () throws(Diagnostic) in Array("by SQLite".utf8) }
    let confined = ConfinedFiles(disk, to: home.path, bundled: [])
    for files in [disk, confined, OverlayFiles(over: disk)] as [any FileAccess] {
      for name in ["w.sqlite", "link.csv", "hard.csv"] {
        let path = home.path + "/" + name
        // A hard link may not be read by an untrusted file.
        if files is ConfinedFiles {
          _ = try? files.read(path, shown: name)
        } else {
          #expect(try files.read(path, shown: name) == Array("by SQLite".utf8))
          #expect(try files.start(of: path, count: 2, shown: name) == Array("by".utf8))
        }
        if files is OverlayFiles { continue }
        for mode in [FileMode.new, .replace, .append] {
          #expect(code { () throws(Diagnostic) in try files.write([0], to: path, shown: name, mode: mode) } != nil)
        }
      }
      if files is OverlayFiles { continue }
      for name in ["w.sqlite-wal", "w.sqlite-shm", "w.sqlite-journal", "new.csv"] {
        for mode in [FileMode.new, .replace, .append] {
          #expect(
            code { () throws(Diagnostic) in try files.write([0], to: home.path + "/" + name, shown: name, mode: mode) }
              != nil)
        }
        #expect(code { () throws(Diagnostic) in try files.makeFolder(home.path + "/" + name, shown: name) } != nil)
        #expect(code { () throws(Diagnostic) in _ = try files.read(home.path + "/" + name, shown: name) } != nil)
      }
    }
    #expect(
      code { () throws(Diagnostic) in try disk.write([0], to: home.path + "/hard.csv", shown: "x", mode: .append) }
        == "file-busy")
    #expect(lock.isHeld)
    #expect(String(decoding: try DiskFiles().read(home.path + "/w.sqlite", shown: "x"), as: UTF8.self) == "by SQLite")
    withExtendedLifetime(hold) {}
  }

  @Test func `a file that a database opens meanwhile stays open, and a free one is read as it is`() throws {
    put("content", "w.sqlite")
    var hold: HeldFiles.Hold?
    let read = try RegularFile(file, shown: "w")
    let lock = Locked(file)
    hold = HeldFiles.Hold(file) { () throws(Diagnostic) in [] }
    func finish(_ read: consuming RegularFile) throws {
      #expect(try read.content(shown: "w") == Array("content".utf8))
    }
    try finish(read)
    #expect(lock.isHeld)
    withExtendedLifetime(hold) {}
    hold = nil
    #expect(try disk.read(file, shown: "w") == Array("content".utf8))
  }

  @Test func `a file that is only looked at belongs to no workspace that is open, and is not written`() throws {
    put("content", "w.sqlite")
    func refusal() -> String? {
      code { () throws(Diagnostic) in try HeldFiles.refuseOpenWorkspace(file, shown: "w") }
    }
    let probe = HeldFiles.Hold(file, isProbe: true) { () throws(Diagnostic) in [] }
    #expect(refusal() == nil)
    #expect(code { () throws(Diagnostic) in try HeldFiles.refuseWriting(file, shown: "w") } == "file-busy")
    var hold: HeldFiles.Hold? = HeldFiles.Hold(file) { () throws(Diagnostic) in [] }
    #expect(refusal() == "file-busy")
    withExtendedLifetime(hold) {}
    hold = nil
    #expect(refusal() == nil)
    withExtendedLifetime(probe) {}
  }

  @Test func `a database that another program writes to is not replaced, through a link either`() throws {
    put("content", "w.sqlite")
    put("log", "w.sqlite-wal")
    symlink("w.sqlite", home.path + "/link.csv")
    for name in ["w.sqlite", "link.csv"] {
      for mode in [FileMode.replace, .append] {
        #expect(
          code { () throws(Diagnostic) in try disk.write([0], to: home.path + "/" + name, shown: name, mode: mode) }
            == "file-busy")
      }
    }
    #expect(try disk.read(file, shown: "w") == Array("content".utf8))
  }
}
