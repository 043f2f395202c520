import Glibc
import PodiumTestKit

extension ResidentMemory {
  /// The bytes of this process without what is free and kept by the C library, whose header Swift does not import.
  static func used() -> Int {
    typealias Trim = @convention(c) (Int) -> Int32
    if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
    return bytes()
  }
}
