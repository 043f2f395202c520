import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Testing

/// The text before the cursor.
struct PromptTextTests {
  private static func prompt(
    _ name: String?, rows: Int = 150, target: String? = nil, width: Int = 80, isASCII: Bool = false, cells: Int = 6
  ) throws -> String {
    var session = try Fixture().session
    session.state = SessionState()
    for _ in 0..<cells { _ = session.run("nope") { _ in } }
    if let name {
      var columns = (1...4).map { Column("x\($0)", .integer(Array(0..<rows))) }
      columns.append(Column(target ?? "y", .integer(Array(0..<rows)), role: target == nil ? .feature : .target))
      session.state.current = Dataset(name: name, source: name, table: try Table(columns))
    }
    return PromptText(session.session, width: width, isASCII: isASCII).text
  }

  @Test func `it shows the cell, the table, its size and the target`() throws {
    #expect(try Self.prompt(nil) == "[7] podium> ")
    #expect(try Self.prompt("iris") == "[7] iris 150×5> ")
    #expect(try Self.prompt("iris", target: "species") == "[7] iris 150×5 → species> ")
    #expect(
      try Self.prompt("iris", target: "species", width: 90, isASCII: true, cells: 0) == "[1] iris 150x5 -> species> ")
  }

  @Test(arguments: [
    ("podium> head 5", "head 5"), ("[7] podium> head", "head"), ("[7] iris 150×5 → species> cv tree", "cv tree"),
    ("[12] iris 150x5 -> species> cv tree", "cv tree"), ("  podium> podium> head", "head"), ("head 5", "head 5"),
    ("head if x > 5", "head if x > 5"), ("[7] podium>", ""), ("podium>", ""), ("podium>x", "podium>x"),
    ("[x] y> head", "[x] y> head"), ("[7] 150>100", "[7] 150>100"), ("   ...> k=5)", "k=5)"), ("", ""),
    (
      "podium> load iris\niris: 150 rows, 5 columns\n\npodium> cv tree(\n   ...> max-depth=2)\ntree on species\n",
      "load iris\ncv tree(\nmax-depth=2)"
    ),
    ("head\npodium> tail", "head\npodium> tail"), ("\n[1] podium> a\nx\n[2] iris 150×5> b", "a\nb"),
  ])
  func `copied prompts are dropped, and so is the output in a transcript`(
    _ pasted: String, _ wanted: String
  ) {
    #expect(PastedText.withoutPrompts(pasted) == wanted)
  }

  @Test func `every possible prompt is dropped when pasted`() throws {
    for width in [24, 40, 60, 80, 120] {
      for isASCII in [false, true] {
        for (name, target) in [
          (nil, nil), ("iris", "species"), ("a->b> c", "d > e"), ("long-name-of-a-table", "target"),
        ] {
          let prompt = try Self.prompt(name, target: target, width: width, isASCII: isASCII)
          if name?.contains(">") == true { continue }
          #expect(PastedText.withoutPrompts(prompt + "head 5") == "head 5", "\(prompt)")
        }
      }
    }
  }

  @Test func `the size is dropped first, then the ends of names, then the target`() throws {
    #expect(try Self.prompt("ski-thesis", target: "rank_class", width: 120) == "[7] ski-thesis 150×5 → rank_class> ")
    #expect(try Self.prompt("ski-thesis", target: "rank_class", width: 80) == "[7] ski-thesis → rank_c…> ")
    #expect(try Self.prompt("ski-thesis", target: "rank_class", width: 60) == "[7] ski-thesis> ")
    #expect(try Self.prompt("ski-thesis", target: "rank_class", width: 40) == "[7] ski-th…> ")
  }

  @Test(arguments: [20, 40, 80, 120, 500])
  func `it takes at most a third of the window and 40 columns`(_ width: Int) throws {
    for name in ["iris", String(repeating: "long", count: 30), "日本語日本語日本語日本語日本語日本語日本語", "👩‍👩‍👧‍👦 family"] {
      for target in [nil, "y", String(repeating: "target", count: 20), "분류분류분류분류분류분류"] {
        for isASCII in [false, true] {
          let text = try Self.prompt(name, target: target, width: width, isASCII: isASCII, cells: 12)
          #expect(DisplayWidth.of(text) <= min(40, max(7, width / 3)), "\(text)")
          #expect(text.hasPrefix("[13] ") && text.hasSuffix("> "))
          #expect(!isASCII || text.utf8.allSatisfy { $0 < 0x80 })
        }
      }
    }
  }

  @Test func `nothing in a name can act on the terminal or mislead the editor`() throws {
    #expect(try Self.prompt("\u{1B}[2Jx", width: 200) == "[7] \\u{1B}[2Jx 150×5> ")
    #expect(try Self.prompt("👩‍👩‍👧‍👦x", width: 200) == "[7] ?x 150×5> ")
    #expect(try Self.prompt("é日", width: 200, isASCII: true) == "[7] ?? 150x5> ")
  }

  @Test(arguments: [1, 20, 32, 80, 500]) func `the first prompt is that of a new session`(width: Int)
    throws
  {
    var session = try Fixture().session
    session.state = SessionState()
    for isASCII in [false, true] {
      #expect(PromptText.first(width: width) == PromptText(session.session, width: width, isASCII: isASCII).text)
    }
  }

  @Test func `the short prompt is always the same`() throws {
    var session = try Fixture().session
    session.state.settings.prompt = .short
    #expect(PromptText(session.session, width: 80).text == "podium> ")
  }
}
