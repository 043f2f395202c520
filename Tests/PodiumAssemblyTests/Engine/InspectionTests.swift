import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Testing

/// What is known of the piece of a line at a cursor.
@Suite struct InspectionTests {
  private let session: EngineSession

  init() throws {
    session = try EngineFixture().engine.session()
    session.reports("load iris; label species; cv tree k=3 as base")
  }

  /// What is shown at the `|` of a text, and what it is about.
  private func shown(_ marked: String) -> (about: String, text: String)? {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    let text = parts.joined()
    guard let found = session.inspect(text, at: parts[0].unicodeScalars.count) else { return nil }
    let scalars = Array(text.unicodeScalars)[found.span.start..<found.span.end]
    return (
      String(String.UnicodeScalarView(scalars)), found.outputs.map(TextRenderer(style: .plain).render).joined()
    )
  }

  @Test(arguments: [
    ("he|ad 3", "head", "head [ROWS]"),
    ("cv tree k|=5", "k", "k=: "),
    ("cv tr|ee", "tree", "criterion"),
    ("cv tree(max-dep|th=3)", "max-depth", "tree(max-depth=)"),
    ("head if petal_len|gth_cm > 1", "petal_length_cm", "missing"),
    ("head if ab|s(petal_length_cm) > 1", "abs", "abs("),
    ("count spe|cies", "species", "setosa"),
    ("= $ba|se.accuracy", "$base.accuracy", "accuracy"),
    ("head 1; tai|l 2", "tail", "tail [ROWS]"),
    ("head 1\ntai|l 2", "tail", "tail [ROWS]"),
    ("he|ad 1; tail 2", "head", "head [ROWS]"),
    ("surf imp|ort", "surf import", "surf import"),
  ])
  func `a piece is explained`(_ marked: String, _ about: String, _ text: String) throws {
    let found = try #require(shown(marked), "\(marked)")
    #expect(found.about == about, "\(marked)")
    #expect(found.text.contains(text), "\(marked): \(found.text)")
  }

  @Test(arguments: ["|", "nosuch| 3", "# a rem|ark", "head 1 |# x"])
  func `nothing is shown for an unknown piece`(_ marked: String) {
    let found = shown(marked)
    #expect(found == nil || found?.about == "head", "\(marked)")
  }

  @Test func `a cursor outside the text shows nothing`() {
    #expect(session.inspect("head", at: 9) == nil && session.inspect("head", at: -1) == nil)
  }

  @Test func `inspection runs no example`() throws {
    let text = try #require(shown("he|lp")).text
    #expect(!text.contains("compare TREE") && !text.isEmpty)
    #expect(session.snapshot.cellCount == 3)
  }
}
