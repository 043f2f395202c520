import Glibc
import PodiumCore
import PodiumPlugin
import PodiumRender
import Synchronization
import Testing

/// What becomes of a report that no one waits for.
struct AbandonedRenderingTests {
  @Test(arguments: ["plain", "markdown", "html", "latex", "rst"])
  func `a long table that was interrupted is not written on unseen`(_ key: String) throws {
    let renderer = try #require(Renderers.all.first { $0.key == key })
    let count = 20_000
    let table = try Table([
      Column("x", .number((0..<count).map { Double($0) / 7 })), Column("t", .text((0..<count).map { "text \($0)" })),
    ])
    let outputs = [Output.table(TableOutput(table))]
    let whole = renderer.render(outputs).utf8.count
    #expect(whole > 10 * count)
    let cancellation = Cancellation()
    let length = Mutex<Int?>(nil)
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.detached {
        cancellation.cancel()
        let text = renderer.render(outputs)
        length.withLock { $0 = text.utf8.count }
      }
    }
    #expect(error == .interrupted)
    while length.withLock({ $0 == nil }) { sched_yield() }
    #expect(length.withLock { ($0 ?? whole) < whole / 2 }, "a part is dropped, so the rest need not be made")
  }
}
