import Foundation
import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumServe

/// Pages as browsers ask for them, without a socket.
@Suite struct PageTests {
  /// Made data of all three sports.
  static let lines =
    [
      "ski team add Sverige", "ski team add Norge", "ski waxer add UN team=Sverige",
      "ski athlete add \"Anna Nilsson\" team=Sverige", "ski athlete add \"Berit Hansen\" team=Norge",
      "ski pair add 4711001 4711002 owner=\"Anna Nilsson\"", "ski pair add 5811001 owner=\"Berit Hansen\"",
      "ski session new Falun at=2026-01-20T08:30+01:00 waxer=UN", "ski rank 1 4711001 4711002 add=yes",
      "ski grind 4711001 C on=2026-01-10",
      "football match add \"Div 4A\" SKIF Hamnvik at=2026-01-24T09:45 zone=Europe/Stockholm",
      "football start 1 now=2026-01-24T09:45", "football goal 1 home 4 \"Zay Nal\" now=2026-01-24T09:49",
      "surf spot add Ramp 36.95,-122.02 zone=America/Los_Angeles",
      "surf import forecast \(forecast) spot=ramp model=coast",
      "football match add \"Div 4A\" Hamnvik SKIF at=2026-01-17T14:00", "football match result 2 2-1",
      "surf prefer any height=1..3 spot=ramp person=root",
    ]
    + ["root", "ann", "bo"].map { "surf log ramp \"2026-01-23 07:30\" 95min 4 rate=power:3 person=\($0)" }

  /// A made forecast of four days, every six hours, in a file of its own.
  private static let forecast: String = {
    var lines = ["issued,valid,wave_height_m,wave_direction_deg,wave_period_s,wind_speed_ms,wind_direction_deg"]
    for (issued, days) in [(21, 21...25), (23, 23...25)] {
      for day in days {
        for hour in ["00", "06", "12", "18"] {
          lines.append("2026-01-\(issued)T00:00Z,2026-01-\(day)T\(hour):00Z,1.5,300,12,4,90")
        }
      }
    }
    let path = FileManager.default.temporaryDirectory.path + "/podium-pages-\(UUID().uuidString).csv"
    try? lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }()

  static func session(publicPages: Set<String> = []) throws -> ServedSession {
    var session = try ServedSession(publicPages: publicPages)
    for line in lines { try session.does(line) }
    return session
  }

  static let browser = ["accept": "text/html,application/xhtml+xml,*/*;q=0.8"]

  static func page(
    _ session: ServedSession, _ target: String, as account: String?, header: [String: String] = [:]
  ) throws -> (answer: ServedAnswer, text: String) {
    let answer = try session.send("GET", target, as: account, header: browser.merging(header) { $1 }).answer
    return (answer, String(decoding: answer.body, as: UTF8.self))
  }

  static func addresses(in page: String, _ attribute: String = "href") -> [String] {
    page.split(separator: " \(attribute)=\"").dropFirst().map {
      String($0.prefix { $0 != "\"" }).replacing("&amp;", with: "&").replacing("&quot;", with: "\"")
    }
  }

  /// What no page may have: code or looks in its markup, an address of elsewhere.
  static func check(_ text: String, _ target: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for wrong in [" style=", "<style", " on", "<script>"] {
      let isIn = text.split(separator: "<").contains { tag in
        // Values are between quotes, which no value holds itself.
        let inside = tag.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
          .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined(separator: "\"").prefix { $0 != ">" }
        return wrong == " on"
          ? inside.split(separator: " ").dropFirst().contains { $0.hasPrefix("on") && $0.contains("=") }
          : ("<" + inside).contains(wrong)
      }
      #expect(!isIn, "\(target): \(wrong)", sourceLocation: sourceLocation)
    }
    #expect(text.contains("<html lang=\"") && text.contains("<h1>"), "\(target)", sourceLocation: sourceLocation)
    for address in addresses(in: text) + addresses(in: text, "action") + addresses(in: text, "src") {
      #expect(["/", "?", "#"].contains(address.first) && !address.hasPrefix("//"), sourceLocation: sourceLocation)
    }
  }

