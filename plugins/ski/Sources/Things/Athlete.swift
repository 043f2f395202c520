internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

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

  static let thing = Thing<Athlete>(SkiKinds.athlete, verb: "ski athlete", key: "number", blank: Athlete(number: "")) {
    Field(naming: "number", \.number)
    Field("first_name", \.firstName, .text(), key: "first", help: "First name.")
    Field("last_name", \.lastName, .text(), key: "last", help: "Last name.")
    Field("fis_code", \.fisCode, .integer(in: 1...99_999_999), key: "fis", help: "FIS code.")
    Field("gender", \.gender, .choice(["M", "F"]), help: "Gender.")
    Field("nation", \.nation, .text(), help: "Nation, such as SWE.")
    Field("brand", \.brand, .term(.brand), role: "athlete", help: "Brand of skis.")
    Field("team", \.team, .link(to: Team.thing), role: "athlete", help: "Team.")
    Field("comment", \.comment, .text(), help: "Comment.")
    Field("archived", orBlank: \.isArchived)
  }.found(
    Naming(
      codes: { [$0.number] + ($0.fisCode.map { [String($0)] } ?? []) }, names: \.names, folded: Self.folded,
      titles: { athletes, _ in athletes.map { "\($0.name) (number \($0.number))" } },
      more: "more of the name, or the number", ambiguous: "ambiguous-athlete")
  ).listed(
    by: AthletesCommand(),
    help: "Athlete: last name, full name, initial and last name, FIS code or number; by default all are listed.",
    summary: "Show an athlete and their pairs.",
    details: """
      Name the athlete by last name, full name, initial and last name, FIS code or number. Only data needed to \
      manage skis is stored; ski forget removes the personal data and keeps the skis.
      """,
    exampleLines: """
      one athlete: ski athlete add "Anna Nilsson"; ski athlete nilsson -> Anna
      by FIS code: ski athlete add "Anna Nilsson" fis=3505000; ski athlete 3505000 -> Nilsson
      by initial and last name: ski athlete add "Anna Nilsson"; ski athlete "A Nilsson" -> Anna
      an unknown athlete: ski athlete add "Anna Nilsson"; ski athlete Berg -> !unknown-athlete
      """, seeAlso: ["ski athletes", "ski athlete add", "ski cover", "ski forget"]
  ).actions(
    AthleteCommand.actions, shown: ("last_name", "first_name"), lister: "ski athletes",
    sample: ThingSample("Nilsson", "Berg", made: ["ski athlete add \"Anna Nilsson\""]), title: \.name,
    screen: { (athlete, record, work) throws(Diagnostic) in
      try work.ski { (ski) throws(Diagnostic) in try AthleteCommand.show(athlete, record, ski) } + work.remarks
    }, check: AthleteCommand.refuseTakenCode)

  /// The names that an athlete is called by: in full, by the first name, and by each of the last names and what follows it,
  /// alone, after an initial and before the others.
  private var names: [String] {
    let words = [firstName, lastName].compactMap { $0 }.joined(separator: " ").split(separator: " ")
    var names = words.isEmpty ? [] : [name]
    for place in words.indices.dropFirst() {
      let (others, last) = (words[..<place].joined(separator: " "), words[place...].joined(separator: " "))
      names += [last, String(others.prefix(1)) + " " + last, last + " " + others]
    }
    return names + (firstName.map { [$0] } ?? [])
  }

  /// Whether a text is one of the names, or the FIS code.
  func isCalled(_ text: String) -> Bool {
    fisCode.map { String($0) == text } ?? false || names.contains { Self.folded($0) == Self.folded(text) }
  }

  /// Lower case, without full stops and commas, with single spaces.
  private static func folded(_ text: String) -> String {
    text.lowercased().split { $0 == " " || $0 == "." || $0 == "," }.joined(separator: " ")
  }

  /// A name as it is spoken, and the fields it sets: lists write the last name first, with a comma after it.
  static func words(_ text: String) -> (all: String, fields: [String: Value]) {
    let parts = text.split(separator: ",").map { RecordName.trimmed(String($0)) }.filter { !$0.isEmpty }
    guard parts.count == 2 else { return (parts.count == 1 ? parts[0] : text, [:]) }
    return (parts[1] + " " + parts[0], ["last_name": .text(parts[0]), "first_name": .text(parts[1])])
  }
}
