public import PodiumCore

/// An answer of a service, as values.
public struct ServedAnswer: Sendable {
  public let status: Int
  /// The fields of the header in order.
  public let header: [Field]
  public let body: [UInt8]
  /// The events that follow one another; nil for an answer that ends.
  public let stream: AsyncStream<[UInt8]>?
  /// What went wrong, for the log.
  let reason: Diagnostic?

  public typealias Field = ServedRequest.Parameter

  public init(
    _ status: Int, _ type: String? = nil, _ body: [UInt8] = [], header: [Field] = [], reason: Diagnostic? = nil
  ) {
    (self.status, self.body, self.reason, stream) = (status, body, reason, nil)
    self.header = (type.map { [Field("Content-Type", $0)] } ?? []) + header
  }

  init(stream: AsyncStream<[UInt8]>, header: [Field]) {
    (status, body, self.stream, self.header, reason) = (200, [], stream, header, nil)
  }

  /// Sends a browser to another page.
  static func redirect(to page: String, header: [Field] = []) -> ServedAnswer {
    ServedAnswer(303, header: [Field("Location", page)] + header)
  }

  /// Answers with JSON.
  public init(_ status: Int = 200, json: JSONValue, header: [Field] = []) {
    self.init(status, "application/json", json.bytes + [UInt8(ascii: "\n")], header: header)
  }

  /// What went wrong, as RFC 9457 has it: status, code, title, detail and help.
  public init(problem reason: Diagnostic, header: [Field] = []) {
    let (error, status) = (reason.served, ServedAnswer.status(of: reason.code))
    var members: [(String, JSONValue)] = [
      ("status", .integer(status)), ("code", .string(error.code)),
      ("title", .string(ServedAnswer.titles[status] ?? "error")),
      ("detail", .string(SafeText.escapeSentence(error.message))),
    ]
    if let field = error.subject { members.append(("field", .string(SafeText.escapeSentence(field)))) }
    if let help = error.help { members.append(("help", .string(SafeText.escapeSentence(help)))) }
    self.init(
      status, "application/problem+json", Array((JSONValue.object(members).text + "\n").utf8),
      header: ServedAnswer.header(of: reason, header), reason: reason)
  }

  /// The fields that go with a problem beside others: how to say who asks, what is possible, when to come again.
  static func header(of error: Diagnostic, _ others: [Field]) -> [Field] {
    let own: [Field] =
      switch status(of: error.code) {
      case 401: [Field("WWW-Authenticate", "Bearer")]
      case 405: [Field("Allow", error.help ?? "GET, HEAD")]
      case 429: [Field("Retry-After", "1")]
      case 503: [Field("Retry-After", "5")]
      default: []
      }
    return own.filter { field in !others.contains { $0.name == field.name } } + others
  }

  /// A field of the header by its name.
  public subscript(name: String) -> String? { header.first { $0.name.lowercased() == name.lowercased() }?.value }

  /// The statuses of what goes wrong, with their titles and the codes of errors that they are of.
  private static let statuses: [(status: Int, title: String, codes: [String])] = [
    (400, "Bad Request", ["bad-request", "unknown-parameter", "bad-parameter"]), (401, "Unauthorized", ["no-account"]),
    (403, "Forbidden", ["forbidden", "not-served"]), (404, "Not Found", ["not-found", "unknown-record"]),
    (405, "Method Not Allowed", ["method-not-allowed"]), (408, "Request Timeout", ["slow-request"]),
    (409, "Conflict", ["taken-key", "record-in-use", "repeated-request", "changed-since", "request-running"]),
    (412, "Precondition Failed", ["stale-record"]), (413, "Content Too Large", ["body-too-large"]),
    (414, "URI Too Long", ["address-too-long"]), (415, "Unsupported Media Type", ["unsupported-body"]),
    (417, "Expectation Failed", ["unknown-expectation"]), (421, "Misdirected Request", ["foreign-host"]),
    (422, "Unprocessable Content", []), (428, "Precondition Required", ["no-precondition"]),
    (429, "Too Many Requests", ["too-many-requests", "too-many-streams"]),
    (431, "Request Header Fields Too Large", ["header-too-large"]),
    (503, "Service Unavailable", ["service-busy", "service-stopping", "too-slow", "certificate-ended"]),
    (507, "Insufficient Storage", ["workspace-full"]),
  ]
  static let titles = Dictionary(uniqueKeysWithValues: statuses.map { ($0.status, $0.title) })
  private static let byCode = Dictionary(
    uniqueKeysWithValues: statuses.flatMap { entry in entry.codes.map { ($0, entry.status) } })

