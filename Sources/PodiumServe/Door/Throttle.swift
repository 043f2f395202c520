internal import PodiumCore
internal import Synchronization

/// How often an account or an address may ask: so many times a second, and three times as many at once.
///
/// A class, because all requests share it.
final class Throttle: Sendable {
  private let buckets = Mutex<[String: Bucket]>([:])
  /// How many are remembered; those that are full again are forgotten first.
  private static let most = 10_000

  private struct Bucket {
    var left: Double
    var at: Double
  }

  /// Takes one request of a name; false where there is none left.
  func take(_ name: String, rate: Double, at seconds: Double) -> Bool {
    guard rate > 0 else { return true }
    return buckets.withLock { buckets in
      if buckets.count >= Throttle.most, buckets[name] == nil {
        buckets = buckets.filter { $0.value.left + (seconds - $0.value.at) * rate < 3 * rate }
        if buckets.count >= Throttle.most { return false }
      }
      var bucket = buckets[name] ?? Bucket(left: 3 * rate, at: seconds)
      bucket.left = min(3 * rate, bucket.left + max(0, seconds - bucket.at) * rate)
      bucket.at = seconds
      let isLeft = bucket.left >= 1
      if isLeft { bucket.left -= 1 }
      buckets[name] = bucket
      return isLeft
    }
  }
}
