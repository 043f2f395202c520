import PodiumCore
import PodiumTestKit
import Testing

struct FilePathTests {
  @Test(arguments: GraphemeMarks.all)
  func `no scalar beside a separator or a dot changes how a path is taken apart`(mark: String) {
    for name in ["a" + mark, mark + "a", mark, "a" + mark + "b"] {
      let path = FilePath("/" + name + "/" + mark + "b")
      #expect(bytes(path.names) == bytes([name, mark + "b"]))
      #expect(path.isAbsolute)
      #expect(path.parent == FilePath("/" + name))
      #expect(path.parent?.parent == FilePath("/"))
      #expect(path.inside(FilePath("/" + name)).map(FilePath.init) == FilePath(mark + "b"))
      #expect(path.cut.folder.utf8.elementsEqual(("/" + name + "/").utf8))
      #expect(FilePath("/" + name + "x").inside(FilePath("/" + name)) == nil)
      #expect(FilePath("." + name).isHidden)
      #expect(FilePath("f/." + name).isHidden)
      #expect(FilePath(name + ".csv").ending == "csv")
      #expect(FilePath(FilePath(name + ".csv").stem) == FilePath(name))
      #expect(FilePath(name + ".podium.md").ends(in: ".podium.md"))
      #expect(FilePath(name + ".podium.md").dropping(".podium.md") == FilePath(name))
      #expect(FilePath(name + "/x").hasFolder)
      #expect(!FilePath("/" + name).staysBelow)
      #expect(!FilePath(name + "/../x").staysBelow)
      #expect(!FilePath("../" + name).staysBelow)
      #expect(FilePath("~/" + name).expanded(home: "/h/me") == FilePath("/h/me/" + name))
      #expect(FilePath("~" + mark).expanded(home: "/h/me") == FilePath("~" + mark))
    }
    #expect(FilePath("x.csv" + mark).ending != "csv")
  }

  private func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }

  @Test func `a composed and a decomposed name are two files`() {
    let (composed, decomposed) = ("\u{E9}.csv", "e\u{301}.csv")
    #expect(composed == decomposed)
    #expect(FilePath(composed) != FilePath(decomposed))
    #expect(Set([FilePath(composed), FilePath(decomposed)]).count == 2)
    #expect(FilePath("/r/" + composed).inside(FilePath("/r/" + decomposed)) == nil)
  }

  @Test func `parents, names and extensions follow the system's rules`() {
    #expect(FilePath("/").parent == nil)
    #expect(FilePath("").parent == nil)
    #expect(FilePath("a").parent == nil)
    #expect(FilePath("/a").parent == FilePath("/"))
    #expect(FilePath("//a").parent == FilePath("/"))
    #expect(FilePath("a//b/").parent == FilePath("a"))
    #expect(FilePath("a//b/").names == ["a", "b"])
    #expect(FilePath("/").name == "")
    #expect(FilePath("a/.csv").ending == "")
    #expect(FilePath("a.B/c").ending == "")
    #expect(FilePath("t.Rows.JSON").endings == ["rows", "json"])
    #expect(FilePath("t.csv.GZ").unpacked == FilePath("t.csv"))
    #expect(FilePath("x/t.csv").stem == "t")
    #expect(FilePath(".rc").stem == ".rc")
    // The sign of kelvin is not a letter of ASCII.
    #expect(FilePath("t.\u{212A}").ending != "k")
    #expect(FilePath.join("/", "a") == "/a")
    #expect(FilePath.join("a/", "b") == "a/b")
    #expect(FilePath("/h/me").inside(FilePath("/")) == "h/me")
    #expect(FilePath("/h/me").shortened(home: "/h/me") == "~")
    #expect(FilePath("/h/men").shortened(home: "/h/me") == "/h/men")
  }
}
