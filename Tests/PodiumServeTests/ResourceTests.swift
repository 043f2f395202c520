import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumServe

/// Records as resources: lists by keyset, filters, single records, and what is refused.
@Suite struct ResourceTests {
  static let sweden = RightsTests.sweden
  static let norway = RightsTests.norway

  private func session() throws -> ServedSession {
    try ServedSession(
      "ski team add Sverige", "ski team add Norge", "ski waxer add UN team=Sverige", "ski waxer add OL team=Norge",
      "ski athlete add \"Anna Nilsson\" team=Sverige", "ski athlete add \"Berit Hansen\" team=Norge",
      "ski pair add 4711001 4711002 4711003 4711004 4711005 owner=\"Anna Nilsson\"",
      "ski pair edit 4711002 brand=Fischer", "ski pair edit 4711004 brand=Fischer",
      "ski pair add 5811001 owner=\"Berit Hansen\"",
      "ski session new Falun at=2026-01-20T08:30+01:00 waxer=UN", "ski rank 1 4711001 4711002 add=yes",
      "ski session new Mora at=2026-01-22T08:30+01:00 waxer=UN", "ski rank 2 4711003 add=yes")
  }

  private func get(
    _ target: String, _ session: ServedSession, as account: Account = sweden, header: [String: String] = [:],
    method: String = "GET"
  ) throws -> (answer: ServedAnswer, json: JSONValue) {
    try session.send(method, target, as: account.name, header: header)
  }

  private func items(_ json: JSONValue, _ field: String) -> [String] {
    json["items"]?.array?.map { $0[field]?.string ?? "" } ?? []
  }

  @Test func `a list goes page by page, each record once`() throws {
    let session = try session()
    var target = "/api/v1/ski/pair?order=-brand,serial_number&limit=2&fields=serial_number,brand&count=yes"
    var seen: [String] = []
    var pages = 0
    while true {
      let (answer, json) = try get(target, session)
      #expect(answer.status == 200 && json["total"]?.integer == 5)
      seen += items(json, "serial_number")
      pages += 1
      guard let next = json["next"]?.string else { break }
      target = next
    }
    #expect(pages == 3 && seen == ["4711002", "4711004", "4711001", "4711003", "4711005"], "\(seen)")
  }

