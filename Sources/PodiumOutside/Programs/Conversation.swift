internal import PodiumCore
internal import PodiumWire

/// One request to a child and its answer, with error messages.
struct Conversation {
  let launch: OutsideProgram.Launch
  /// The time limit for the answer.
  let seconds: Int

  /// The outcome of a request.
  enum Outcome {
    case answer(OutsideProgram.Reply)
    /// An error reported by the program; the child continues.
    case refusal(Diagnostic)
    /// The user cancelled; the child is interrupted.
    case stopped
    /// It exited without a line.
    case silentEnd(Diagnostic)
    /// It violated the protocol and was killed.
    case failure(Diagnostic)
  }

  /// The maximum number of lines before an answer, and of notes among them that are kept.
  private static let remarkLimit = (lines: 100_000, notes: 20)

  /// The maximum number of values of an answer: in memory, each takes more than the two bytes it may be sent in.
  private static let valueLimit = 20_000_000
  /// Shorter lines are not counted.
  private static let plainLength = 1 << 24

  /// Sends a request and waits for its answer.
  func ask(
    _ child: inout ChildProcess, _ what: String, _ fields: [UInt8], _ stop: OutsideProgram.Stop
  ) -> Outcome {
    child.requests += 1
    let id = child.requests
    child.send(Conversation.request(id, what, fields))
    return answer(of: &child, to: id, stop) { $0["id"]?.integer == id || $0["id"] == nil }
  }

  static func request(_ id: Int, _ what: String, _ fields: [UInt8]) -> [UInt8] {
    var line = Array("{\"id\":\(id),\"do\":\"\(what)\"".utf8)
    line.reserveCapacity(line.count + fields.count + 2)
    line += fields
    line += [0x7D, 0x0A]
    return line
  }

  /// Waits for an answer that `fits`; `id` is the number of the request.
  func answer(
    of child: inout ChildProcess, to id: Int, _ stop: OutsideProgram.Stop, fits: (JSONValue) -> Bool
  ) -> Outcome {
    let deadline = ChildProcess.now() + Double(seconds)
    var notes: [String] = []
    var lines = 0
    while true {
      let line: [UInt8]
      do throws(ChildFailure) {
        line = try child.line(until: deadline, limit: stop.lineLimit) { stop.isAsked }
      } catch {
        switch error {
        case .stopped:
          child.interrupt()
          return .stopped
        case .ended: return lines == 0 ? .silentEnd(crash(&child)) : .failure(crash(&child))
        case .late: return end(child, late(child))
        case .flooded: return end(child, flooded("a line of more than \(stop.lineLimit >> 20) MB", child))
        }
      }
      lines += 1
      if lines > Conversation.remarkLimit.lines {
        return end(child, flooded("\(lines) lines without an answer", child))
      }
      if line.count > Conversation.plainLength, line.commas > Conversation.valueLimit {
        return end(child, flooded("an answer of more than \(Conversation.valueLimit) values", child))
      }
      let value: JSONValue
      do throws(Diagnostic) { value = try JSONReader.value(line) } catch {
        return end(child, bad("sent a line that is not JSON", line, error.message))
      }
      guard value.members != nil else { return end(child, bad("sent a line that is not a JSON object", line)) }
      if value["id"] == nil, value["progress"] != nil || value["note"] != nil {
        if let note = value["note"]?.string, notes.count < Conversation.remarkLimit.notes {
          notes.append(TableReading.cut(note))
        }
        continue
      }
      guard fits(value) else { return end(child, bad("answered another request than \(id)", line)) }
      if let error = value["error"], error != .null { return .refusal(refusal(error)) }
      return .answer(OutsideProgram.Reply(value: value, notes: notes))
    }
  }

  private func end(_ child: ChildProcess, _ error: Diagnostic) -> Outcome {
    _ = child.end()
    return .failure(error)
  }

  // MARK: Messages

  /// The error for a child that exited or closed its output; kills the rest of it.
  private func crash(_ child: inout ChildProcess) -> Diagnostic {
    child.waitForEnd(seconds: 0.2)
    child.readErrors()
    let ending =
      switch child.end() {
      case .killedByUs: "closed its output"
      case .status(let status): "exited with status \(status)"
      case .signal(let signal): "was killed by signal \(signal)"
      }
    return Diagnostic(
      "plugin-crashed", "'\(launch.name)' \(ending) before it answered", cause: child.complaint)
  }

  private func late(_ child: ChildProcess) -> Diagnostic {
    Diagnostic(
      "plugin-timeout", "'\(launch.name)' did not answer within \(seconds) s",
      help: "allow more with set plugin-timeout=SECONDS, or make the program flush its output after each line",
      cause: child.complaint)
  }

  private func flooded(_ what: String, _ child: ChildProcess) -> Diagnostic {
    Diagnostic("plugin-flood", "'\(launch.name)' sent \(what)", cause: child.complaint)
  }

  private func bad(_ what: String, _ line: [UInt8], _ reason: String? = nil) -> Diagnostic {
    let shown = String(decoding: line.prefix(80), as: UTF8.self) + (line.count > 80 ? "…" : "")
    return Diagnostic(
      "bad-reply", "'\(launch.name)' \(what)", help: "write messages for people to standard error",
      cause: (reason.map { $0 + ": " } ?? "") + shown)
  }

  /// An error as reported by the program, except for codes with a special meaning in podium.
  private func refusal(_ error: JSONValue) -> Diagnostic {
    let code = error["code"]?.string ?? ""
    let isPlain =
      !code.isEmpty && code.utf8.count <= 64
      && code.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    let isOurs = [Diagnostic.interrupted.code, "trust-refused"].contains(code)
    let message = (error["message"] ?? error).string ?? "it failed without a message"
    return Diagnostic(
      isPlain && !isOurs ? code : "plugin-error", "'\(launch.name)': " + TableReading.cut(message),
      help: error["help"]?.string.map(TableReading.cut))
  }
}
