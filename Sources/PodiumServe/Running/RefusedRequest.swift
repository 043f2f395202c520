internal import PodiumCore

/// What a connection refuses before it is a request of the service.
public enum RefusedRequest: Sendable, Equatable {
  case malformed, noHost, foreignHost, method, longAddress, largeHeader, largeBody, expectation, slow, insecure,
    stopping, coding

  private var diagnostic: Diagnostic {
    switch self {
    case .malformed: RequestBody.bad("this is not a request of HTTP/1.1")
    case .noHost: RequestBody.bad("a request must name one host")
    case .foreignHost: Diagnostic("foreign-host", "this service does not answer for that host")
    case .method: Diagnostic.notAllowed(["GET", "HEAD", "POST", "PATCH", "DELETE"])
    case .longAddress: Diagnostic("address-too-long", "the address of a request has at most 8 KB")
    case .largeHeader: Diagnostic("header-too-large", "the header of a request has at most 100 fields and 16 KB")
    case .largeBody: Diagnostic("body-too-large", "the body is larger than this service takes")
    case .expectation: Diagnostic("unknown-expectation", "the only expectation that is met is 100-continue")
    case .coding: Diagnostic("unsupported-body", "the body is compressed", help: "send it as it is")
    case .slow: Diagnostic("slow-request", "the request took too long to arrive")
    case .insecure: Diagnostic("forbidden", "this service is reached by https", help: "use https")
    case .stopping: Diagnostic("service-stopping", "the service is stopping", help: "try again in a minute")
    }
  }

  /// A line of the log about it.
  public func line(from address: String, _ settings: ServiceSettings) -> String {
    settings.line([
      ("address", .string(address)), ("status", .integer(ServedAnswer.status(of: diagnostic.code))),
      ("code", .string(diagnostic.code)), ("refused", .string(diagnostic.message)),
    ])
  }

  /// The answer, after which the connection closes.
  public func answer(_ settings: ServiceSettings) -> ServedAnswer {
    let header: [ServedAnswer.Field] = self == .stopping ? [.init("Retry-After", "60")] : []
    return ServedAnswer(problem: diagnostic, header: header).completed(for: nil, settings)
  }
}
