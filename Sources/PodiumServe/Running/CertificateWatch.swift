internal import PodiumCore

/// How long the certificate lasts while the service runs: clients refuse one that is over, and the service hears nothing of it.
struct CertificateWatch {
  /// How long before the end the log says so, in microseconds.
  private static let ahead = 14 * day
  private static let day = 86_400_000_000

  /// What the log said last, and on which day.
  private var said: [String: Int] = [:]

  /// Why clients refuse the service; nil as long as its certificate lasts, and without one.
  static func problem(_ settings: ServiceSettings) -> Diagnostic? {
    guard let ends = settings.certificateEnds, ends <= settings.now() else { return nil }
    return Diagnostic(
      "certificate-ended", "the certificate ended on \(Value.datetime(ends).fileText), so clients refuse this service",
      help: "start the service again with a new one")
  }

  /// A line for the log, once a day, when the certificate is over and in the two weeks before.
  mutating func line(_ settings: ServiceSettings) -> String? {
    let now = settings.now()
    guard let ends = settings.certificateEnds, ends.microseconds - now.microseconds < CertificateWatch.ahead else {
      return nil
    }
    let problem =
      CertificateWatch.problem(settings)
      ?? Diagnostic(
        "certificate-ending", "the certificate ends on \(Value.datetime(ends).fileText)",
        help: "start the service again with a new one")
    let today = now.microseconds / CertificateWatch.day
    guard said.updateValue(today, forKey: problem.code) != today else { return nil }
    return settings.line([
      ("code", .string(problem.code)), ("detail", .string(problem.message)), ("help", .string(problem.help ?? "")),
    ])
  }
}
