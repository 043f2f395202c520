import Glibc
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFiles

/// Names in which a letter and the `/` or the dot beside it are one character: a confined folder is not left through them.
struct GraphemeTests {
  /// A folder beside a secret, and a confined access to it.
  private struct Place {
    let home = TemporaryFolder()
    let folder: String
    let files: ConfinedFiles

    init(_ name: String) {
      folder = home.path + "/" + name
      mkdir(folder, 0o700)
      mkdir(home.path + "/out", 0o700)
      files = ConfinedFiles(DiskFiles(), to: folder, bundled: [])
      put("secret", home.path + "/out/x.csv")
      put("secret", home.path + "/x.csv")
    }

    func put(_ text: String, _ path: String) {
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      write(file, text, text.utf8.count)
      close(file)
    }

    func link(_ target: String, _ name: String) { symlink(target, folder + "/" + name) }

    /// Whether something outside can be read or written by a path, or is said to be there.
    func leaks(_ path: String) -> Bool {
      let path = folder + "/" + path
      let isRead =
        (try? files.read(path, shown: "x")) != nil || (try? files.start(of: path, count: 1, shown: "x")) != nil
      let isListed = (try? files.list(path, shown: "x")) != nil
      for mode in [FileMode.new, .replace, .append] {
        if (try? files.write([0x21], to: path, shown: "x", mode: mode)) != nil { return true }
      }
      if (try? files.makeFolder(path, shown: "x")) != nil { return true }
      return isRead || isListed || files.kind(of: path) != .none
    }

    /// What is outside, by name.
    var outside: [String: String] {
      var found: [String: String] = [:]
      for path in [home.path, home.path + "/out"] {
        for name in (try? DiskFiles().list(path, shown: "x")) ?? [] {
          found[path + "/" + name] = String(
            decoding: (try? DiskFiles().read(path + "/" + name, shown: "x")) ?? [], as: UTF8.self)
        }
      }
      return found
    }
  }

  @Test(arguments: GraphemeMarks.all) func `nothing outside is read or written through a name with such a letter`(
    _ mark: String
  ) {
    // The places of the letter: in the folder's own name, in a link's name before and after the separator or a dot, within a
    // name, in a link's target, and in an extension.
    for name in ["r", "r" + mark, mark + "r", mark] {
      let place = Place(name)
      let before = place.outside
      for (target, link) in [
        ("/", "l" + mark), ("/", mark + "l"), ("/", "a" + mark + "b"), ("/", mark), ("..", "u" + mark),
        ("..", mark + "u"),
        ("../out", "." + mark), ("../out", ".." + mark), ("../out", mark + ".."), ("../out", "o." + mark + "csv"),
        ("../out" + mark + "/../out", "t" + mark + "t"), (mark + "/../../out", "v" + mark),
        ("/" + mark + "/..", "w" + mark),
      ] {
        place.link(target, link)
        for path in [
          link, link + "/x.csv", link + "/out/x.csv", link + "//x.csv", "./" + link + "/x.csv", link + "/new.csv",
          link + place.home.path + "/x.csv", link + place.home.path + "/new.csv",
        ] {
          #expect(!place.leaks(path), "\(Array(path.unicodeScalars)) in \(Array(name.unicodeScalars))")
          let isPermitted = (try? place.files.permit(place.folder + "/" + path, shown: "x", writing: false)) != nil
          #expect(!isPermitted, "\(Array(path.unicodeScalars)) in \(Array(name.unicodeScalars))")
        }
      }
      for path in [
        "../x.csv", "../new.csv", mark + "/../../x.csv", "x" + mark + "/../../x.csv", "../" + mark + "/../x.csv",
        "." + mark + "/../../x.csv", ".." + mark + "/../../x.csv", mark + "../x.csv", "../r" + mark + "/../x.csv",
        "." + mark + "x.csv", ".\(mark)/x.csv",
      ] {
        #expect(!place.leaks(path), "\(Array(path.unicodeScalars)) in \(Array(name.unicodeScalars))")
      }
      // An extension that is not that of a table with a letter beside it.
      for path in ["x.\(mark)csv", "x.csv\(mark)", "x.csv." + mark] {
        let isWritten = (try? place.files.write([0], to: place.folder + "/" + path, shown: "x", mode: .new)) != nil
        #expect(!isWritten, "\(Array(path.unicodeScalars))")
      }
      #expect(place.outside == before)
    }
  }

