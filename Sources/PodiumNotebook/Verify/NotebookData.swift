public import PodiumCore
public import PodiumPlugin

/// The data a notebook declares by their hashes (`DataHash`).
public enum NotebookData {
  /// Checks what a notebook declares before anything runs, and lets it be read.
  ///
  /// Returns the hashes as they are now, by name: those that the notebook says, and where `updating` those that are
  /// found. Throws `changed-data` where something is not as the notebook says, `missing-data` where it is not there,
  /// and `trust-refused` for a place that only a full hash opens, whatever lies there.
  @discardableResult
  public static func check(
    _ front: FrontMatter, in session: Session, updating: Bool = false
  ) throws(Diagnostic) -> [String: String] {
    let files = session.services.files
    var found: [String: String] = [:]
    for (name, wanted) in front.data.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) {
      let place = session.services.resolve(name)
      if (try? files.permit(place, shown: name, writing: false)) == nil {
        try files.admit(place, shown: name, hash: wanted)
        found[name] = wanted
        continue
      }
      guard !wanted.isEmpty || updating else { continue }
      guard let path = path(of: name, in: session) else {
        throw Diagnostic(
          "missing-data", "the notebook's data '\(name)' is missing",
          help: "paths under 'data:' are relative to the notebook's folder")
      }
      let hash = try hash(of: path, shown: name, session)
      guard hash == wanted || updating else {
        throw Diagnostic(
          "changed-data", "'\(name)' has changed since the notebook was recorded: its hash is now \(hash)",
          help: "the notebook has \(wanted); restore the data, or accept the new data with --update-data "
            + "(at the prompt update-data=yes)")
      }
      found[name] = hash
    }
    return found
  }

  /// Where declared data lie: a file or folder from the notebook's folder on, else a bundled dataset.
  public static func path(of name: String, in session: Session) -> String? {
    let services = session.services
    let path = services.resolve(name)
    if services.files.kind(of: path) != .none { return path }
    return session.registry.datasets[name].flatMap { services.path(of: $0) }
  }

  /// The hash of a file or folder, as `sha256:` and 64 digits.
  public static func hash(of path: String, shown name: String, _ session: Session) throws(Diagnostic) -> String {
    try DataHash(of: path, shown: name, in: session.services.files, cancellation: session.cancellation).whole
  }
}
