import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumServe

/// Resources as JSON, as pages and as CSV, and their description.
@Suite struct RepresentationTests {
  @Test func `the reader decides what a resource looks like, JSON first`() throws {
    let session = try PageTests.session()
    for (accept, type) in [
      ("*/*", "application/json"), ("text/html, */*;q=0.8", "text/html"), ("text/csv", "text/csv"),
      ("application/json, text/html", "application/json"), ("image/png", "application/json"),
      ("text/*", "text/html"), ("text/html;q=0, text/csv;q=nan", "application/json"),
      ("text/csv;q=1e400, */*;q=0.1", "application/json"), ("text/csv;q=2, text/html;q=0.1", "text/html"),
    ] {
      let answer = try session.send("GET", "/api/v1/ski/pair", as: "karis", header: ["accept": accept]).answer
      #expect(answer.status == 200 && answer["Content-Type"]?.hasPrefix(type) == true, "\(accept)")
      #expect(answer["Vary"]?.contains("Accept") == true)
    }
    let forced = try session.send("GET", "/api/v1/ski/pair?format=csv", as: "karis", header: PageTests.browser).answer
    #expect(forced["Content-Type"]?.hasPrefix("text/csv") == true)
    #expect(try session.send("GET", "/api/v1/ski/pair?format=xml", as: "karis").answer.status == 400)
  }

  @Test func `each representation has a tag of its own, and a change takes any`() throws {
    let session = try PageTests.session()
    var tags: Set<String> = []
    for query in ["", "?format=html", "?format=csv", "?fields=brand", "?fields=owner"] {
      let answer = try session.send("GET", "/api/v1/ski/pair/4711001" + query, as: "karis").answer
      let tag = try #require(answer["ETag"])
      #expect(tags.insert(tag).inserted, "\(query)")
      let again = try session.send(
        "GET", "/api/v1/ski/pair/4711001" + query, as: "karis", header: ["if-none-match": tag])
      #expect(again.answer.status == 304, "\(query)")
      let changed = try session.send(
        "PATCH", "/api/v1/ski/pair/4711001", as: "karis", #"{"comment": "\#(query)x"}"#, header: ["if-match": tag])
      #expect(changed.answer.status == 200, "\(query): \(changed.json.text)")
    }
    #expect(tags.contains("\"1\"") || tags.contains("\"2\""))
  }

  @Test func `no spreadsheet runs a cell`() throws {
    var session = try PageTests.session()
    try session.does("ski pair edit 4711001 comment=\"=cmd()\" nickname=\"+1\"")
    try session.does("ski conditions 1 at=08:40 air=-4")
    let csv = String(
      decoding: try session.send("GET", "/api/v1/ski/pair?format=csv", as: "karis").answer.body, as: UTF8.self)
    #expect(
      csv.contains("'=cmd()") && !csv.contains(",=cmd") && csv.contains("'+1") && csv.hasPrefix("id,revision,"),
      "\(csv)")
    let one = try session.send("GET", "/api/v1/ski/pair/4711001?format=csv&fields=comment", as: "karis").answer
    #expect(String(decoding: one.body, as: UTF8.self).split(separator: "\n").count == 2)
    let twice = try session.send("GET", "/api/v1/ski/pair/4711001?format=csv&fields=comment,comment", as: "karis")
      .answer
    #expect(twice.body == one.body)
    let air = try session.send("GET", "/api/v1/ski/condition?format=csv", as: "karis").answer
    #expect(String(decoding: air.body, as: UTF8.self).contains(",-4"))
  }

