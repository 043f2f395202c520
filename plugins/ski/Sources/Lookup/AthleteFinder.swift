internal import PodiumCore
internal import PodiumPlugin

/// A skier; only this record identifies the person.
struct Athlete: Equatable {
  /// The key that pairs refer to.
  var number: String
  var firstName: String?
  var lastName: String?
  var fisCode: Int?
  var gender: String?
  var nation: String?
  var brand: String?
  var team: String?
  var comment: String?
  var isArchived = false

  /// First and last name, otherwise the number.
  var name: String {
    let words = [firstName, lastName].compactMap { $0 }
    return words.isEmpty ? "athlete " + number : words.joined(separator: " ")
  }
}

extension Athlete {
  /// A name as it is spoken, and the fields it sets: lists write the last name first, with a comma after it.
  static func words(_ text: String) -> (all: String, fields: [String: Value]) {
    let parts = text.split(separator: ",").map { Terms.trimmed(String($0)) }.filter { !$0.isEmpty }
    guard parts.count == 2 else { return (parts.count == 1 ? parts[0] : text, [:]) }
    return (parts[1] + " " + parts[0], ["last_name": .text(parts[0]), "first_name": .text(parts[1])])
  }
}

/// Finds an athlete by last name, first and last name, an initial and the last name, FIS code or number.
struct AthleteFinder {
  let athletes: [Athlete]

  /// The athletes that a text matches; whole names take precedence over beginnings.
  func hits(_ text: String) -> [Athlete] {
    if let code = Int(text), let athlete = athletes.first(where: { $0.fisCode == code }) { return [athlete] }
    if let athlete = athletes.first(where: { $0.number == text }) { return [athlete] }
    let wanted = AthleteFinder.folded(text)
    guard !wanted.isEmpty else { return [] }
    let whole = athletes.filter { AthleteFinder.names(of: $0).contains(wanted) }
    let found =
      whole.isEmpty ? athletes.filter { AthleteFinder.names(of: $0).contains { $0.hasPrefix(wanted) } } : whole
    let current = found.filter { !$0.isArchived }
    return current.isEmpty ? found : current
  }

  /// The only athlete that a text matches.
  ///
  /// Throws `unknown-athlete` with the nearest name, `ambiguous-athlete` with a list.
  func one(_ text: String, at span: SourceSpan? = nil) throws(Diagnostic) -> Athlete {
    let found = hits(text)
    if found.count > 1 {
      let shown = found.prefix(8).map { "\($0.name) (number \($0.number))" }
      throw Diagnostic(
        "ambiguous-athlete", "'\(text)' matches \(found.count) athletes", span: span,
        help: "type more of the name, or the number: " + shown.joined(separator: "; "))
    }
    if let athlete = found.first { return athlete }
    throw Diagnostic.unknown(
      "athlete", text, among: athletes.compactMap(\.lastName) + athletes.map(\.name), span: span,
      help: athletes.isEmpty ? "there are no athletes yet: ski athlete add NAME" : "use ski athletes to list them")
  }

  /// The names that an athlete matches, in lower case.
  private static func names(of athlete: Athlete) -> [String] {
    let last = athlete.lastName.map(folded) ?? ""
    guard let first = athlete.firstName.map(folded), !first.isEmpty else { return last.isEmpty ? [] : [last] }
    let initial = String(first.prefix(1))
    return [last, first + " " + last, initial + " " + last, last + " " + first, first].filter { !$0.isEmpty }
  }

  /// Lower case, without full stops and commas, with single spaces.
  private static func folded(_ text: String) -> String {
    text.lowercased().split { $0 == " " || $0 == "." || $0 == "," }.joined(separator: " ")
  }
}
