/// What the service's own pages say, in English or Swedish.
struct PageWords: Sendable {
  let language: String

  /// The language that a browser prefers of the two.
  init(_ request: ServedRequest) {
    var best = (language: "en", weight: 0.0)
    for part in request.header["accept-language"]?.split(separator: ",") ?? [] {
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      let name = pieces.first.map { String($0.prefix(2)) } ?? ""
      let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      if ["en", "sv"].contains(name), weight > best.weight, weight.isFinite { best = (name, weight) }
    }
    language = best.language
  }

  /// The words in English, for pages whose commands speak it.
  static let english = PageWords(language: "en")

  private init(language: String) { self.language = language }

  /// The words for English ones.
  subscript(english: String) -> String {
    language == "sv" ? PageWords.swedish[english] ?? english : english
  }

  private static let swedish = [
    "Log in": "Logga in", "Log out": "Logga ut", "Name": "Namn", "Password": "Lösenord", "Start": "Start",
    "Skip to the page": "Hoppa till innehållet", "Pages": "Sidor", "Records": "Poster",
    "The name or the password is wrong.": "Namnet eller lösenordet är fel.",
    "Too many tries. Wait so many seconds:": "För många försök. Vänta så här många sekunder:",
    "No page is open to everyone.": "Ingen sida är öppen för alla.",
    "Update every minute": "Uppdatera varje minut", "Stop updating": "Sluta uppdatera", "Pause": "Pausa",
    "Go on": "Fortsätt", "Live": "Live", "Report": "Rapportera", "No match today.": "Ingen match i dag.",
    "scheduled": "ej börjad", "delayed": "försenad", "first half": "första halvlek", "half-time": "halvtid",
    "second half": "andra halvlek", "full time": "slut", "interrupted": "avbruten", "abandoned": "bruten",
    "postponed": "uppskjuten", "cancelled": "inställd", "awarded": "dömd", "penalties": "straffar",
    "extra time 1": "förlängning, första halvlek", "extra time 2": "förlängning, andra halvlek",
    "Goal": "Mål", "Own goal": "Självmål", "Penalty": "Straffmål", "Yellow card": "Gult kort", "Red card": "Rött kort",
    "Kick-off": "Avspark", "Half-time": "Halvtid", "Second half": "Andra halvlek", "Full time": "Slut",
    "Take back the last report": "Ta tillbaka den senaste rapporten", "Minute": "Minut",
    "Player, if you know": "Spelare, om du vet", "Send": "Skicka", "Choose a match": "Välj en match",
    "None of your matches is today.": "Ingen av dina matcher är i dag.", "waiting": "väntar", "Refused": "Avvisad",
    "Remove": "Ta bort", "Reported.": "Rapporterat.", "Other reports": "Andra rapporter",
    "Other matches": "Andra matcher", "Log in again to send.": "Logga in igen för att skicka.",
  ]
}
