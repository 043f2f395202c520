public import PodiumCore

extension Session {
  /// The clock of a zone of the IANA database (`Europe/Stockholm`).
  ///
  /// Throws `unknown-time-zone`, and `no-zones` where there is no database.
  public func clock(in zone: String) throws(Diagnostic) -> LocalClock {
    guard let read = services.zone else {
      throw Diagnostic("no-zones", "there are no time zones here", help: "install the Debian package tzdata")
    }
    return LocalClock(zone: zone, rules: try read(zone))
  }
}
