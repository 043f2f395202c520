import Glibc
import PodiumCore
import PodiumEngine
import PodiumTestKit
import Testing

/// A stranger's notebook whose paths have a letter that joins the separator or the dot beside it.
struct GraphemeTests {
  /// Every class in every way; the marks of the largest class take turns.
  private static let ways: [(String, Way)] = {
    let ways = [Way.run, .verify, .export, .open]
    return GraphemeMarks.printable.enumerated().flatMap { place, mark in
      GraphemeMarks.isPrepend(mark) ? [(mark, ways[place % ways.count])] : ways.map { (mark, $0) }
    }
  }()

  @Test(arguments: ways)
  func `no letter beside a separator or a dot leads out`(_ mark: String, _ way: Way) throws {
    let stranger = try Stranger()
    let links = [
      ("/", "l" + mark), ("/", mark + "l"), ("/", "a" + mark + "b"), ("..", "u" + mark), ("..", mark + ".."),
      ("../secrets", "." + mark), ("../" + mark + "/../secrets", "t" + mark), ("/" + mark + "/..", "w" + mark),
    ]
    mkdir(stranger.home + "/" + mark, 0o700)
    for (target, name) in links { symlink(target, stranger.work + "/" + name) }
    var cells: [String] = []
    for name in links.map(\.1) {
      for path in ["secret.csv", "x.csv", String(stranger.home.dropFirst()) + "/secret.csv"] {
        cells += ["load \"\(name)/\(path)\"", "head 1 >> \"\(name)/\(path)\"", "head 1 > \"\(name)/new\(path)\""]
        cells += ["source \"\(name)/\(path)\"", "notebook save \"\(name)/\(path).podium.md\""]
      }
    }
    for path in ["." + mark + "x.csv", ".." + mark + "/x.csv", mark + "/../../secret.csv", ".\(mark)/../../secret.csv"]
    {
      cells += ["load \"\(path)\"", "head 1 > \"\(path)\""]
    }
    cells += ["head 1 > \"x.\(mark)csv\"", "head 1 > \"x.csv\(mark)\""]
    stranger.write("", "work/n.podium.md")
    var before = stranger.snapshot()
    let outcome = try stranger.run(
      "head 1\n```\n\n" + cells.map { "```podium {expect=error}\n\($0)\n```\n\n" }.joined() + "```podium\nhead 1",
      as: way)
    #expect(outcome.error == nil, "\(outcome.shown)")
    #expect(!outcome.shown.contains(Stranger.canary))
    var after = stranger.snapshot()
    (before["work/n.podium.md"], after["work/n.podium.md"]) = (nil, nil)
    #expect(after == before)
  }

  @Test(arguments: GraphemeMarks.printable)
  func `the folder of a notebook is its own, however it is named, and such names work in it`(_ mark: String) throws {
    let stranger = try Stranger()
    for name in ["sub/r" + mark, "sub/" + mark + "r", "sub/" + mark] {
      mkdir(stranger.work + "/" + name, 0o700)
      stranger.write("a,b\n\(Stranger.canary),2\n", "work/sub/above.csv")
      stranger.write("a,b\n7,8\n", "work/" + name + "/x" + mark + ".csv")
      stranger.write(
        "```podium {expect=error}\nload ../above.csv\n```\n\n```podium {expect=error}\nload above.csv\n```\n\n"
          + "```podium\nload \"x\(mark).csv\"\nhead 1 > \"y\(mark).csv\"\nload \"y\(mark).csv\"\n```\n",
        "work/" + name + "/n.podium.md")
      var session = try stranger.session()
      var shown = ""
      let isDone = session.run("notebook open \"\(name)/n.podium.md\"") { shown += "\($0)" }
      #expect(isDone, "\(shown)")
      #expect(!shown.contains(Stranger.canary))
      #expect(stranger.text("work/" + name + "/y" + mark + ".csv") == "a,b\n7,8\n")
    }
  }
}