  /// The status of an error: what a verb refuses is 422, unless its kind is known to HTTP.
  static func status(of code: String) -> Int { byCode[code] ?? (code.isOfWorkspace ? 503 : 422) }
}

extension ServedAnswer {
  /// What an answer about the records of an account has: no one but the account keeps it.
  static let ofAccount = [
    Field("Cache-Control", "private, no-cache"), Field("Vary", "Accept, Authorization, Cookie"),
  ]

  /// What every answer has, whatever it says: browsers take nothing from elsewhere, guess no types, show no page in another's
  /// frame and keep nothing that is not meant to be kept (ASVS 5.0, 3.4 and 14.3).
  func completed(for request: ServedRequest?, _ settings: ServiceSettings) -> ServedAnswer {
    var fields = header + ServedAnswer.ofEvery
    let isKept = header.contains { $0.name == "Cache-Control" }
    if !isKept { fields.append(Field("Cache-Control", "no-store")) }
    if settings.isSecure { fields.append(Field("Strict-Transport-Security", "max-age=31536000; includeSubDomains")) }
    if let stream { return ServedAnswer(stream: stream, header: fields) }
    if status == 200, let request, !request.isUnsafe, isKept {
      // A list, a page: its tag is a digest of what it says, so that asking again each minute sends nothing.
      let own = header.first { $0.name == "ETag" }
      let tag = own?.value ?? "\"\(String(FNV.ofWords(body), radix: 16))-\(body.count)\""
      if own == nil { fields.append(Field("ETag", tag)) }
      if request.knows(tag) { return ServedAnswer(304, header: fields.filter { $0.name != "Content-Type" }) }
    }
    guard request?.method == "HEAD" else { return ServedAnswer(status, nil, body, header: fields, reason: reason) }
    // Without its body an answer still says how long that is, unless it would not end.
    if self["Content-Type"] != EventHub.type { fields.append(Field("Content-Length", "\(body.count)")) }
    return ServedAnswer(status, header: fields, reason: reason)
  }

  private static let ofEvery = [
    Field(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"),
    Field("X-Content-Type-Options", "nosniff"), Field("Referrer-Policy", "same-origin"),
    Field("Cross-Origin-Opener-Policy", "same-origin"), Field("Cross-Origin-Resource-Policy", "same-origin"),
  ]
}

extension Diagnostic {
  /// Whether it says that the service cannot answer now, whatever is asked.
  var isOfService: Bool { code == Diagnostic.interrupted.code || ServedAnswer.status(of: code) == 503 }

  /// The error as a client may see it: where the workspace lies, and what the system says about its file, is for whoever runs
  /// the service alone (ASVS 5.0, 16.5.1).
  var served: Diagnostic {
    guard code.isOfWorkspace else { return self }
    let what =
      switch code {
      case "workspace-busy": "another program is writing to the workspace"
      case "workspace-changed": "another program changed the workspace meanwhile"
      case "workspace-full": "the disk of the service is full"
      default: "the workspace cannot be used"
      }
    return Diagnostic(
      code, what + ", so nothing was changed", help: "try again; if it stays so, ask who runs the service")
  }
}

extension String {
  /// Whether it is the code of an error of the workspace as a whole.
  fileprivate var isOfWorkspace: Bool {
    hasPrefix("workspace-") || ["no-workspace", "unknown-workspace", "not-a-workspace"].contains(self)
  }
}
