import PodiumCore
import PodiumFetch
import PodiumFormats
import PodiumPlugin
import PodiumTestKit

/// A client with a stopped clock.
enum Fetching {
  static let moment = Moment(microseconds: 1_700_000_000_000_000)

  static func client(cache: String? = nil, at moment: Moment = moment) -> HTTPClient {
    HTTPClient(cacheFolder: cache, version: "test", clock: { moment }, unpack: PackedTransfer.unpack)
  }

  /// The error of a fetch; nil when it worked.
  static func failure(
    _ url: String, seconds: Int = 20, bytes: Int = 1 << 20, client: HTTPClient = client(),
    cancellation: Cancellation = Cancellation()
  ) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try client.fetch(FetchRequest(url, seconds: seconds, bytes: bytes), cancellation: cancellation)
      return nil
    } catch {
      return error
    }
  }

  static func get(_ url: String, client: HTTPClient = client(), bytes: Int = 1 << 20) throws -> FetchedResource {
    try client.fetch(FetchRequest(url, seconds: 20, bytes: bytes), cancellation: Cancellation())
  }
}

extension FetchedResource {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
