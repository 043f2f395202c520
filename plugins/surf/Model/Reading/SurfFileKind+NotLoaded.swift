public import PodiumCore

extension SurfFileKind {
  /// The error for a file of another product, or of an unknown one, where `load` reads what is wanted.
  public static func notLoaded(_ file: String, _ kind: SurfFileKind?, wanted: String) -> Diagnostic {
    let help =
      switch kind {
      case .standardMet: "read it with: load surf.ndbc FILE"
      case .sessions: "read it with: load surf.sessions FILE"
      case .gzip: "decompress it first: gunzip FILE"
      default:
        "use NDBC standard meteorological data (ID.txt, IDhYYYY.txt); 'load surf.sessions' reads logs of sessions"
      }
    return Diagnostic(
      "other-format", "'\(file)' is \(kind?.product ?? "in an unknown format"), not \(wanted)", help: help)
  }
}
