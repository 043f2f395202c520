/// Names made different from each other: the second `a` is `a_2`, the third `a_3`.
public enum UniqueNames {
  /// The names, each with a suffix where it came before; `same` gives what two equal names have in common.
  public static func of(_ names: [String], same: (String) -> String = { $0 }) -> [String] {
    var taken: Set<String> = []
    var next: [String: Int] = [:]
    return names.map { name in
      var unique = name
      while !taken.insert(same(unique)).inserted {
        let number = next[same(name)] ?? 2
        next[same(name)] = number + 1
        unique = "\(name)_\(number)"
      }
      return unique
    }
  }
}
