internal import CReadline
internal import CSQLite
import Glibc
internal import PodiumCore
internal import PodiumFiles

/// A library that the program uses, and how the doctor reads its version.
struct DynamicLibrary {
  /// Where the version is.
  enum Reading {
    /// podium calls it by its own names, so that the library it has answers itself, once it is loaded.
    case called(load: @Sendable (String) -> UnsafePointer<CChar>?, version: @Sendable () -> UnsafePointer<CChar>?)
    /// A function without arguments that gives a C string.
    case function(String)
    /// Variables with its parts.
    case variables([String])
    /// A function that fills in its three parts.
    case parts(String)
    /// It does not say.
    case unknown
  }

  var library: SystemLibrary
  var reading: Reading

  var name: String { library.name }

  static let all = [
    DynamicLibrary(library: .readline, reading: .called(load: { cr_load($0) }, version: { cr_version() })),
    DynamicLibrary(
      library: .sqlite, reading: .called(load: { podium_sqlite_load($0) }, version: { sqlite3_libversion() })),
    DynamicLibrary(library: .openBLAS, reading: .function("openblas_get_config")),
    DynamicLibrary(library: .zlib, reading: .function("zlibVersion")),
    DynamicLibrary(library: .curl, reading: .function("curl_version")),
    DynamicLibrary(library: .markdown, reading: .function("cmark_version_string")),
    DynamicLibrary(
      library: .rsvg, reading: .variables(["rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version"])),
    DynamicLibrary(library: .readStat, reading: .unknown),
    DynamicLibrary(library: .zeroMQ, reading: .parts("zmq_version")),
  ]

  /// A library as it is here.
  struct Found {
    /// `found` if it cannot be read.
    var version: String
    /// Where it is if it came with the program; nil if it is the system's.
    var place: String?
  }

  /// The library as it is here; nil if it is missing.
  var found: Found? {
    if case .called(let load, let version) = reading {
      guard (try? library.load(load)) != nil else { return nil }
      return Found(
        version: version().map { String(cString: $0) } ?? "found", place: isLinkedIn ? "linked in" : nil)
    }
    for file in library.candidates {
      guard let handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL) else { continue }
      return Found(version: version(in: handle) ?? "found", place: library.files.contains(file) ? nil : file)
    }
    return nil
  }

  /// Whether the program holds it itself, as that of the archive does.
  private var isLinkedIn: Bool { !library.files.contains { MappedFile.path(containing: $0) != nil } }

  private func version(in handle: UnsafeMutableRawPointer) -> String? {
    switch reading {
    case .called, .unknown: return nil
    case .variables(let names):
      let parts = names.compactMap { dlsym(handle, $0)?.load(as: UInt32.self) }
      return parts.count == names.count ? parts.map { String($0) }.joined(separator: ".") : nil
    case .parts(let name):
      guard let place = dlsym(handle, name) else { return nil }
      typealias Filling =
        @convention(c) (
          UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
        ) -> Void
      var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
      unsafeBitCast(place, to: Filling.self)(&major, &minor, &patch)
      return "\(major).\(minor).\(patch)"
    case .function(let name):
      // The library must stay open, since it owns the text.
      guard let place = dlsym(handle, name) else { return nil }
      let call = unsafeBitCast(place, to: (@convention(c) () -> UnsafePointer<CChar>?).self)
      guard let text = call().map({ String(cString: $0) }) else { return nil }
      // `libcurl/7.88.1 OpenSSL/3.0.14`, `OpenBLAS 0.3.21 NO_LAPACKE`: the first part that begins with a digit.
      let words = text.prefix { $0 != "," }.split { " /".contains($0) }
      return words.first { $0.first?.isNumber == true }.map { String($0) } ?? text
    }
  }

  /// The known faults of a version, except those that the package's changelog names as repaired.
  func faults(of version: String, log: PackageLog) -> [KnownFault] {
    KnownFault.all[name, default: []].filter { $0.affects(version) && !log.repairs($0.number) }
  }
}
