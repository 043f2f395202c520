import PodiumCore
import PodiumPlugin
import PodiumRender

@testable import PodiumOutside
@testable import PodiumWire

/// What outside programs send: the handshake, outputs, tables and messages of workers, and a plugin's manifest.
struct FuzzReplies: FuzzTarget {
  let name = "replies"

  func feed(_ bytes: [UInt8]) {
    var texts: [String] = []
    attempt { () throws(Diagnostic) in
      let manifest = try PluginManifest(bytes)
      texts += [manifest.run, manifest.language]
    }
    attempt { () throws(Diagnostic) in _ = try WorkerRequest(bytes) }
    attempt { () throws(Diagnostic) in
      let line = try WorkerAnswer(bytes).line()
      FuzzCheck.that((try? WorkerAnswer(Array(line.dropLast()))) != nil, "a worker's answer reads back")
    }
    guard let value = try? JSONReader.value(bytes) else { return Plant.check(texts) }
    attempt { () throws(Diagnostic) in
      let read = try Handshake(value)
      let kept = try Handshake(try JSONReader.value(read.text))
      FuzzCheck.that(kept == read, "a handshake reads back from what is kept of it")
      texts += [read.summary, read.version]
    }
    attempt { () throws(Diagnostic) in
      TablePromises.check(ImportedTable(try TableReading.table(value["table"] ?? value, from: "t")))
    }
    attempt { () throws(Diagnostic) in
      let fields = WireFields(value: value, program: "t", what: "")
      for output in try OutsideOutputs.outputs(fields) {
        let shown = FuzzReplies.renderer.render(output)
        FuzzCheck.that(ShownText.isHarmless(shown), "no control character of an output is shown")
        if case .note(let note) = output { texts.append(note.text) }
      }
    }
    Plant.check(texts)
  }

  private static let renderer = TextRenderer(style: .terminal(width: 80, rows: 40, colour: false))

  private func attempt(_ read: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try read() } catch { TablePromises.check(error) }
  }
}
