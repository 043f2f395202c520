/// The files that the system has mapped into this process: its program and its libraries.
package enum MappedFile {
  /// The path of the first with a text in it; nil if there is none.
  package static func path(containing name: String) -> String? {
    let maps = (try? DiskFiles().read("/proc/self/maps", shown: "maps")) ?? []
    for line in maps.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      let path = String(decoding: fields.last?.drop { $0 == UInt8(ascii: " ") } ?? [], as: UTF8.self)
      if path.contains(name) { return path }
    }
    return nil
  }
}
