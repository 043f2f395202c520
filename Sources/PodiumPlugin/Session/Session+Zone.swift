public import PodiumCore

extension Session {
  /// The clock of a zone of the IANA database (`Europe/Stockholm`).
  ///
  /// Throws `unknown-time-zone`, and `no-zones` where there is no database.
  public func clock(in zone: String) throws(Diagnostic) -> LocalClock {
    guard let read = services.zone else { throw .noZones }
    return LocalClock(zone: zone, rules: try read(zone))
  }
}

extension Diagnostic {
  /// The error where no rules of zones can be read.
  public static let noZones = Diagnostic(
    "no-zones", "this machine has no rules of time zones",
    help: "install the Debian package tzdata, or write each time with its offset, as in 08:30-05:00")
}
