internal import PodiumCore
internal import PodiumRender

/// What the service's own pages say, in English or Swedish.
struct PageWords: Sendable {
  let language: String

  /// The language that a browser prefers of the two.
  init(_ request: ServedRequest) {
    var best = (language: "en", weight: 0.0)
    for (range, weight) in request.wanted("accept-language") ?? [] {
      let name = String(range.prefix(2))
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

  /// The records of a kind, whose English name is its plugin's.
  func records(_ kind: String, _ english: String) -> String {
    language == "sv" ? PageWords.kinds[kind] ?? english : english
  }

  var isEnglish: Bool { language == "en" }

  /// What went wrong, and what to do about it; in Swedish by its code.
  func said(_ problem: Diagnostic) -> (message: String, help: String?) {
    let error = problem.served
    if isEnglish { return (error.message, error.help) }
    let problems = PageWords.problems
    let said = problems[error.code] ?? problems[error.isOfService ? "service-busy" : "other"] ?? error.message
    let field = error.subject.flatMap { PageWords.parts[$0] }
    return (said + (field.map { " (" + part("field") + ": " + $0 + ")" } ?? ""), nil)
  }

  /// The name of a part of a match or a report, or one of the words that it chooses from.
  func part(_ english: String) -> String { isEnglish ? english : PageWords.parts[english] ?? english }

  /// What a command shows of a match, in the language: headings, captions, notes and the cells that choose from words.
  func shown(_ text: String, _ place: HTMLRenderer.WordPlace) -> String {
    guard !isEnglish else { return text }
    switch place {
    // A caption may count: `3 reports`.
    case .heading: return text.split(separator: " ").map { part(String($0)) }.joined(separator: " ")
    case .note: return self["A score is disputed."]
    case .cell(let name) where PageWords.chosen.contains(name):
      if text.hasPrefix("score ") { return part("score") + text.dropFirst(5) }
      return PageWords.swedish[text] ?? part(text)
    case .cell: return text
    }
  }

  /// The columns whose cells choose from words.
  private static let chosen = ["state", "kind", "void", "estimated", "clock", "winner", "source"]

  /// The problems by their codes as JSON, for the script; nil where the service's own sentences are the language's.
  var problems: String? {
    let sorted = PageWords.problems.merging(PageWords.parts) { problem, _ in problem }.sorted {
      CodePointOrder.precedes($0.key, $1.key)
    }
    return isEnglish ? nil : JSONValue.object(sorted.map { ($0.key, .string($0.value)) }).text
  }

  private static let problems = [
    "bad-value": "Något av det som står i formuläret går inte att tolka.",
    "bad-request": "Förfrågan går inte att tolka.",
    "no-matches": "Det finns inga matcher än.", "missing-argument": "Något fattas i formuläret.",
    "missing-match": "Välj en match.",
    "missing-minute": "Ange minuten.", "missing-reason": "Ange varför.", "missing-side": "Ange laget.",
    "wrong-state": "Det går inte i matchens nuvarande läge.", "unknown-match": "Matchen finns inte.",
    "unknown-report": "Det finns ingen rapport att ta tillbaka.", "void-report": "Rapporten är redan tillbakatagen.",
    "stale-report": "Matchen har ändrats sedan du såg den.", "used-key": "Den nyckeln hör till en annan rapport.",
    "other-request": "Den nyckeln hör till en annan förfrågan.", "repeated-request": "Det är redan gjort.",
    "forbidden": "Ditt konto får inte göra det, eller det är för sent.", "no-account": "Logga in först.",
    "not-found": "Det finns inget på den adressen.", "method-not-allowed": "Det går inte här.",
    "unknown-parameter": "Adressen har en okänd parameter.",
    "bad-parameter": "En parameter i adressen går inte att tolka.",
    "too-many-requests": "För många förfrågningar. Vänta en stund.",
    "service-busy": "Tjänsten hinner inte just nu. Försök igen om en stund.", "other": "Det gick inte.",
  ]

  /// The fields of a match and of its reports, and what they choose from.
  private static let parts = [
    "field": "fält", "value": "värde", "number": "nummer", "competition": "tävling", "season": "säsong",
    "kickoff": "avspark", "state": "läge", "minute": "minut", "home": "hemma", "away": "borta",
    "home_goals": "hemmamål",
    "away_goals": "bortamål", "revision": "version", "source": "källa", "clock": "klocka", "estimated": "uppskattad",
    "half_time": "halvtid", "full_time": "full tid", "penalties": "straffar", "winner": "vinnare", "stage": "etapp",
    "round": "omgång", "ground": "plan", "match": "match", "report": "rapport", "reports": "rapporter", "goal": "mål",
    "goals": "mål", "event": "händelse", "events": "händelser", "from": "från", "sources": "källor", "kind": "slag",
    "team": "lag", "side": "sida", "player": "spelare", "void": "ogiltig", "by": "av", "reason": "skäl", "file": "fil",
    "line": "rad", "date": "dag", "score": "ställning", "result": "resultat", "remove": "ta bort", "on": "dag",
    "yes": "ja", "no": "nej", "own goal": "självmål", "penalty goal": "straffmål", "missed penalty": "missad straff",
    "yellow": "gult kort", "second yellow": "andra gula kortet", "shoot-out goal": "straff, mål",
    "shoot-out miss": "straff, miss", "red": "rött kort", "pages": "sidor",
    "half-time not reported": "halvtid är inte rapporterad", "the end is not reported": "slutet är inte rapporterat",
    "by hand": "för hand", "interrupted": "avbruten",
  ]

  private static let swedish = [
    "Log in": "Logga in", "Log out": "Logga ut", "Name": "Namn", "Password": "Lösenord", "Start": "Start",
    "Skip to the page": "Hoppa till innehållet", "Pages": "Sidor", "Records": "Poster",
    "football": "fotboll", "ski": "skidor",
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
    "Second yellow card": "Andra gula kortet", "Missed penalty": "Missad straff",
    "Penalty of the shoot-out": "Straff i straffläggningen", "Score": "Ställning",
    "Score, home side first, as in 2-1": "Ställning med hemmalaget först, som 2-1", "Result": "Resultat",
    "scored": "mål", "missed": "miss", "Delayed kick-off": "Försenad avspark", "Interruption": "Avbrott",
    "Play resumes": "Spelet återupptas", "Abandoned match": "Bruten match",
    "Extra time": "Förlängning", "Shoot-out": "Straffläggning",
    "A score is disputed.": "Rapportörerna är oense om en ställning.",
    "Void a report that was wrong; it is kept with the reason":
      "Ogiltigförklara en felaktig rapport; den sparas med skälet",
    "Why it was wrong; required.": "Varför den var fel; krävs.",
    "Take the void back: the report counts again.": "Ta tillbaka det: rapporten räknas igen.",
    "Day of the match, as in 2015-04-18; by default today.": "Matchens dag, som 2015-04-18; annars i dag.",
    "Number of the report, as football show lists it; default: the last one of the team, or of the match.":
      "Rapportens nummer i listan ovan; annars den sista.",
    "Matches": "Matcher", "Tables": "Tabeller", "Sessions": "Tester", "Pairs": "Skidpar", "Athletes": "Åkare",
    "Recommend": "Rekommendera", "Spots": "Surfställen", "Journal": "Dagbok", "Preferences": "Önskemål",
    "Profile": "Profil", "Bad Request": "Felaktig förfrågan", "Unauthorized": "Ej inloggad", "Forbidden": "Ej tillåtet",
    "Not Found": "Finns inte", "Method Not Allowed": "Går inte här", "Conflict": "Konflikt",
    "Content Too Large": "För stort", "Unprocessable Content": "Går inte att göra",
    "Precondition Failed": "Ändrat under tiden", "Too Many Requests": "För många förfrågningar",
    "Service Unavailable": "Ej tillgängligt just nu", "Insufficient Storage": "Disken är full",
  ]

  private static let kinds = [
    "football.adjustment": "poängändringar", "football.alias": "andra lagnamn", "football.competition": "tävlingar",
    "football.expulsion": "uteslutningar", "football.goal": "mål", "football.match": "matcher",
    "football.report": "rapporter", "football.rules": "regler för några säsonger", "football.source": "filversioner",
    "ski.athlete": "åkare", "ski.condition": "mätningar", "ski.cover": "vallarnas åkare", "ski.glide": "glidtester",
    "ski.grind": "slipningar", "ski.leave": "ledigheter", "ski.pair": "skidpar", "ski.participation": "deltaganden",
    "ski.rating": "bedömningar", "ski.session": "tester", "ski.snow": "snöandelar", "ski.team": "lag",
    "ski.term": "ord", "ski.treatment": "behandlingar", "ski.waxer": "vallare", "surf.address": "adresser",
    "surf.category": "kategorier", "surf.chunk": "dagar med observationer", "surf.issue": "prognoser",
    "surf.notice": "aviseringar", "surf.observation": "observationer", "surf.preference": "önskemål",
    "surf.profile": "profiler", "surf.rating": "betyg", "surf.session": "surfpass",
    "surf.snapshot": "ögonblicksbilder", "surf.spot": "surfställen", "surf.station": "stationer",
  ]
}
