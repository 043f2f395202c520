import PodiumCore
import PodiumEngine
import PodiumPlugin

/// Tab and the hint after it, at each of a few places of a line.
struct FuzzCompletion: FuzzTarget {
  let name = "completion"

  func prepare() { _ = FuzzSession.session }

  func feed(_ bytes: [UInt8]) {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    var session = FuzzSession.session
    session.services = FuzzSession.services(FewFiles(["/t.csv": FuzzSample.file, "/a b.csv": "x\n1\n"]))
    let count = text.unicodeScalars.count
    let completer = Completer(session.session)
    for cursor in Set([0, count / 3, count / 2, count]) {
      guard let list = completer.completions(of: text, at: cursor) else { continue }
      FuzzCheck.that((0...cursor).contains(list.start), "the completed text begins before the cursor")
      for candidate in list.candidates {
        FuzzCheck.that(ShownText.isHarmless(candidate.text), "a candidate has no control character")
        FuzzCheck.that(ShownText.isHarmless(candidate.note ?? ""), "a candidate's note has no control character")
      }
    }
    Plant.check(SyntaxTree(text, grammar: session.grammar).statementTexts)
  }
}

extension SyntaxTree {
  /// The verb of a line that parses.
  fileprivate var statementTexts: [String] {
    guard let statement = try? checked() else { return [] }
    guard case .command(let syntax) = statement.body else { return [] }
    return [syntax.verb.text] + syntax.arguments.compactMap { $0.key?.text }
  }
}
