public import PodiumCore
public import PodiumPlugin

/// The data that a notebook declares with their hashes (`DataHash`).
public enum NotebookData {
  /// Checks what a notebook declares before anything runs, and makes it readable.
  ///
  /// Returns the current hashes by name: the declared ones, or with `updating` the ones found. Throws `changed-data` if
  /// a hash does not match, `missing-data` if the data do not exist, and `trust-refused` for a place that only a full
  /// hash opens, whatever is there.
  @discardableResult
  public static func check(
    _ front: FrontMatter, in session: Session, updating: Bool = false
  ) throws(Diagnostic) -> DataHashes {
    let files = session.services.files
    var found: DataHashes = [:]
    for (key, wanted) in front.data.inCodePointOrder(by: \.key.text) {
      let name = key.text
      let place = session.services.resolve(name)
      if (try? files.permit(place, shown: name, writing: false)) == nil {
        try files.admit(place, shown: name, hash: wanted)
        found[key] = wanted
        continue
      }
      guard !wanted.isEmpty || updating else { continue }
      guard let path = path(of: name, in: session) else {
        throw Diagnostic(
          "missing-data", "there is no data file '\(name)', which the notebook needs",
          help: "give paths under 'data:' relative to the notebook's folder")
      }
      let hash = try hash(of: path, shown: name, session)
      guard hash == wanted || updating else {
        throw Diagnostic(
          "changed-data", "'\(name)' has changed since the notebook was recorded: its hash is \(hash)",
          help: "restore the data with hash \(wanted), or accept the new data with --update-data "
            + "(at the prompt: update-data=yes)")
      }
      found[key] = hash
    }
    return found
  }

  /// The path of declared data: a file or folder relative to the notebook's folder, or else a bundled dataset.
  public static func path(of name: String, in session: Session) -> String? {
    let services = session.services
    let path = services.resolve(name)
    if services.files.kind(of: path) != .none { return path }
    return session.registry.dataset(name).flatMap { services.path(of: $0) }
  }

  /// The hash of a file or folder, as `sha256:` and 64 digits.
  public static func hash(of path: String, shown name: String, _ session: Session) throws(Diagnostic) -> String {
    try DataHash(of: path, shown: name, in: session.services.files, cancellation: session.cancellation).whole
  }
}
