import Testing

@testable import PodiumDoctor

/// Which releases of a library have a published fault.
struct KnownFaultTests {
  private func numbers(_ library: String, _ version: String, log: String? = nil) -> [String] {
    let library = DynamicLibrary.all.first { $0.name == library }
    return library?.faults(of: version, log: PackageLog(text: log)).map(\.number) ?? ["no such library"]
  }

  @Test func `versions compare by number, not by letter`() {
    #expect(LibraryVersion("0.29.0.gfm.6") < LibraryVersion("0.29.0.gfm.12"))
    #expect(LibraryVersion("3.9.3") < LibraryVersion("3.40.1"))
    #expect(!(LibraryVersion("1.3.1") < LibraryVersion("1.3.1")))
    #expect(LibraryVersion("99999999999999999999.1") > LibraryVersion("3"))
  }

  @Test func `each fault ends with the release that repairs it`() {
    #expect(numbers("cmark-gfm", "0.29.0.gfm.6").count == 7)
    #expect(numbers("cmark-gfm", "0.29.0.gfm.7") == ["CVE-2023-24824", "CVE-2023-26485", "CVE-2023-37463"])
    #expect(numbers("cmark-gfm", "0.29.0.gfm.12").isEmpty)
    for (name, faults) in KnownFault.all {
      for fault in faults {
        for version in fault.repaired { #expect(!fault.affects(version), "\(name) \(version) \(fault.number)") }
      }
    }
  }

  @Test func `an older series with the repair is free, and its earlier releases are not`() {
    #expect(numbers("librsvg", "2.54.5") == ["CVE-2023-38633"])
    #expect(numbers("librsvg", "2.54.7").isEmpty)
    #expect(numbers("librsvg", "2.53.9") == ["CVE-2023-38633"])
    #expect(numbers("librsvg", "2.57.0").isEmpty)
  }

  @Test func `a release before the fault is free`() {
    #expect(numbers("libcurl", "7.31.0").isEmpty)
    #expect(numbers("libcurl", "7.88.1").contains("CVE-2023-38545"))
  }

  @Test func `a repair that the package's changelog names counts`() {
    #expect(numbers("SQLite", "3.40.1") == ["CVE-2025-6965"])
    #expect(numbers("SQLite", "3.40.1", log: "backport the repair of CVE-2025-6965: aggregates").isEmpty)
    #expect(numbers("SQLite", "3.40.1", log: "repair CVE-2025-69651").count == 1)
  }

  @Test func `a version that cannot be read has none`() { #expect(numbers("SQLite", "found").isEmpty) }

  @Test func `the line names the effects, the numbers and the release`() throws {
    let library = try #require(DynamicLibrary.all.first { $0.name == "cmark-gfm" })
    let faults = library.faults(of: "0.29.0.gfm.6", log: PackageLog(text: ""))
    let line = try #require(Doctor.text(of: faults, isLogKnown: true))
    #expect(line.hasPrefix("quadratic time (CVE-2023-22483, CVE-2023-22484, CVE-2023-22486,"))
    #expect(line.hasSuffix("out-of-range read (CVE-2023-22485); repaired in 0.29.0.gfm.12"))
    #expect(try #require(Doctor.text(of: faults, isLogKnown: false)).hasSuffix("changelog is not installed"))
    #expect(Doctor.text(of: [], isLogKnown: true) == nil)
  }
}
