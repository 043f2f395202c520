public import PodiumCore

extension Session {
  /// The clock of a zone of the IANA database (`Europe/Stockholm`).
  ///
  /// Throws `unknown-time-zone`, and `no-zones` without a database of zones.
  public func clock(in zone: String) throws(Diagnostic) -> LocalClock {
    guard let read = services.zone else { throw .noZones }
    return LocalClock(zone: zone, rules: try read(zone))
  }

  /// The zone of a name of the IANA database or an offset (`+01:00`), whose clock a column of moments can show; nil for UTC.
  ///
  /// Throws `unknown-time-zone`, and `no-zones` without a database of zones.
  public func zone(_ name: String) throws(Diagnostic) -> Zone? {
    if ["utc", "z"].contains(name.lowercased()) { return nil }
    if let fixed = Zone(offset: name) { return fixed }
    guard let read = services.zone else { throw .noZones }
    return Zone(name, rules: try read(name))
  }
}

extension Diagnostic {
  /// The error where no rules of zones can be read.
  public static let noZones = Diagnostic(
    "no-zones", "this machine has no rules of time zones",
    help: "install the Debian package tzdata, or write each time with its offset, as in 08:30-05:00")
}
