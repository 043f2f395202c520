import Glibc

/// The value of a variable of the process; nil for one that is not set, or set to nothing.
func environment(_ name: String) -> String? {
  guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
  return value
}
