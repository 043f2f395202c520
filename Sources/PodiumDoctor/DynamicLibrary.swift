import Glibc

/// A library that the program uses, and the version installed here.
struct DynamicLibrary {
  var name: String
  var file: String
  /// The Debian package.
  var package: String
  /// What needs it.
  var use: String
  /// A function without arguments, or a variable, that gives the version as a C string; nil where there is none.
  var symbol: String?
  var isVariable = false
  /// The variables with the parts of the version, for a library without such a text.
  var numbers: [String] = []
  /// A function that fills in the three parts of the version.
  var parts: String?

  static let all = [
    DynamicLibrary(
      name: "readline", file: "libreadline.so.8", package: "libreadline8", use: "the prompt",
      symbol: "rl_library_version", isVariable: true),
    DynamicLibrary(
      name: "SQLite", file: "libsqlite3.so.0", package: "libsqlite3-0", use: "the workspace",
      symbol: "sqlite3_libversion"),
    DynamicLibrary(
      name: "OpenBLAS", file: "libopenblas.so.0", package: "libopenblas0-pthread", use: "some learners",
      symbol: "openblas_get_config"),
    DynamicLibrary(
      name: "zlib", file: "libz.so.1", package: "zlib1g", use: "compressed files", symbol: "zlibVersion"),
    DynamicLibrary(
      name: "libcurl", file: "libcurl.so.4", package: "libcurl4", use: "web addresses", symbol: "curl_version"),
    DynamicLibrary(
      name: "cmark-gfm", file: "libcmark-gfm-extensions.so.0.29.0.gfm.6",
      package: "libcmark-gfm-extensions0.29.0.gfm.6", use: "HTML pages of notebooks", symbol: "cmark_version_string"),
    DynamicLibrary(
      name: "librsvg", file: "librsvg-2.so.2", package: "librsvg2-2", use: "PNG and PDF of pictures",
      numbers: ["rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version"]),
    DynamicLibrary(
      name: "libzmq", file: "libzmq.so.5", package: "libzmq5", use: "the Jupyter kernel", parts: "zmq_version"),
  ]

  /// The version, `found` if it cannot be read, nil if the library is missing.
  var version: String? {
    guard let handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL) else { return nil }
    if !numbers.isEmpty {
      let parts = numbers.compactMap { dlsym(handle, $0)?.load(as: UInt32.self) }
      return parts.count == numbers.count ? parts.map { String($0) }.joined(separator: ".") : "found"
    }
    if let parts, let place = dlsym(handle, parts) {
      typealias Filling =
        @convention(c) (
          UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
        ) -> Void
      var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
      unsafeBitCast(place, to: Filling.self)(&major, &minor, &patch)
      return "\(major).\(minor).\(patch)"
    }
    // The library must stay open, since it owns the text.
    guard let symbol, let place = dlsym(handle, symbol), let text = text(at: place) else { return "found" }
    // `libcurl/7.88.1 OpenSSL/3.0.14`, `OpenBLAS 0.3.21 NO_LAPACKE`: the first part that begins with a digit.
    let words = text.prefix { $0 != "," }.split { " /".contains($0) }
    return words.first { $0.first?.isNumber == true }.map { String($0) } ?? text
  }

  /// The known faults of a version, except those that the package's changelog names as repaired.
  func faults(of version: String, log: PackageLog) -> [KnownFault] {
    KnownFault.all[name, default: []].filter { $0.affects(version) && !log.repairs($0.number) }
  }

  private func text(at place: UnsafeMutableRawPointer) -> String? {
    if isVariable {
      return place.assumingMemoryBound(to: UnsafePointer<CChar>?.self).pointee.map { String(cString: $0) }
    }
    // In the headers of all of them, these functions take no arguments and return a C string.
    let call = unsafeBitCast(place, to: (@convention(c) () -> UnsafePointer<CChar>?).self)
    return call().map { String(cString: $0) }
  }
}
