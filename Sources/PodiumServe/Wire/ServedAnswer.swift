public import PodiumCore

/// An answer of a service, as values.
public struct ServedAnswer: Sendable, Equatable {
  public let status: Int
  /// The fields of the header in order.
  public let header: [Field]
  public let body: [UInt8]

  /// A field of a header.
  public struct Field: Sendable, Equatable {
    public let name: String
    public let value: String

    /// Names a field.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// Answers with a body of a type.
  public init(_ status: Int, _ type: String? = nil, _ body: [UInt8] = [], header: [Field] = []) {
    (self.status, self.body) = (status, body)
    self.header = (type.map { [Field("Content-Type", $0)] } ?? []) + header
  }

  /// Answers with JSON.
  public init(_ status: Int = 200, json: JSONValue, header: [Field] = []) {
    self.init(status, "application/json", Array((json.text + "\n").utf8), header: header)
  }

  /// What went wrong, as RFC 9457 has it: status, code, title, detail and help.
  public init(problem error: Diagnostic, header: [Field] = []) {
    let status = ServedAnswer.status(of: error.code)
    var members: [(String, JSONValue)] = [
      ("status", .integer(status)), ("code", .string(error.code)),
      ("title", .string(ServedAnswer.titles[status] ?? "error")),
      ("detail", .string(SafeText.escape(error.message))),
    ]
    if let help = error.help { members.append(("help", .string(SafeText.escape(help)))) }
    self.init(
      status, "application/problem+json", Array((JSONValue.object(members).text + "\n").utf8), header: header)
  }

  /// A field of the header by its name.
  public subscript(name: String) -> String? { header.first { $0.name.lowercased() == name.lowercased() }?.value }

  /// The status of an error: what a verb refuses is 422, unless its kind is known to HTTP.
  static func status(of code: String) -> Int {
    switch code {
    case "bad-request", "unknown-parameter", "bad-parameter": 400
    case "no-account": 401
    case "forbidden": 403
    case "not-found", "unknown-record": 404
    case "method-not-allowed": 405
    case "taken-key", "record-in-use", "repeated-request", "changed-since": 409
    case "stale-record": 412
    case "no-precondition": 428
    case "workspace-busy", "workspace-changed": 503
    case "workspace-full": 507
    default: 422
    }
  }

  private static let titles: [Int: String] = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    409: "Conflict", 412: "Precondition Failed", 422: "Unprocessable Content", 428: "Precondition Required",
    503: "Service Unavailable", 507: "Insufficient Storage",
  ]
}