  @Test func `a page of a list filters, goes on and has the forms of what the account may do`() throws {
    let session = try PageTests.session()
    let list = try PageTests.page(session, "/api/v1/ski/pair?limit=1&brand=&format=html", as: "karis").text
    #expect(list.contains("next page") && list.contains("curl -H") && list.contains("value=\"add\""))
    #expect(!(try PageTests.page(session, "/api/v1/ski/pair", as: "fan").text.contains("value=\"add\"")))
    let form = ["content-type": "application/x-www-form-urlencoded", "accept": "text/html"]
    let made = try session.send(
      "POST", "/api/v1/ski/pair", as: "karis",
      "verb=add&request_key=a&serial_number=4711077&owner=Anna+Nilsson&brand=&weight_for_measure_kg=70", header: form)
    #expect(made.answer.status == 303, "\(String(decoding: made.answer.body, as: UTF8.self).suffix(3000))")
    let place = try #require(made.answer["Location"])
    let record = try PageTests.page(session, place, as: "karis").text
    #expect(record.contains("4711077") && record.contains("name=\"revision\" value=\"1\""))
    let edit = "verb=edit&request_key=b&revision=1&comment=wet"
    #expect(try session.send("POST", place, as: "karis", edit, header: form).answer.status == 303)
    let stale = "verb=edit&request_key=c&revision=1&comment=dry"
    #expect(try session.send("POST", place, as: "karis", stale, header: form).answer.status == 412)
    let foreign = try session.send(
      "POST", "/api/v1/ski/pair", as: "karis", "verb=add&serial_number=1&owner=Berit+Hansen", header: form
    ).answer
    #expect(foreign.status >= 400)
    #expect(try session.send("POST", place, as: "fan", edit, header: form).answer.status == 403)
    #expect(try session.send("POST", place, as: "ola", edit, header: form).answer.status == 404)
    #expect(
      try session.send("POST", "/api/v1/commands", as: "karis", "command=ski+pairs", header: form).answer.status == 415)
    let gone = "verb=delete&request_key=d&revision=2"
    #expect(try session.send("POST", place, as: "karis", gone, header: form).answer.status == 303)
    #expect(try session.send("GET", place, as: "karis").answer.status == 404)
  }

  @Test func `the description has what an account may use, and nothing else`() throws {
    let session = try PageTests.session()
    func paths(_ account: String) throws -> [String: [String]] {
      let json = try session.send("GET", "/api/v1/openapi.json", as: account).json
      return Dictionary(
        json["paths"]?.members?.map { ($0.0, $0.1.members?.map(\.0) ?? []) } ?? [], uniquingKeysWith: { a, _ in a })
    }
    let (fan, karis, root) = (try paths("fan"), try paths("karis"), try paths("root"))
    #expect(fan["/api/v1/ski/pair"] == ["get"] && fan["/api/v1/ski/pair/{id}"] == ["get"])
    #expect(karis["/api/v1/ski/pair"] == ["get", "post"])
    #expect(karis["/api/v1/ski/pair/{id}"] == ["get", "patch", "delete"])
    #expect(karis["/api/v1/ski/team"] == ["get"] && root["/api/v1/ski/team"] == ["get", "post"])
    #expect(karis["/api/v1/football/source"] == nil && root["/api/v1/football/source"] == ["get"])
    #expect(fan.count < root.count && Set(fan.keys).isSubset(of: Set(root.keys)))
  }

  @Test func `every field of an answer that tells more than its status is described`() throws {
    let session = try PageTests.session()
    let json = try session.send("GET", "/api/v1/openapi.json", as: "root").json
    /// Sends a request; which of the fields it got are described for its status.
    func check(
      _ method: String, _ target: String, at path: String, _ body: String? = nil, _ header: [String: String] = [:],
      has fields: Set<String>, as account: String? = "root"
    ) throws {
      let answer = try session.send(method, target, as: account, body, header: header).answer
      var described = json["paths"]?[path]?[method.lowercased()]?["responses"]?["\(answer.status)"]
      if let name = described?["$ref"]?.string?.split(separator: "/").last {
        described = json["components"]?["responses"]?[String(name)]
      }
      let names = Set(described?["headers"]?.members?.map(\.0) ?? [])
      let got = Set(answer.header.map(\.name)).intersection([
        "ETag", "Link", "Location", "Retry-After", "Idempotency-Replayed", "WWW-Authenticate",
      ])
      #expect(got == fields && got.isSubset(of: names), "\(method) \(target) \(answer.status): \(got), \(names)")
    }
    let (list, one) = ("/api/v1/ski/pair", "/api/v1/ski/pair/{id}")
    try check("GET", list, at: list, has: ["ETag"])
    try check("GET", list + "?format=csv&limit=1", at: list, has: ["ETag", "Link"])
    try check("GET", list + "/4711001", at: one, has: ["ETag"])
    try check("GET", list + "/4711001", at: one, nil, ["if-none-match": "*"], has: ["ETag"])
    try check("PATCH", list + "/4711001", at: one, "{}", ["if-match": "\"77\""], has: ["ETag"])
    let key = ["idempotency-key": "k", "if-match": "*"]
    try check("PATCH", list + "/4711001", at: one, #"{"nickname": "n"}"#, key, has: ["ETag"])
    try check("PATCH", list + "/4711001", at: one, #"{"nickname": "n"}"#, key, has: ["ETag", "Idempotency-Replayed"])
    let made = ["idempotency-key": "m"]
    try check("POST", list, at: list, #"{"serial_number": "9"}"#, made, has: ["Location"])
    try check("POST", list, at: list, #"{"serial_number": "9"}"#, made, has: ["Location", "Idempotency-Replayed"])
    try check("GET", list, at: list, has: ["WWW-Authenticate"], as: "nothing")
  }

  @Test func `every described filter works, and every reference leads somewhere`() throws {
    let session = try PageTests.session()
    let json = try session.send("GET", "/api/v1/openapi.json", as: "root").json
    for reference in json.text.split(separator: "\"$ref\":\"#/components/").dropFirst() {
      let parts = reference.prefix { $0 != "\"" }.split(separator: "/").map(String.init)
      #expect(json["components"]?[parts[0]]?[parts[1]] != nil, "\(parts)")
    }
    for (path, item) in json["paths"]?.members ?? [] where !path.contains("{") && path != "/api/v1/events" {
      for parameter in item["get"]?["parameters"]?.array ?? [] {
        guard let name = parameter["name"]?.string, parameter["in"]?.string == "query" else { continue }
        var schema = parameter["schema"]
        if schema?["type"]?.string == "array" { schema = schema?["items"] }
        if let name = schema?["$ref"]?.string?.split(separator: "/").last {
          schema = json["components"]?["schemas"]?[String(name)]
        }
        let value: String =
          schema?["enum"]?.array?.first?.string
          ?? (schema?["format"] != nil ? "2026-01-24" : schema?["pattern"] != nil ? "2026-01-24T09:00:00Z" : nil)
          ?? (schema?["type"]?.string == "string" ? "x" : "1")
        let answer = try session.send("GET", path + "?" + PercentText.encoded(name) + "=" + value, as: "root")
        #expect(answer.answer.status == 200, "\(path) \(name)=\(value): \(answer.json.text)")
      }
    }
  }
}
