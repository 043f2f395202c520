import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumServe

/// Commands, changes of records, retries and undo as a client sends them.
@Suite struct CommandTests {
  private func session() throws -> ServedSession {
    try ServedSession(
      "ski team add Sverige", "ski team add Norge", "ski waxer add UN team=Sverige",
      "ski athlete add \"Anna Nilsson\" team=Sverige", "ski athlete add \"Berit Hansen\" team=Norge",
      "ski pair add 4711001 4711002 owner=\"Anna Nilsson\"", "ski pair add 5811001 owner=\"Berit Hansen\"",
      "ski session new Falun at=2026-01-20T08:30+01:00 waxer=UN", "ski rank 1 4711001 4711002 add=yes")
  }

  @Test func `a command is answered as format json with its changes`() throws {
    let session = try session()
    let (answer, json) = try session.send(
      "POST", "/api/v1/commands", as: "karis", #"{"command": "ski move 1 4711002 1"}"#)
    #expect(answer.status == 200 && json["status"]?.string == "ok" && json["changes"]?.array?.isEmpty == false)
    let words = try session.send(
      "POST", "/api/v1/commands", as: "karis",
      #"{"verb": "ski comment", "words": [1, "4711001", "fast; \"wet\" > x"], "keys": {}}"#)
    #expect(words.answer.status == 200, "\(words.json.text)")
    let list = try session.send("GET", "/api/v1/ski/participation?comment.has=wet", as: "karis").json
    #expect(list["items"]?.array?.first?["comment"]?.string == "fast; \"wet\" > x")
    let read = try session.send("POST", "/api/v1/commands", as: "fan", #"{"command": "ski pairs"}"#)
    #expect(read.answer.status == 200 && read.json["outputs"]?.array?.isEmpty == false)
  }

  @Test(arguments: [
    "!sh", "ski pairs | sh", "ski pairs to x.csv", "ski pairs > x", "try: ski pairs", "quiet: ski pairs", "source x",
    "load /etc/passwd", "load https://example.org/x.csv", "ski import x", "workspace export x", "undo", "ski fly",
    "set threads=1", "help", "?ski", "sql \"select 1\"", "ski team add Finland", "ski pairs as x", "ski forget x",
  ]) func `what is not offered is refused in the same words as what there is not`(_ line: String) throws {
    let session = try session()
    let body = JSONValue.object([("command", .string(line))]).text
    let (answer, json) = try session.send("POST", "/api/v1/commands", as: "karis", body)
    #expect(answer.status == 403 || answer.status == 400, "\(line): \(json.text)")
    let unknown = try session.send("POST", "/api/v1/commands", as: "karis", #"{"command": "no such verb"}"#)
    if answer.status == 403 { #expect(answer.body == unknown.answer.body, "\(line)") }
  }

  @Test(arguments: [
    "", "[]", "{", "{\"command\": 1}", "{\"command\": \"ski pairs\", \"command\": \"ski pairs\"}",
    "{\"command\": \"ski pairs\", \"verb\": \"ski pairs\"}", "{\"x\": 1}", "{\"verb\": \"ski pairs; ski pairs\"}",
    "{\"verb\": \"ski pairs\", \"keys\": {\"a b\": 1}}", "{\"verb\": \"ski pairs\", \"words\": [[[1]]]}",
    "{\"verb\": \"surf profile\", \"words\": \"x\"}", "{\"verb\": \"surf profile\", \"keys\": [\"height=ft\"]}",
    "{\"verb\": \"surf profile\", \"words\": {}}", "{\"verb\": \"surf profile\", \"keys\": 1}",
    "{\"verb\": \"ski pairs\", \"words\": [{}]}", "{\"command\": \"ski pairs; ski pairs\"}",
    "{\"command\": \"ski pairs\\nski pairs\"}", "{\"command\": \"\"}", "\"\\ud800\"",
  ]) func `a body without a command is 400`(_ body: String) throws {
    let (answer, json) = try session().send("POST", "/api/v1/commands", as: "karis", body)
    #expect(answer.status == 400, "\(body): \(json.text)")
  }

  @Test func `a command has the bytes that were sent, whatever looks like them`() throws {
    let session = try session()
    for text in ["M\u{00E4}r", "Ma\u{0308}r", "M\u{00E4}r"] {
      let body = JSONValue.object([("command", .string("ski pair edit 4711001 comment=" + text))]).text
      #expect(try session.send("POST", "/api/v1/commands", as: "karis", body).answer.status == 200)
      let kept = try session.send("GET", "/api/v1/ski/pair/4711001", as: "karis").json["comment"]?.string
      #expect(kept?.utf8.elementsEqual(text.utf8) == true)
    }
  }

  @Test func `a request with a key is done once`() throws {
    let session = try session()
    let (body, key) = (#"{"command": "ski grind 4711001 C on=2026-01-10"}"#, ["idempotency-key": "k1"])
    let first = try session.send("POST", "/api/v1/commands", as: "karis", body, header: key)
    let again = try session.send("POST", "/api/v1/commands", as: "karis", body, header: key)
    #expect(first.answer.status == 200 && again.answer.status == 200)
    #expect(again.answer["Idempotency-Replayed"] == "true" && first.answer["Idempotency-Replayed"] == nil)
    #expect(again.json["changes"]?.text == first.json["changes"]?.text)
    #expect(try session.count("ski.grind", as: RightsTests.admin) == 1)
    let other = try session.send(
      "POST", "/api/v1/commands", as: "karis", #"{"command": "ski grind 4711002 C"}"#, header: key)
    #expect(other.answer.status == 422)
    // Another account has keys of its own.
    let elsewhere = try session.send(
      "POST", "/api/v1/commands", as: "ola", #"{"command": "ski grind 5811001 C"}"#, header: key)
    #expect(elsewhere.answer.status == 200)
    let long = try session.send(
      "POST", "/api/v1/commands", as: "karis", body, header: ["idempotency-key": String(repeating: "k", count: 256)])
    #expect(long.answer.status == 400)
  }

  @Test func `a record is made, changed and removed with the revision that was seen`() throws {
    let session = try session()
    let made = try session.send(
      "POST", "/api/v1/ski/pair", as: "karis",
      #"{"serial_number": "4711009", "brand": "Fischer", "owner": "Anna Nilsson", "weight_for_measure_kg": 70}"#,
      header: ["idempotency-key": "m"])
    #expect(made.answer.status == 201, "\(made.json.text)")
    let place = try #require(made.answer["Location"])
    let seen = try session.send("GET", place, as: "karis")
    #expect(seen.json["brand"]?.string == "Fischer" && seen.json["weight_for_measure_kg"]?.number == 70)
    let again = try session.send(
      "POST", "/api/v1/ski/pair", as: "karis",
      #"{"serial_number": "4711009", "brand": "Fischer", "owner": "Anna Nilsson", "weight_for_measure_kg": 70}"#,
      header: ["idempotency-key": "m"])
    #expect(again.answer.status == 201 && again.answer["Location"] == place)
    let tag = try #require(seen.answer["ETag"])
    #expect(try session.send("PATCH", place, as: "karis", #"{"brand": "Atomic"}"#).answer.status == 428)
    let changed = try session.send(
      "PATCH", place, as: "karis", #"{"brand": "Atomic", "weight_for_measure_kg": null}"#, header: ["if-match": tag])
    #expect(changed.answer.status == 200 && changed.answer["ETag"] != tag, "\(changed.json.text)")
    let after = try session.send("GET", place, as: "karis")
    #expect(after.json["brand"]?.string == "Atomic" && after.json["weight_for_measure_kg"]?.number == nil)
    #expect(after.answer["ETag"] == changed.answer["ETag"])
    let old = try session.send("PATCH", place, as: "karis", #"{"brand": "Madshus"}"#, header: ["if-match": tag])
    #expect(old.answer.status == 412 && old.answer["ETag"] == after.answer["ETag"])
    #expect(try session.send("DELETE", place, as: "karis", header: ["if-match": tag]).answer.status == 412)
    #expect(try session.send("DELETE", place, as: "fan", header: ["if-match": "*"]).answer.status == 403)
    #expect(try session.send("DELETE", place, as: "ola", header: ["if-match": "*"]).answer.status == 404)
    #expect(try session.send("DELETE", place, as: "karis", header: ["if-match": "*"]).answer.status == 204)
    #expect(try session.send("GET", place, as: "karis").answer.status == 404)
  }

  @Test(arguments: ["id", "revision", "created_by", "created_at", "team", "nothing", "archived"])
  func `what cannot be set is 422 and nothing is stored`(_ name: String) throws {
    let session = try session()
    let body = JSONValue.object([("serial_number", .string("4711010")), (name, .string("x"))]).text
    let (answer, json) = try session.send("POST", "/api/v1/ski/pair", as: "karis", body)
    #expect(answer.status == 422, "\(json.text)")
    #expect(try session.count("ski.pair", as: RightsTests.admin) == 3)
  }

  @Test func `numbers keep their digits, and a truth is not a text`() throws {
    let session = try session()
    func add(_ serial: String) throws -> Int {
      try session.send(
        "POST", "/api/v1/ski/pair", as: "karis", "{\"serial_number\": \(serial), \"owner\": \"Anna Nilsson\"}"
      )
      .answer.status
    }
    #expect(try add("12345678901234567890") == 201 && add("1.50") == 201 && add("true") == 400)
    let pairs = try session.store(RightsTests.sweden).records(RecordQuery("ski.pair")).map {
      $0["serial_number"].fileText
    }
    #expect(pairs.contains("12345678901234567890") && pairs.contains("1.50") && pairs.count == 4, "\(pairs)")
    let text = try session.send(
      "POST", "/api/v1/commands", as: "karis",
      #"{"verb": "ski comment", "words": [1, "4711001", "a \"1.50\" -2 \\"], "keys": {}}"#)
    #expect(text.answer.status == 200, "\(text.json.text)")
    let list = try session.send("GET", "/api/v1/ski/participation?comment.has=-2", as: "karis").json
    #expect(list["items"]?.array?.first?["comment"]?.string == "a \"1.50\" -2 \\")
  }

  @Test func `a retry of a command that changed nothing is one too`() throws {
    let session = try session()
    func send(_ nickname: String) throws -> ServedAnswer {
      try session.send(
        "PATCH", "/api/v1/ski/pair/4711001", as: "karis", "{\"nickname\": \(nickname)}",
        header: ["if-match": "*", "idempotency-key": "p"]
      ).answer
    }
    #expect(try send("null").status == 200)
    #expect(try send("null")["Idempotency-Replayed"] == "true")
    #expect(try send("\"n\"").status == 422)
  }

  @Test func `a record is set by the names that it is shown with`() throws {
    var session = try ServedSession("ski team add Sverige", "ski waxer add UN team=Sverige")
    func send(_ method: String, _ place: String, _ body: String) throws -> (answer: ServedAnswer, json: JSONValue) {
      let sent = try session.send(method, "/api/v1/" + place, as: "root", body, header: ["if-match": "*"])
      #expect(sent.answer.status == (method == "POST" ? 201 : 200), "\(body): \(sent.json.text)")
      return sent
    }
    func shown(_ place: String, _ fields: String) throws -> String {
      let json = try session.send("GET", "/api/v1/" + place, as: "root").json
      return fields.split(separator: ",").map { json[String($0)]?.text ?? "" }.joined(separator: " ")
    }
    _ = try send("POST", "ski/athlete", #"{"first_name": "Eva", "last_name": "von Berg", "team": "Sverige"}"#)
    #expect(try shown("ski/athlete/1", "first_name,last_name,team") == #""Eva" "von Berg" "Sverige""#)
    _ = try send("PATCH", "ski/athlete/1", #"{"first_name": "Ewa", "archived": null}"#)
    _ = try send("PATCH", "ski/athlete/1", #"{"archived": true}"#)
    #expect(try shown("ski/athlete/1", "first_name,archived") == #""Ewa" true"#)
    _ = try send("PATCH", "ski/athlete/1", #"{"archived": null}"#)
    #expect(try shown("ski/athlete/1", "archived") == "null")

    _ = try send(
      "POST", "ski/session",
      #"""
      {"session": "S7", "place": "Falun", "waxer": "UN", "using_manual_rank": false, "archived": null,
       "time_of_test": "2026-01-20T07:30:00Z", "utc_offset_minutes": 60}
      """#)
    let fields = "place,time_of_test,utc_offset_minutes,using_manual_rank"
    #expect(try shown("ski/session/S7", fields) == #""Falun" "2026-01-20T07:30:00Z" 60 false"#)
    // All that was read can be sent back, with one thing changed; the offset stays.
    let whole = try session.send("GET", "/api/v1/ski/session/S7", as: "root").json.text
    _ = try send("PATCH", "ski/session/S7", whole.replacing("T07:30:00Z", with: "T08:15:00Z"))
    #expect(try shown("ski/session/S7", fields) == #""Falun" "2026-01-20T08:15:00Z" 60 false"#)
    _ = try send("PATCH", "ski/session/S7", #"{"using_manual_rank": true}"#)
    #expect(try shown("ski/session/S7", "using_manual_rank") == "true")

    _ = try send("POST", "surf/spot", #"{"name": "Hoek", "latitude": 52.0, "longitude": 4.1, "facing": 270}"#)
    _ = try send("PATCH", "surf/spot/1", #"{"latitude": 52.25}"#)
    #expect(try shown("surf/spot/1", "latitude,longitude,forecast_spot") == "52.25 4.1 null")
    _ = try send(
      "POST", "surf/category",
      #"{"name": "Glassy", "low": 1, "high": 3, "low_is_good": true, "words": "1 weak\n3 strong"}"#)
    #expect(try shown("surf/category/glassy", "low,high,low_is_good,words") == #"1 3 true "1 weak\n3 strong""#)

    try session.does("surf log Hoek \"2025-12-05 07:30\" 60min 4")
    _ = try send("PATCH", "surf/session/1", #"{"end": "2025-12-05T08:00:00Z", "size": 1.5}"#)
    #expect(try shown("surf/session/1", "end,size") == #""2025-12-05T08:00:00Z" 1.5"#)

    _ = try send(
      "POST", "football/competition",
      #"{"code": "SWE", "half": 20, "stopped": true, "split_after": 33, "split_groups": "6+6"}"#)
    #expect(try shown("football/competition/SWE", "half,stopped,split_after,split_groups") == #"20 true 33 "6+6""#)
    // What the verb calls them, as before.
    _ = try send("PATCH", "football/competition/SWE", #"{"halves": "2x30", "clock": "running"}"#)
    #expect(try shown("football/competition/SWE", "half,stopped") == "30 false")
  }

  @Test func `OpenAPI says what a record may be set by`() throws {
    let session = try ServedSession()
    let paths = try session.send("GET", "/api/v1/openapi.json", as: "root").json["paths"]
    let kinds = ["ski/athlete", "ski/pair", "ski/session", "surf/spot", "surf/category", "football/competition"]
    for (kind, method) in kinds.flatMap({ [($0, "post"), ($0, "patch")] }) {
      let address = "/api/v1/" + kind + (method == "patch" ? "/{id}" : "")
      let operation = paths?[address]?[method]
      guard method == "post" || operation != nil else { continue }
      let body = operation?["requestBody"]?["content"]?["application/json"]?["schema"]?["properties"]
      let settable = Set((body?.members ?? []).map(\.0))
      let fields = session.rules.fields(of: kind.replacing("/", with: "."), for: .admin).map(\.column.name)
      // A number that is given, a zone that follows from the place, an import's name are not for anyone to set.
      let left = Set(fields).subtracting(settable).subtracting([
        "number", "source", "archived", "key", "session", "code",
      ])
      #expect(left.isEmpty && !settable.isEmpty, "\(method) \(kind): \(left)")
    }
  }

  @Test func `a retry has the status and the tag of the first`() throws {
    let session = try session()
    let place = "/api/v1/ski/pair/4711001"
    for _ in 0..<2 {
      let changed = try session.send(
        "PATCH", place, as: "karis", #"{"nickname": "n"}"#, header: ["if-match": "*", "idempotency-key": "p"])
      #expect(changed.answer.status == 200 && changed.answer["ETag"] == "\"2\"", "\(changed.json.text)")
    }
    for _ in 0..<2 {
      let gone = try session.send(
        "DELETE", "/api/v1/ski/pair/4711009", as: "karis", header: ["if-match": "*", "idempotency-key": "d"])
      #expect(gone.answer.status == 404)
    }
    _ = try session.send("POST", "/api/v1/ski/pair", as: "karis", #"{"serial_number": "7", "owner": "Anna Nilsson"}"#)
    for _ in 0..<2 {
      let gone = try session.send(
        "DELETE", "/api/v1/ski/pair/7", as: "karis", header: ["if-match": "*", "idempotency-key": "e"])
      #expect(gone.answer.status == 204 && gone.answer.body.isEmpty)
    }
  }

  @Test func `a record of another team is made by no one but it`() throws {
    let session = try session()
    let foreign = try session.send(
      "POST", "/api/v1/ski/pair", as: "karis", #"{"serial_number": "1", "owner": "Berit Hansen"}"#)
    #expect(foreign.answer.status >= 400, "\(foreign.json.text)")
    #expect(try session.send("POST", "/api/v1/ski/team", as: "karis", #"{"name": "Finland"}"#).answer.status == 403)
    #expect(try session.send("POST", "/api/v1/ski/team", as: "root", #"{"name": "Finland"}"#).answer.status == 201)
    #expect(try session.send("POST", "/api/v1/ski/participation", as: "karis", "{}").answer.status == 405)
  }

  @Test func `the log is what an account may see, and it takes back its own`() throws {
    let session = try session()
    let made = try session.send("POST", "/api/v1/commands", as: "karis", #"{"command": "ski grind 4711001 C"}"#)
    let number = try #require(made.json["changes"]?.array?.last?.integer)
    let log = try session.send("GET", "/api/v1/changes?after=\(number - 1)", as: "karis").json
    let item = try #require(log["items"]?.array?.first)
    #expect(item["id"]?.integer == number && item["by"]?.string == "karis" && item["action"]?.string == "insert")
    #expect(
      try session.send("GET", "/api/v1/changes?after=\(number - 1)", as: "ola").json["items"]?.array?.isEmpty == true)
    #expect(try session.send("POST", "/api/v1/changes/\(number)/revert", as: "ola").answer.status == 404)
    #expect(try session.send("POST", "/api/v1/changes/1/revert", as: "karis").answer.status == 403)
    #expect(try session.send("POST", "/api/v1/changes/x/revert", as: "karis").answer.status == 404)
    let back = try session.send("POST", "/api/v1/changes/\(number)/revert", as: "karis")
    #expect(back.answer.status == 200 && back.json["changes"]?.array?.isEmpty == false, "\(back.json.text)")
    #expect(try session.count("ski.grind", as: RightsTests.admin) == 0)
    #expect(try session.send("GET", "/api/v1/changes?after=x", as: "karis").answer.status == 400)
  }

  @Test func `the team is filled in, and who has several names one`() throws {
    let session = try session()
    func status(_ line: String, _ account: String) throws -> (Int, String) {
      let (answer, json) = try session.send(
        "POST", "/api/v1/commands", as: account, JSONValue.object([("command", .string(line))]).text)
      return (answer.status, json["code"]?.string ?? json.text)
    }
    #expect(try status("ski athlete add \"Kalle Kula\"", "karis").0 == 200)
    #expect(
      try session.send("POST", "/api/v1/ski/athlete", as: "karis", #"{"number": "Lisa Lund"}"#).answer.status == 201)
    #expect(try session.count("ski.athlete", as: RightsTests.sweden) == 3)
    #expect(try status("ski athlete add \"Per Per\"", "two") == (422, "missing-argument"))
    #expect(try status("ski session new Falun at=2026-01-21T08:30", "two") == (422, "missing-argument"))
    #expect(try status("ski session new Falun at=2026-01-21T08:30 team=Norge", "two").0 == 200)
    #expect(try status("ski session new Falun at=2026-01-21T08:30", "nobody") == (403, "forbidden"))
  }

  @Test func `the log goes page by page`() throws {
    let session = try session()
    var target = "/api/v1/changes?limit=2"
    var ids: [Int] = []
    while true {
      let json = try session.send("GET", target, as: "karis").json
      ids += json["items"]?.array?.compactMap { $0["id"]?.integer } ?? []
      guard let next = json["next"]?.string else { break }
      target = next
    }
    let whole = try session.send("GET", "/api/v1/changes?limit=500", as: "karis").json["items"]?.array
    #expect(ids == whole?.compactMap { $0["id"]?.integer } && ids.count > 4)
  }
}
