internal import PodiumCore
internal import PodiumEngine
internal import PodiumNotebook
internal import PodiumPlugin

extension KernelLoop {
  /// The reply to a request that is not a cell, also while one runs; nil to what needs none.
  mutating func answer(to message: KernelMessage) -> (type: String, content: JSONValue)? {
    let content = message.content
    switch message.type {
    case let type where type.hasSuffix("_request") && message.fault != nil:
      return (type.dropLast("request".count) + "reply", KernelLoop.refusal(message.fault))
    case "kernel_info_request": return ("kernel_info_reply", information)
    case "complete_request": return ("complete_reply", completions(content))
    case "inspect_request": return ("inspect_reply", inspection(content))
    case "is_complete_request": return ("is_complete_reply", completeness(content))
    case "history_request": return ("history_reply", history.reply(to: content))
    case "comm_info_request": return ("comm_info_reply", ["status": "ok", "comms": [:]])
    case "comm_open":
      // There is nothing at this end.
      publish("comm_close", ["comm_id": content["comm_id"] ?? "", "data": [:]], answering: message)
      return nil
    case "interrupt_request":
      interrupt()
      return ("interrupt_reply", ["status": "ok"])
    case "shutdown_request":
      end()
      return ("shutdown_reply", ["status": "ok", "restart": .bool(content["restart"]?.bool ?? false)])
    case let type where type.hasSuffix("_request"):
      let fault = Diagnostic(
        "unknown-request",
        "podium does not answer '\(SafeText.escape(String(type.prefix(60))))' with this content")
      return (type.dropLast("request".count) + "reply", KernelLoop.refusal(fault))
    default: return nil
    }
  }

  /// The reply to what cannot be answered.
  private static func refusal(_ fault: Diagnostic?) -> JSONValue {
    [
      "status": "error", "ename": .string(fault?.code ?? ""), "evalue": .string(fault?.message ?? ""), "traceback": [],
    ]
  }

  private var information: JSONValue {
    [
      "status": "ok", "protocol_version": "5.4", "implementation": "podium",
      "implementation_version": .string(session.snapshot.services.version),
      "language_info": JupyterLanguage.info(version: session.snapshot.services.version),
      "banner": .string("podium \(session.snapshot.services.version): a notebook-style analysis REPL"),
      "debugger": false, "supported_features": [],
      "help_links": [],
    ]
  }

  private func completions(_ content: JSONValue) -> JSONValue {
    let code = content["code"]?.string ?? ""
    let cursor = content["cursor_pos"]?.integer ?? code.unicodeScalars.count
    let list = (0...code.unicodeScalars.count).contains(cursor) ? session.complete(code, at: cursor) : nil
    let start = list?.start ?? cursor
    let candidates = list?.candidates ?? []
    let notes = candidates.map { candidate -> JSONValue in
      [
        "text": .string(candidate.text), "type": .string(candidate.note ?? ""), "start": .integer(start),
        "end": .integer(cursor),
      ]
    }
    return [
      "status": "ok", "matches": .array(candidates.map { .string($0.text) }), "cursor_start": .integer(start),
      "cursor_end": .integer(cursor), "metadata": ["_jupyter_types_experimental": .array(notes)],
    ]
  }

  private func inspection(_ content: JSONValue) -> JSONValue {
    let code = content["code"]?.string ?? ""
    let found = session.inspect(code, at: content["cursor_pos"]?.integer ?? code.unicodeScalars.count)
    let data = found.map { found -> JSONValue in
      ["text/plain": .string(JupyterOutput.text(of: CommandReport(input: code, outputs: found.outputs)))]
    }
    return ["status": "ok", "found": .bool(data != nil), "data": data ?? [:], "metadata": [:]]
  }

  private func completeness(_ content: JSONValue) -> JSONValue {
    switch session.isComplete(content["code"]?.string ?? "") {
    case .complete: ["status": "complete"]
    case .incomplete: ["status": "incomplete", "indent": ""]
    case .invalid: ["status": "invalid"]
    }
  }
}
