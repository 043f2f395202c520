internal import PodiumCore
internal import PodiumPlugin

/// The parameters of an address by their names: what is repeated, empty or out of range is refused here, for all addresses alike.
struct GivenParameters {
  private let all: [ServedRequest.Parameter]

  init(_ all: [ServedRequest.Parameter]) { self.all = all }

  /// Throws `unknown-parameter` for a name that is none of some.
  func mustBe(among known: [String]) throws(Diagnostic) {
    guard let other = all.first(where: { !known.contains($0.name) }) else { return }
    throw Diagnostic.unknown("parameter", other.name, among: known)
  }

  /// A parameter that may be given once; throws `bad-parameter`.
  func text(_ name: String) throws(Diagnostic) -> String? {
    let values = all.filter { $0.name == name }.map(\.value)
    guard let value = values.first else { return nil }
    guard values.count == 1 else { throw ResourceQuery.bad("parameter '\(name)' is given \(values.count) times") }
    guard !value.isEmpty else { throw ResourceQuery.bad("parameter '\(name)' is empty") }
    return value
  }

  /// Words with commas between them, which may be spread over several parameters where it is `repeatable`; throws
  /// `bad-parameter` for an empty one.
  func words(_ name: String, repeatable: Bool = false) throws(Diagnostic) -> [String]? {
    let values = all.filter { $0.name == name }.map(\.value)
    guard let text = repeatable && values.count > 1 ? values.joined(separator: ",") : try text(name) else { return nil }
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard !words.contains("") else { throw ResourceQuery.bad("parameter '\(name)' has an empty word") }
    return words
  }

  /// A whole number within bounds; throws `bad-parameter`.
  func whole(_ name: String, from least: Int, to most: Int = .max) throws(Diagnostic) -> Int? {
    guard let text = try text(name) else { return nil }
    if let number = Int(text), (least...most).contains(number) { return number }
    let bounds = most == .max ? "a whole number from \(least)" : "from \(least) to \(most)"
    throw ResourceQuery.bad("\(name) must be \(bounds), not '\(Abridged.text(text))'")
  }

  /// One of some words; throws `bad-parameter`.
  func choice(_ name: String, _ words: [String]) throws(Diagnostic) -> String? {
    guard let text = try text(name) else { return nil }
    if words.contains(text) { return text }
    throw ResourceQuery.bad("\(name) must be \(words.joined(separator: " or ")), not '\(Abridged.text(text))'")
  }
}
