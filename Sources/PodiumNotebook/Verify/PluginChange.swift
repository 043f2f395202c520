public import PodiumCore

/// A plugin whose loaded version is not the one that a notebook was recorded with.
public struct PluginChange: Sendable, Equatable {
  /// The plugin's name.
  public var name: String
  /// The version in the notebook's front matter.
  public var recorded: String
  /// The version that is loaded.
  public var loaded: String

  public init(name: String, recorded: String, loaded: String) {
    (self.name, self.recorded, self.loaded) = (name, recorded, loaded)
  }

  /// Whether the loaded version is compatible with the recorded one: not older, and equal up to the first part that is
  /// not zero (semver.org, 4 and 8).
  public var isCompatible: Bool {
    guard var old = PluginChange.parts(recorded), var new = PluginChange.parts(loaded) else { return false }
    while old.count < new.count { old.append(0) }
    while new.count < old.count { new.append(0) }
    let last = old.firstIndex { $0 > 0 } ?? old.count - 1
    return old[...last] == new[...last] && !new.lexicographicallyPrecedes(old)
  }

  /// The numbers of a version; nil if it contains anything else.
  private static func parts(_ version: String) -> [Int]? {
    let words = version.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = words.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
    return numbers.count == words.count && words.count <= 8 ? numbers : nil
  }

  /// The change in the form of `podium verify --json`.
  public var json: JSONValue {
    .object([
      ("name", .string(name)), ("recorded", .string(recorded)), ("loaded", .string(loaded)),
      ("compatible", .bool(isCompatible)),
    ])
  }

  /// Reads what `json` wrote; nil for anything else.
  public init?(json: JSONValue) {
    guard let name = json["name"]?.string, let recorded = json["recorded"]?.string, let loaded = json["loaded"]?.string
    else { return nil }
    self.init(name: name, recorded: recorded, loaded: loaded)
  }
}

extension FrontMatter {
  /// Replaces the version of a plugin; comments and everything else are kept.
  public mutating func set(plugin name: String, version: String) {
    guard let old = plugins[name], old != version else { return }
    var section = ""
    var out = ""
    for line in TextLines.split(text) {
      let bare = TextLines.bare(line)
      guard let colon = bare.firstIndex(of: ":") else {
        out += line
        continue
      }
      let key = FrontMatter.trimmed(bare[..<colon])
      if bare.first != " ", bare.first != "\t" {
        section = key
      } else if section == "plugins", key == name {
        let rest = String(line[line.index(after: colon)...])
        out += line[...colon] + rest.replacing(old, with: version, maxReplacements: 1)
        continue
      }
      out += line
    }
    text = out
    plugins[name] = version
  }
}
