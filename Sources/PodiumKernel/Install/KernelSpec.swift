internal import Glibc
package import PodiumCore
package import PodiumPlugin

/// podium's entry among the kernels that Jupyter finds in one of its data folders: a folder with `kernel.json` and a logo.
package struct KernelSpec: Sendable {
  /// The folder of the entry.
  package let folder: FilePath
  private var file: FilePath { folder.joined("kernel.json") }
  private var logoFile: FilePath { folder.joined("logo-svg.svg") }

  /// The entry of a name in a data folder (`…/share/jupyter`).
  ///
  /// Throws `bad-name` for what Jupyter does not take or writes in another case.
  package init(named name: String, in data: String) throws(Diagnostic) {
    func isPlain(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) }
    guard let first = name.utf8.first, isPlain(first), name.utf8.count <= 64,
      name.utf8.allSatisfy({ isPlain($0) || "._-".utf8.contains($0) })
    else {
      throw Diagnostic(
        "bad-name", "a kernel cannot be named \(Abridged.quoted(name))",
        help: "use up to 64 lower-case letters, digits, '-', '_' and '.', and begin with a letter or a digit")
    }
    folder = FilePath(data).joined("kernels").joined(name)
  }

  private init(folder: FilePath) { self.folder = folder }

  /// The entries of data folders that start podium, in order.
  package static func all(in data: [String], with files: any FileAccess) -> [KernelSpec] {
    data.flatMap { data in
      let kernels = FilePath(data).joined("kernels")
      let entries = (try? files.entries(kernels.text, hidden: false)) ?? []
      return entries.filter { $0.kind == .folder }.map { KernelSpec(folder: kernels.joined($0.name)) }
        .filter { $0.program(with: files) != nil }
    }
  }

  /// The program that the entry starts; nil if there is none, or if it is not podium's.
  package func program(with files: any FileAccess) -> String? {
    guard let bytes = try? files.start(of: file.text, count: 64 << 10, shown: file.text),
      let words = (try? JSONReader.value(bytes))?["argv"]?.array?.map(\.string), words.count > 1,
      let program = words[0], FilePath(program).name == "podium", words[1] == "kernel"
    else { return nil }
    return program
  }

  /// Whether something of another program has the name.
  private func isOthers(_ files: any FileAccess) -> Bool {
    switch files.kind(of: folder.text) {
    case .none: files.isLink(folder.text)
    case .folder: program(with: files) == nil && (try? files.entries(folder.text, hidden: true))?.isEmpty != true
    default: true
    }
  }

  /// Writes the entry, or replaces podium's own.
  ///
  /// Throws `file-exists` where another program's has the name, and what writing throws.
  package func install(program: String, isConfined: Bool, with files: any FileAccess) throws(Diagnostic) {
    guard !isOthers(files) else {
      throw Diagnostic(
        "file-exists", "'\(folder.text)' is not podium's, so it is not replaced",
        help: "choose another name: podium kernel install --name NAME")
    }
    var missing: [FilePath] = []
    var next: FilePath? = folder
    while let folder = next, files.kind(of: folder.text) == .none {
      missing.append(folder)
      next = folder.parent
    }
    for folder in missing.reversed() { try files.makeFolder(folder.text, shown: folder.text) }
    let json = KernelSpec.json(named: folder.name, program: program, isConfined: isConfined)
    try files.write(Array((json.indented + "\n").utf8), to: file.text, shown: file.text, mode: .replace)
    try files.write(Array(KernelSpec.logo.utf8), to: logoFile.text, shown: logoFile.text, mode: .replace)
  }

  /// Removes the entry; the folder stays if it holds anything else.
  ///
  /// Throws `not-installed`, `file-exists` for another program's, and `unwritable-file`.
  package func remove(with files: any FileAccess) throws(Diagnostic) {
    guard files.kind(of: folder.text) != .none else {
      throw Diagnostic(
        "not-installed", "the kernel '\(folder.name)' is not installed in '\(folder.parent?.text ?? "")'",
        help: "'podium doctor' lists podium's kernels; name its place with --prefix DIR and --name NAME")
    }
    guard program(with: files) != nil else {
      throw Diagnostic("file-exists", "'\(folder.text)' is not podium's, so it is not removed")
    }
    for file in [file, logoFile] where unlink(file.text) != 0 && errno != ENOENT {
      throw Diagnostic(
        "unwritable-file", "'\(file.text)' cannot be removed", cause: strerror(errno).map { String(cString: $0) })
    }
    rmdir(folder.text)
  }

  /// What Jupyter reads.
  private static func json(named name: String, program: String, isConfined: Bool) -> JSONValue {
    let words = [program, "kernel", "{connection_file}"] + (isConfined ? ["--confined"] : [])
    return .object([
      ("argv", .array(words.map { .string($0) })),
      ("display_name", .string(name + (isConfined ? " (confined)" : ""))), ("language", .string("podium")),
      ("interrupt_mode", .string("message")), ("kernel_protocol_version", .string(MessageCodec.protocolVersion)),
      ("metadata", .object([("debugger", .bool(false)), ("supported_features", .array([]))])),
    ])
  }

  /// Three steps and the winner, on a ground of its own so that it is seen on light and dark pages.
  private static let logo = """
    <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 32 32">
    <title>podium</title>
    <rect width="32" height="32" rx="6" fill="#0072b2"/>
    <path d="M3 27v-9h8v9zM12 27V12h8v15zM21 27v-6h8v6z" fill="#fff"/>
    <circle cx="16" cy="7" r="3" fill="#f0e442"/>
    </svg>

    """
}
