internal import Glibc

/// The environment variables that a child gets.
package enum ChildEnvironment: Sendable {
  /// All of podium's own, for podium in another process.
  case whole
  /// What any program needs, and the variables of these names: passwords and keys in the environment stay with podium.
  case limited([String])
  /// The variables of these names, and no others.
  case exactly([String])

  /// What any program needs: where programs and files are, the language, and the time zone. `LC_*` is added to them.
  static let common = ["PATH", "HOME", "LANG", "TZ", "TMPDIR"]

  /// Whether a text can be the name of a variable: letters, digits and underscores, not starting with a digit.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first), text.utf8.count <= 100 else { return false }
    return text.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
    }
  }

  /// Which of some variables, each as NAME=VALUE, the child gets.
  func chosen(from all: [String]) -> [String] {
    switch self {
    case .whole: return all
    case .limited(let names):
      let wanted = Set(ChildEnvironment.common + names)
      return all.filter { ChildEnvironment.name(of: $0).map { wanted.contains($0) || $0.hasPrefix("LC_") } ?? false }
    case .exactly(let names): return all.filter { ChildEnvironment.name(of: $0).map(names.contains) ?? false }
    }
  }

  /// The name of a variable that is written as NAME=VALUE.
  private static func name(of variable: String) -> String? {
    variable.utf8.firstIndex(of: 0x3D).map { String(variable[..<$0]) }
  }

  /// The variables of this process, each as NAME=VALUE.
  static func ofThisProcess() -> [String] {
    var out: [String] = []
    var next = environ
    while let variable = next.pointee {
      out.append(String(cString: variable))
      next += 1
    }
    return out
  }
}
