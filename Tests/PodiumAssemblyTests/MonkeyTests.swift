import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Anything that can be typed, in any order.
struct MonkeyTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `hundreds of random commands leave a session that undo and redo go through exactly`(seed: UInt64) throws {
    let whole = try Assembly.session(folder: "/", datasets: [Checkout.path("datasets")])
    let session = try #require(whole.session.apart())
    var run = MonkeyRun(session, seed: seed)
    run.type(400, walkingEvery: 200)
    #expect(run.problems == [])
    #expect(run.walks == 2)
    // Were most of them refused, little would have been tried; verbs for records find few in a workspace this young.
    #expect((run.counts[.ok] ?? 0) > 100, "\(run.counts)")
  }
}