  @Test func `a filter by records that name this one has the name of a field, or is refused with the names`() throws {
    let session = try session()
    for name in ["ski.participation.nofield", "ski.participation.session.lt", "ski.participation."] {
      let (answer, json) = try get("/api/v1/ski/pair?\(name)=1", session)
      #expect(answer.status == 400 && json["code"]?.string == "unknown-parameter")
      #expect(json["detail"]?.string?.contains(name) == true, "\(json.text)")
      #expect(json.text.contains("ski.participation.session"), "\(json.text)")
    }
    // A kind that names none of these records is as one that never was.
    for name in ["ski.team.name", "ski.none.name", "football.match.home"] {
      let (answer, json) = try get("/api/v1/ski/pair?\(name)=1", session)
      #expect(
        answer.status == 400 && json["detail"]?.string?.hasPrefix("unknown parameter '\(name)'") == true, "\(json.text)"
      )
    }
  }

  @Test(arguments: [
    ("serial_number=4711001", ["4711001"]), ("serial_number=4711001&serial_number=4711003", ["4711001", "4711003"]),
    ("brand=Fischer", ["4711002", "4711004"]), ("brand.missing=yes", ["4711001", "4711003", "4711005"]),
    ("serial_number.ends=5", ["4711005"]), ("serial_number.gt=4711003", ["4711004", "4711005"]),
    ("serial_number.le=4711002", ["4711001", "4711002"]), ("brand.not=Fischer", ["4711001", "4711003", "4711005"]),
    ("brand.has=isch&serial_number.starts=47", ["4711002", "4711004"]),
    ("ski.participation.session=2", ["4711003"]), ("serial_number=5811001", []),
    ("brand=a%20b%2Bc", []),
  ]) func `filters are those of the fields, and of records that name this one`(_ filter: String, _ wanted: [String])
    throws
  {
    let session = try session()
    let json = try get("/api/v1/ski/pair?order=serial_number&" + filter, session).json
    #expect(items(json, "serial_number") == wanted, "\(json.text)")
  }

  @Test func `a record has its revision as its tag, and is found by its key`() throws {
    let session = try session()
    let (answer, json) = try get("/api/v1/ski/pair/4711002", session)
    #expect(answer.status == 200 && answer["ETag"] == "\"2\"" && json["brand"]?.string == "Fischer")
    #expect(json["revision"]?.integer == 2 && json["owner"]?.string != nil)
    let id = try #require(json["id"]?.string)
    #expect(try get("/api/v1/ski/pair/" + id, session).json.text == json.text)
    let again = try get("/api/v1/ski/pair/4711002", session, header: ["if-none-match": "\"1\", \"2\""]).answer
    #expect(again.status == 304 && again.body.isEmpty)
    #expect(try get("/api/v1/ski/pair/4711002", session, header: ["if-none-match": "\"1\""]).answer.status == 200)
  }

  @Test func `a list is sent again only when it says something else`() throws {
    var session = try session()
    let target = "/api/v1/ski/pair?brand=Fischer"
    let tag = try #require(try get(target, session).answer["ETag"])
    let again = try get(target, session, header: ["if-none-match": tag]).answer
    #expect(again.status == 304 && again.body.isEmpty && again["ETag"] == tag)
    try session.does("ski pair edit 4711003 brand=Fischer")
    #expect(try get(target, session, header: ["if-none-match": tag]).answer.status == 200)
    #expect(try get(target, session, method: "HEAD").answer.body.isEmpty)
  }

  @Test func `what an account does not see is as what never was, byte for byte`() throws {
    let session = try session()
    let other = try get("/api/v1/ski/pair/4711001", session, as: Self.norway).answer
    #expect(other.status == 404)
    for target in [
      "/api/v1/ski/pair/9999999", "/api/v1/ski/nothing", "/api/v1/podium/dataset", "/api/v1/ski/pair/x%00",
    ] {
      let answer = try get(target, session, as: Self.norway).answer
      #expect(answer.status == 404 && answer.body == other.body && answer.header == other.header, "\(target)")
    }
    // Nor through a filter by records of another team.
    let json = try get("/api/v1/ski/pair?ski.participation.session=1", session, as: Self.norway).json
    #expect(items(json, "serial_number") == [])
    let reports = try get("/api/v1/football/report?request=x", session, as: Account("fan", role: .reader))
    #expect(reports.answer.status == 400)
  }

  @Test(arguments: [
    "brnd=x", "brand.near=x", "limit=0", "limit=501", "limit=x", "limit=1&limit=2", "count=maybe", "order=brnd",
    "fields=brnd",
    "after=x", "after=e30", "brand.missing=maybe", "weight_for_measure_kg=heavy", "acquired.ge=yesterday",
    "acquired.has=2",
    "order=brand,brand", "order=brand,-brand", "order=", "order=brand,", "fields=", "fields=brand,,owner", "limit=",
    "limit=-1", "limit=1e9", "count=", "after=", "brand.has=", "brand.starts=", "brand.missing=", "format=",
    "brand.starts=a&brand.starts=b", "ski.participation.none=1", "surf.spot.name=x", "order=%ff",
  ]) func `a parameter that is none is refused with 400, never ignored`(_ parameters: String) throws {
    let session = try session()
    guard ServedRequest("GET", "/api/v1/ski/pair?" + parameters) != nil else { return }
    let (answer, json) = try get("/api/v1/ski/pair?" + parameters, session)
    #expect(answer.status == 400, "\(parameters): \(json.text)")
    #expect(answer["Content-Type"] == "application/problem+json")
  }

  @Test func `a page goes on after a text that is too long for an address`() throws {
    var session = try session()
    for number in 1...3 {
      try session.does("ski pair edit 471100\(number) comment=\"\(number)\(String(repeating: "å", count: 990))\"")
    }
    var target = "/api/v1/ski/pair?order=comment&limit=1&fields=serial_number"
    var seen: [String] = []
    while true {
      let (answer, json) = try get(target, session)
      #expect(answer.status == 200 && target.utf8.count < 4096)
      seen += items(json, "serial_number")
      guard let next = json["next"]?.string else { break }
      target = next
    }
    #expect(seen.count == 5 && Set(seen).count == 5 && Set(seen.filter { $0 < "4711004" }).count == 3, "\(seen)")
  }

  @Test func `a token of another order or list is refused`() throws {
    let session = try session()
    let next = try #require(try get("/api/v1/ski/pair?order=brand&limit=1", session).json["next"]?.string)
    let token = try #require(next.split(separator: "after=").last)
    #expect(try get("/api/v1/ski/pair?order=brand,serial_number&after=\(token)", session).answer.status == 400)
    #expect(try get("/api/v1/ski/pair?order=brand&after=\(token)", session).answer.status == 200)
    #expect(try get("/api/v1/ski/pair?order=-brand&after=\(token)", session).answer.status == 400)
    #expect(try get("/api/v1/ski/pair?order=brand&brand=Fischer&after=\(token)", session).answer.status == 400)
    #expect(
      try get("/api/v1/ski/pair?order=brand&after=\(token)", session, as: Account("root", role: .admin)).answer.status
        == 400)
    #expect(try get("/api/v1/ski/athlete?order=brand&after=\(token)", session).answer.status == 400)
    // Nor is one in which the place was changed, or only written otherwise.
    var place = String(token.dropFirst(16)).replacing("-", with: "+").replacing("_", with: "/")
    place += String(repeating: "=", count: (4 - place.count % 4) % 4)
    let text = String(decoding: try #require(Base64.bytes(place)), as: UTF8.self)
    for (old, new) in [("[\"0", "[\"1"), ("]", " ]"), ("]", ",1]")] {
      let changed = Base64.text(Array(text.replacing(old, with: new).utf8)).replacing("=", with: "")
      let after = token.prefix(16) + changed.replacing("+", with: "-").replacing("/", with: "_")
      #expect(after != token)
      #expect(try get("/api/v1/ski/pair?order=brand&after=\(after)", session).answer.status == 400, "\(old)")
    }
  }

  @Test func `targets that are none of ours, and other methods`() throws {
    for target in ["", "api", "http://x/api", "/a b", "/a\u{7}", "/api/v1/ski/pair?a=%zz", "/api?x=%e4"] {
      #expect(ServedRequest("GET", target) == nil, "\(target)")
    }
    let session = try session()
    let put = try get("/api/v1/ski/pair", session, method: "PUT").answer
    #expect(put.status == 405 && put["Allow"] == "GET, HEAD, POST")
  }
}
