import Glibc

/// The value of a variable of the process; nil for one that is not set, set to nothing, or not UTF-8.
func environment(_ name: String) -> String? {
  guard let value = getenv(name).flatMap({ String(validatingCString: $0) }), !value.isEmpty else { return nil }
  return value
}
