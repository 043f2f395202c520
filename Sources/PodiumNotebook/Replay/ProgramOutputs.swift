internal import PodiumCore
internal import PodiumEngine
internal import Synchronization

/// What programs of the shell wrote while a notebook ran, by the number of the command that ran them.
///
/// A class, because events come from any thread.
final class ProgramOutputs: Sendable {
  private struct State {
    var command = 0
    var written: [Int: [Bool: [UInt8]]] = [:]
  }

  private let state = Mutex(State())

  func note(_ event: ExecutionEvent) {
    state.withLock { state in
      switch event {
      case .started(let cell, _): state.command = cell
      case .bytes(let bytes, let isError):
        let room =
          JupyterOutput.streamLimit + 1 - state.written[state.command, default: [:]][isError, default: []].count
        state.written[state.command, default: [:]][isError, default: []] += bytes.prefix(max(0, room))
      default: break
      }
    }
  }

  /// For each command what went to its output, then what went to its error stream: which came first is chance.
  var outputs: [Int: [JupyterOutput]] {
    state.withLock(\.written).mapValues { streams in
      [false, true].compactMap { isError in
        streams[isError].map { bytes in
          let text = MaskedText(String(decoding: bytes.prefix(JupyterOutput.streamLimit), as: UTF8.self)).text
          let isCut = bytes.count > JupyterOutput.streamLimit
          return .stream(isError: isError, isCut ? text + JupyterOutput.cutNote : text)
        }
      }
    }
  }
}