  @Test func `every page and every link of it is there, two clicks from the first`() throws {
    let session = try Self.session()
    var (seen, next): (Set<String>, [String]) = ([], ["/"])
    var reached: [Int: Set<String>] = [:]
    for click in 0...2 {
      var found: [String] = []
      for target in next where seen.insert(target).inserted {
        let (answer, text) = try Self.page(session, target, as: "root")
        #expect(answer.status == 200, "\(target): \(text.suffix(2000))")
        reached[click, default: []].insert(target)
        guard answer["Content-Type"] == "text/html; charset=utf-8" else { continue }
        Self.check(text, target)
        found += Self.addresses(in: text).filter {
          $0.hasPrefix("/") && !$0.contains("every=") && !$0.contains("format=")
        }
      }
      next = found
    }
    let exposed = session.rules.exposures.values.flatMap(\.pages).filter { !$0.isFile }.map(\.path)
    #expect(exposed.count > 15)
    for path in exposed {
      let isReached = seen.contains { address in
        let parts = address.dropFirst().split(separator: "/")
        let names = path.split(separator: "/")
        return parts.count == names.count && zip(parts, names).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
      }
      #expect(isReached, "\(path)")
    }
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "a\u{202E}b\u{2066}c",
    "x\" autofocus onfocus=\"alert(1)", "&lt;b&gt;", "{pair}", "'; ski pairs", "\u{1B}[31mred",
  ]) func `whatever a field holds is text on every page`(_ text: String) throws {
    var session = try Self.session()
    let quoted = CommandText.quoted(text)
    for line in [
      "ski pair add 4711009 owner=\"Anna Nilsson\" comment=\(quoted)", "ski comment 1 4711001 \(quoted)",
      "ski session edit 1 comment=\(quoted)", "ski athlete add \"Eva Ek\" team=Sverige comment=\(quoted)",
      "football goal 1 away 10 \(quoted) now=2026-01-24T09:55",
    ] { try session.does(line) }
    for target in [
      "/ski/pairs", "/ski/session/1", "/ski/pair/4711009", "/ski/pair/4711001/tests", "/ski/athletes", "/live",
      "/football/match/1", "/report", "/api/v1/ski/pair", "/api/v1/ski/participation", "/api/v1/football/report",
      "/ski/pair/" + PercentText.encoded(text), "/login?next=" + PercentText.encoded(text),
      "/api/v1/ski/pair?comment=" + PercentText.encoded(text), "/report?match=" + PercentText.encoded(text),
    ] {
      let (answer, page) = try Self.page(session, target, as: "root")
      Self.check(page, target)
      #expect(!page.contains("\u{202E}") && !page.contains("\u{1B}"), "\(target)")
      #expect(answer.status == 200 || answer.status == 404 || answer.status == 422, "\(target) \(answer.status)")
    }
  }

  @Test func `a page is seen without an account only where it is named`() throws {
    let closed = try Self.session()
    for target in ["/live", "/football/match/1", "/football/livescore.json", "/ski/pairs", "/report", "/nothing"] {
      #expect(try Self.page(closed, target, as: nil).answer.status == 303, "\(target)")
    }
    #expect(try closed.send("GET", "/api/v1/events?kind=football.match", as: nil).answer.status == 401)
    // A page that needs an account, and one that there is not, cannot be opened by its name.
    for name in ["ski/pairs", "none", "liv", "football/livescore.json"] {
      let error = #expect(throws: Diagnostic.self) { try Self.session(publicPages: [name]) }
      #expect(error?.code == "bad-value" && error?.help?.contains("/live") == true)
    }
    let open = try Self.session(publicPages: ["live", "football/match"])
    for target in ["/live", "/football/match/1", "/football/livescore.json", "/", "/login"] {
      #expect(try Self.page(open, target, as: nil).answer.status == 200, "\(target)")
    }
    let left = try Self.page(open, "/report?match=1", as: nil).answer
    #expect(left["Location"] == "/login?next=%2Freport%3Fmatch%3D1")
    for target in ["/ski/pairs", "/report", "/football/tables"] {
      #expect(try Self.page(open, target, as: nil).answer.status == 303, "\(target)")
    }
    #expect(try open.send("GET", "/api/v1/events?kind=football.match", as: nil).answer.status == 200)
    let live = try Self.page(open, "/live", as: nil).text
    #expect(live.contains("SKIF – Hamnvik") && live.contains("1–0") && live.contains("href=\"/football/match/1\""))
    #expect(try Self.page(open, "/report", as: "fan").answer.status == 404)
    #expect(try Self.page(open, "/ski/pair/5811001", as: "karis").answer.status == 404)
  }

  @Test func `a page speaks the language of its reader`() throws {
    let session = try Self.session(publicPages: ["live"])
    let swedish = try Self.page(session, "/live", as: nil, header: ["accept-language": "sv-SE,sv;q=0.9,en;q=0.8"]).text
    #expect(
      swedish.contains("<html lang=\"sv\">") && swedish.contains("första halvlek") && swedish.contains("Logga in"))
    let english = try Self.page(session, "/live", as: nil, header: ["accept-language": "de, en;q=0.5, sv;q=nan"]).text
    #expect(english.contains("<html lang=\"en\">") && english.contains("first half"))
  }

  @Test func `every word of the pages of a match is in the language of its reader`() throws {
    let session = try Self.session()
    let form = ["content-type": "application/x-www-form-urlencoded"]
    func words(_ target: String, _ language: String, _ body: String? = nil) throws -> [String] {
      let header = Self.browser.merging(["accept-language": language]) { $1 }.merging(body == nil ? [:] : form) { $1 }
      let answer = try session.send(body == nil ? "GET" : "POST", target, as: "skif", body, header: header).answer
      return String(decoding: answer.body, as: UTF8.self).split(separator: "<").compactMap { part in
        part.split(separator: ">", maxSplits: 1).dropFirst().first.map { $0.trimmingCharacters(in: .whitespaces) }
      }.filter { $0.contains(where: \.isLetter) }
    }
    let names: Set = [
      "Live · podium", "Live", "Start · podium", "Start", "podium", "skif", "SKIF", "Hamnvik", "Div 4A",
      "SKIF – Hamnvik", "SKIF – Hamnvik 1–0", "match 1", "match 1 · podium", "Zay Nal", "test", "min",
    ]
    for target in ["/live", "/report", "/", "/football/match/1"] {
      let (english, swedish) = (try words(target, "en"), try words(target, "sv"))
      #expect(english.count == swedish.count && english.count > 10, "\(target)")
      let same = Set(zip(english, swedish).filter { $0 == $1 }.map(\.0))
      #expect(same.isSubset(of: names), "\(target): \(same.subtracting(names))")
    }
    // The match is in its first half, so it cannot begin.
    let refused = try words("/report?match=1", "sv", "verb=football+start&w-match=1")
    #expect(refused.contains("Det går inte i matchens nuvarande läge."))
    #expect(
      try words("/report?match=1", "sv", "verb=football+score&w-match=1&w-score=2-0&w-minute=").contains("Rapporterat.")
    )
    // The field that cannot be read is named, on the page and to the script.
    let minute = "Något av det som står i formuläret går inte att tolka. (fält: minut)"
    let wrong = "verb=football+goal&w-match=1&w-side=home&w-minute=400&w-player="
    #expect(try words("/report?match=1", "sv", wrong).contains(minute))
    let score = try session.send(
      "POST", "/api/v1/commands", as: "skif", #"{"verb": "football score", "words": ["1", "xx", "12"]}"#)
    #expect(score.json["code"]?.string == "bad-value" && score.json["field"]?.string == "score", "\(score.json.text)")
    #expect(try words("/nothing", "sv").contains("Det finns inget på den adressen."))
  }

  @Test func `which score is disputed is said in the language of its reader`() throws {
    var session = try Self.session(publicPages: ["live"])
    try session.does("football score 1 0-1 5 now=2026-01-24T09:50")
    func text(_ target: String, _ language: String, as account: String?, _ body: String? = nil) throws -> String {
      let header = [
        "accept": "text/html", "accept-language": language, "content-type": "application/x-www-form-urlencoded",
      ]
      let answer = try session.send(body == nil ? "GET" : "POST", target, as: account, body, header: header).answer
      return String(decoding: answer.body, as: UTF8.self)
    }
    // The reports are of one account, whose last word counts; another one is of another opinion.
    let goal = "verb=football+score&w-match=1&w-score=2-1&w-minute=6"
    let sent = try text("/report?match=1", "sv", as: "skif", goal)
    let disputed = "oense om ställningen: 2-1, men test har 0-1 (minut 5); 2-1 kommer från skif"
    #expect(sent.contains("match 1: " + disputed) && sent.components(separatedBy: disputed).count == 2, "\(sent)")
    for (target, account) in [("/live", nil), ("/report", "skif"), ("/report?match=1&fragment=1", "skif")] {
      #expect(try text(target, "sv", as: account).contains("match 1: " + disputed), "\(target)")
      let english = try text(target, "en", as: account)
      #expect(english.contains("match 1: disputed: the score shown is 2-1, but test has 0-1 (minute 5)"), "\(target)")
    }
    let match = try text("/football/match/1", "sv", as: "skif")
    #expect(match.contains("Oense om ställningen: 2-1, men") && !match.contains("disputed"), "\(match)")
    // What a report warns of is on the page, in both languages, and what is in no table as it is.
    let late = "verb=football+goal&w-match=1&w-side=home&w-player=&w-minute="
    #expect(try text("/report?match=1", "sv", as: "skif", late + "44").contains("minut 44 är senare än klockan"))
    #expect(try text("/report?match=1", "en", as: "skif", late + "43").contains("minute 43 is later than the clock"))
    let words = try PageWords(#require(ServedRequest("GET", "/", header: ["accept-language": "sv"])))
    #expect(words.note("no one knows this") == "no one knows this")
    #expect(words.note("match 2: disputed: a, but b") == "match 2: oense om ställningen: a, but b")
  }

  @Test func `a press of the script is answered with what the page says of it`() throws {
    let session = try Self.session()
    func press(
      _ fields: String, to target: String = "/report?match=1&fragment=1", as account: String? = "skif",
      in language: String = "en"
    ) throws -> (answer: ServedAnswer, text: String) {
      let header = ["content-type": "application/x-www-form-urlencoded", "accept-language": language]
      let answer = try session.send("POST", target, as: account, fields, header: header).answer
      return (answer, String(decoding: answer.body, as: UTF8.self))
    }
    let goal = "verb=football+goal&w-match=1&w-side=home&w-player=&w-minute="
    let sent = goal + "44&k-device=2026-01-24T09%3A44%3A00Z&request_key=p1"
    let (done, said) = try press(sent)
    #expect(done.status == 200 && said.hasPrefix("<div class=\"done\""), "\(said)")
    let page = try press(goal + "43", to: "/report?match=1").text
    let note = "is later than the clock"
    #expect(said.contains("minute 44 " + note) && page.contains("minute 43 " + note) && page.contains("Reported."))
    #expect(try press(sent).answer.status == 303)
    // The page has a place for the time of the press, which no one types.
    #expect(page.contains("type=\"hidden\" name=\"k-device\"") && !page.contains("for=\"football-goal-k-device\""))
    let (refused, why) = try press(goal + "x", in: "sv")
    #expect(
      refused.status == 422 && why.hasPrefix("<p class=\"error\"") && why.contains("går inte att tolka"), "\(why)")
    let (foreign, no) = try press(goal + "1", as: "karis", in: "sv")
    #expect(foreign.status == 403 && no.contains("Ditt konto får inte göra det"), "\(no)")
    // A press of someone who is logged out waits, and leads to no other page.
    #expect(try press(goal + "1", as: nil).answer.status == 401)
  }

  @Test func `advice is given for verbs that are offered`() throws {
    var session = try Self.session()
    try session.does("surf spot add Empty 10,10 zone=UTC")
    func text(_ target: String, as account: String) throws -> String {
      try Self.page(session, target, as: account).text
    }
    // No one imports a forecast through a service, and a reader logs nothing.
    for account in ["fan", "karis", "root"] {
      #expect(try !text("/surf/forecast/Empty", as: account).contains("surf import"), "\(account)")
      #expect(try !text("/surf/consensus/Empty", as: account).contains("surf import"), "\(account)")
    }
    let error = try session.send("POST", "/api/v1/commands", as: "karis", #"{"command": "surf forecast Empty"}"#).json
    #expect(error["detail"]?.string?.contains("no stored forecast") == true && error["help"] == nil, "\(error.text)")
    for (target, advice) in [("/surf/journal", "surf log SPOT"), ("/surf/preferences", "surf prefer NAME")] {
      #expect(try !text(target, as: "fan").contains(advice) && text(target, as: "karis").contains(advice), "\(target)")
    }
    #expect(try text("/ski/session/77", as: "fan").contains("use ski sessions to list them"))
  }

  @Test func `a parameter that a page does not use is named on it`() throws {
    let session = try Self.session(publicPages: ["live"])
    for target in [
      "/live?mtach=1", "/?x=1", "/report?mach=1", "/football/matches?brand=x", "/login?nxt=/", "/live?every=5",
    ] {
      let (answer, text) = try Self.page(session, target, as: "skif")
      #expect(answer.status == 200 && text.contains("role=\"alert\""), "\(target)")
    }
    #expect(try Self.page(session, "/report?mach=1", as: "skif").text.contains("did you mean"))
    for target in ["/live?every=60", "/report?match=1", "/login?next=%2Flive"] {
      #expect(try !Self.page(session, target, as: "skif").text.contains("role=\"alert\""), "\(target)")
    }
    for target in ["football/livescore.json", "api/v1/me", "api/v1/openapi.json", "api/v1/commands"] {
      #expect(try session.send("GET", "/\(target)?x=1", as: "skif").answer.status == 400, "\(target)")
    }
  }

  @Test func `a form is sent once and its page says what was done`() throws {
    let session = try Self.session()
    let page = try Self.page(session, "/ski/session/1", as: "karis").text
    #expect(page.contains("name=\"verb\" value=\"ski move\"") && !page.contains("w-session"))
    let key = try #require(page.split(separator: "name=\"request_key\" value=\"").dropFirst().first)
    func send(_ fields: String, as account: String = "karis", to target: String = "/ski/session/1") throws -> (
      ServedAnswer, String
    ) {
      let answer = try session.send(
        "POST", target, as: account, fields,
        header: ["content-type": "application/x-www-form-urlencoded", "accept": "text/html"]
      ).answer
      return (answer, String(decoding: answer.body, as: UTF8.self))
    }
    let body = "verb=ski+move&request_key=\(key.prefix { $0 != "\"" })&w-pair=4711002&w-rank=1&k-part="
    let (done, text) = try send(body)
    #expect(done.status == 200 && text.contains("class=\"done\""), "\(text)")
    let (again, _) = try send(body)
    #expect(again.status == 303 && again["Location"] == "/ski/session/1")
    let changes = try session.count("ski.participation", as: RightsTests.admin)
    let (wrong, shown) = try send("verb=ski+move&w-pair=999&w-rank=x%22y")
    #expect(
      wrong.status == 422 && shown.contains("role=\"alert\"") && shown.contains("value=\"x&quot;y\""), "\(wrong.status)"
    )
    #expect(try send("verb=ski+team+add&w-name=x").0.status == 403)
    #expect(try send("verb=ski+move&w-nothing=1").0.status == 400)
    #expect(try send("verb=ski+move&w-pair=4711002&w-rank=1", as: "fan").0.status == 403)
    #expect(try send("verb=ski+move&w-pair=4711002&w-rank=1", as: "ola").0.status == 422)
    #expect(try session.count("ski.participation", as: RightsTests.admin) == changes)
    let (many, said) = try send("verb=ski+rank&w-order=4711001%0D%0A4711002&k-add=no")
    #expect(many.status == 200, "\(said)")
    #expect(try send("verb=ski+pair+edit&k-comment=fast", to: "/ski/pair/4711001").0.status == 200)
    let pair = try session.send("GET", "/api/v1/ski/pair/4711001", as: "karis").json
    #expect(pair["comment"]?.string == "fast")
  }

  @Test func `a word that is left out keeps its place, and a minute is one`() throws {
    let session = try Self.session()
    let form = ["content-type": "application/x-www-form-urlencoded", "accept": "text/html"]
    func send(_ minute: String, _ player: String) throws -> Int {
      let body = "verb=football+yellow&w-match=1&w-side=away&w-minute=\(minute)&w-player=\(player)"
      return try session.send("POST", "/report?match=1", as: "skif", body, header: form).answer.status
    }
    #expect(try send("", "9") == 200)
    #expect(try send("abc", "") == 422)
    #expect(try send("abc", "9") == 422)
    #expect(try send("11%20", "9%20") == 200)
    let cards = try session.store(RightsTests.admin).records(
      RecordQuery("football.report", where: [.equals("kind", .text("yellow"))], order: [("number", false)]))
    #expect(cards.map { $0["player"].fileText } == ["9", "9"] && cards.last?["minute"].fileText == "11", "\(cards)")
    #expect(cards.first?["minute"].fileText != "9")
  }

  @Test func `a field that is emptied in a form is cleared, and what is as it was is left`() throws {
    var session = try Self.session()
    try session.does("ski pair edit 4711001 brand=Fischer nickname=old comment=stays")
    let place = "/api/v1/ski/pair/4711001"
    let (_, text) = try Self.page(session, place, as: "karis")
    #expect(text.contains("value=\"Fischer\"") && text.contains("value=\"old\""))
    let form = ["content-type": "application/x-www-form-urlencoded", "accept": "text/html"]
    let revision = try #require(try session.send("GET", place, as: "karis").json["revision"]?.integer)
    let sent = try session.send(
      "POST", place, as: "karis", "verb=edit&revision=\(revision)&brand=Fischer&nickname=&comment=stays&ski_type=",
      header: form)
    #expect(sent.answer.status == 303, "\(String(decoding: sent.answer.body, as: UTF8.self).suffix(1500))")
    let after = try session.send("GET", place, as: "karis").json
    #expect(
      after["nickname"]?.string == nil && after["brand"]?.string == "Fischer" && after["comment"]?.string == "stays")
  }

  @Test func `a form that was carried out is done, though its page has nothing to show`() throws {
    var session = try Self.session()
    try session.does("surf spot add Empty 10,10 zone=UTC")
    let form = ["content-type": "application/x-www-form-urlencoded", "accept": "text/html"]
    let sent = try session.send(
      "POST", "/surf/forecast/Empty", as: "karis",
      "verb=surf+log&w-start=2026-01-23+07%3A30&w-length=60min&w-rating=4", header: form)
    #expect(sent.answer.status == 200, "\(String(decoding: sent.answer.body, as: UTF8.self).suffix(1500))")
    for page in ["forecast", "windows", "consensus"] {
      let (answer, text) = try Self.page(session, "/surf/\(page)/Empty", as: "karis")
      #expect(answer.status == 200, "\(page): \(text.suffix(600))")
    }
    #expect(try Self.page(session, "/surf/forecast/None", as: "karis").answer.status == 404)
  }

  @Test func `a goal is two presses, and only of one's own match`() throws {
    let session = try Self.session()
    let page = try Self.page(session, "/report", as: "skif").text
    #expect(page.contains("data-minute=\"") && page.contains("SKIF – Hamnvik 1–0"), "\(page)")
    #expect(page.contains("<option value=\"Zay Nal\">"))
    let form = ["content-type": "application/x-www-form-urlencoded", "accept": "text/html"]
    let goal = "verb=football+goal&request_key=k1&w-match=1&w-side=away&w-minute=&w-player="
    let answer = try session.send("POST", "/report?match=1", as: "skif", goal, header: form).answer
    #expect(answer.status == 200 && String(decoding: answer.body, as: UTF8.self).contains("1–1"))
    #expect(try session.send("POST", "/report?match=1", as: "skif", goal, header: form).answer.status == 303)
    let void = "verb=football+void&request_key=k2&w-match=1&k-reason=taken+back"
    let back = try session.send("POST", "/report?match=1", as: "skif", void, header: form).answer
    #expect(String(decoding: back.body, as: UTF8.self).contains("1–0"))
    let foreign = try Self.page(session, "/report", as: "karis").text
    #expect(foreign.contains("None of your matches") && !foreign.contains("data-press"))
    // What was typed is there again where it was refused, in an open form.
    let wrong = goal.replacing("k1", with: "k4").replacing("w-minute=&w-player=", with: "w-minute=x&w-player=Zay+Nal")
    let typed = try session.send("POST", "/report?match=1", as: "skif", wrong, header: form).answer
    let kept = String(decoding: typed.body, as: UTF8.self)
    #expect(
      kept.contains("list=\"players\" value=\"Zay Nal\">") && kept.contains("class=\"press\" open=\"\""), "\(kept)")
    let stolen = try session.send("POST", "/report", as: "karis", goal.replacing("k1", with: "k3"), header: form).answer
    #expect(stolen.status == 403)
    let part = try Self.page(session, "/report?match=1&fragment=1", as: "skif")
    #expect(part.text.hasPrefix("<p class=\"now\"") && part.answer["ETag"] != nil)
    let known = ["if-none-match": part.answer["ETag"] ?? ""]
    #expect(try Self.page(session, "/report?match=1&fragment=1", as: "skif", header: known).answer.status == 304)
  }

  @Test func `a login says the same of every name, and assets are kept`() throws {
    let session = try Self.session()
    func login(_ name: String) throws -> ServedAnswer {
      try session.send(
        "POST", "/login", as: nil, "name=\(name)&password=x&next=//evil",
        header: ["content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"]
      ).answer
    }
    let (known, unknown) = (try login("karis"), try login("nobody"))
    #expect(known.status == 401 && known.body == unknown.body)
    #expect(String(decoding: known.body, as: UTF8.self).contains("name=\"next\" value=\"/\""))
    for asset in [PageAssets.style, PageAssets.script] {
      let answer = try session.send("GET", asset.address, as: nil).answer
      #expect(answer.status == 200 && answer["Cache-Control"]?.contains("immutable") == true)
    }
    #expect(PageAssets.script.body.count <= 8192 && PageAssets.script.body.split(separator: 0x0A).count <= 250)
    #expect(try session.send("GET", "/assets/script-0.js", as: "karis").answer.status == 404)
    let reloading = try Self.page(session, "/live?every=60", as: "karis")
    #expect(reloading.answer["Refresh"] == "60" && reloading.text.contains("Stop updating"))
    #expect(try Self.page(session, "/live?every=0", as: "karis").answer["Refresh"] == nil)
  }

  @Test func `the live scores have the form of their source`() throws {
    let session = try Self.session()
    let (answer, json) = try session.send("GET", "/football/livescore.json", as: "karis")
    #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
    let match = json["Div 4A"]?.members?.first?.1
    #expect(match?["homeTeam"]?.string == "SKIF" && match?["homeScore"] != nil && match?["tempTime"]?.string == "09:45")
  }
}