  @Test(arguments: GraphemeMarks.printable) func `such a name works within the folder`(_ mark: String) throws {
    for name in ["r", "r" + mark, mark + "r"] {
      let place = Place(name)
      mkdir(place.folder + "/" + mark + "sub" + mark, 0o700)
      place.link(mark + "sub" + mark, "in" + mark)
      for path in [
        "x" + mark + ".csv", mark + "y.csv", "a" + mark + "b.csv", mark + "sub" + mark + "/" + mark + ".csv",
        "in" + mark + "/" + mark + "z.csv",
      ] {
        let whole = place.folder + "/" + path
        try place.files.write(Array("a".utf8), to: whole, shown: "x", mode: .new)
        try place.files.write(Array("b".utf8), to: whole, shown: "x", mode: .append)
        #expect(try place.files.read(whole, shown: "x") == Array("ab".utf8))
        try place.files.write(Array("c".utf8), to: whole, shown: "x", mode: .replace)
        #expect(try DiskFiles().read(whole, shown: "x") == Array("c".utf8))
      }
    }
  }

  @Test(arguments: GraphemeMarks.printable) func `files kept in memory are found by the bytes of their names`(
    _ mark: String
  ) throws {
    let place = Place("r" + mark)
    for files in [OverlayFiles(over: place.files), ScratchFiles(over: DiskFiles())] as [any FileAccess] {
      let folder = files is ScratchFiles ? ScratchFiles.folder : place.folder
      try files.makeFolder(folder + "/" + mark + "s", shown: "x")
      try files.write([1], to: folder + "/" + mark + "s/" + mark + ".csv", shown: "x", mode: .new)
      try files.write([2], to: folder + "/x" + mark + ".csv", shown: "x", mode: .new)
      #expect(try files.read(folder + "/" + mark + "s/" + mark + ".csv", shown: "x") == [1])
      #expect(
        try files.list(folder + "/" + mark + "s", shown: "x").map { Array($0.utf8) } == [Array((mark + ".csv").utf8)])
      #expect(try files.list(folder, shown: "x").map { Array($0.utf8) } == [Array(("x" + mark + ".csv").utf8)])
      #expect(files.kind(of: folder + mark) == .none)
    }
  }

  @Test func `a composed and a decomposed name are two files in every access`() throws {
    let place = Place("r")
    let names = ["\u{E9}.csv", "e\u{301}.csv"]
    for files in [place.files, OverlayFiles(over: place.files), ScratchFiles(over: DiskFiles())] as [any FileAccess] {
      let folder = files is ScratchFiles ? ScratchFiles.folder : place.folder
      for (number, name) in names.enumerated() where files.kind(of: folder + "/" + name) == .none {
        try files.write([UInt8(number)], to: folder + "/" + name, shown: name, mode: .new)
      }
      #expect(try files.read(folder + "/" + names[0], shown: "x") == [0])
      #expect(try files.read(folder + "/" + names[1], shown: "x") == [1])
      #expect(try files.list(folder, shown: "x").count == 2)
    }
    #expect(try DataHash(of: place.folder, shown: "x", in: DiskFiles()).files.count == 2)
  }

  @Test func `the kernel refuses a path that leaves the folder, whatever this program thinks of it`() throws {
    let place = Place("r")
    place.link("../out", "o")
    let folder = open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    for path in ["../x.csv", "o/x.csv", "/etc/passwd"] {
      #expect(FolderWalk.openBelow(folder, path, O_RDONLY, 0) < 0)
    }
  }
}
