import PodiumCore
import Testing

@testable import PodiumKernel

/// Cells of a kernel as a client sees them.
@Suite struct CellTests {
  private typealias Client = FakeClient

  @Test func `outputs go between busy and idle in their order, with the count of the first command`() throws {
    let (answers, complaints) = try Client.run([
      Client.execute("load iris\nhead 1"), Client.execute("plot hist petal_width_cm; = $2.rows"),
      .wait("execute_reply", 2),
    ])
    #expect(complaints == [])
    let cells = answers.filter { !$0.parent.isEmpty && $0.channel == .iopub }.map { answer in
      answer.content["execution_state"]?.string ?? answer.type
    }
    #expect(
      cells.dropLast(2) == [
        "busy", "execute_input", "display_data", "execute_result", "idle",
        "busy", "execute_input", "display_data", "execute_result", "idle",
      ])
    #expect(answers.contents("execute_input").map { $0["execution_count"]?.integer } == [1, 3])
    #expect(answers.contents("execute_result").map { $0["execution_count"]?.integer } == [1, 3])
    #expect(answers.contents("execute_reply").map { $0["status"]?.string } == ["ok", "ok"])
    #expect(answers.contents("display_data").last?["data"]?["image/svg+xml"] != nil)
    // Nothing of a cell comes after its idle, and its reply comes before it.
    for id in Set(answers.filter { $0.type == "execute_reply" }.map(\.parent)) {
      let own = answers.filter { $0.parent == id }
      #expect(own.last?.content["execution_state"]?.string == "idle" && own.dropLast().last?.type == "execute_reply")
    }
  }

  @Test func `an error is one message, and aborts the cells that wait`() throws {
    let (answers, _) = try Client.run([
      Client.execute("load iris; nosuch; head 1"), Client.execute("head 1"), Client.execute("head 2"),
      .wait("execute_reply", 3), Client.execute("head 3"), .wait("execute_reply", 4),
      Client.execute("nosuch", stops: false), Client.execute("head 4"), .wait("execute_reply", 6),
    ])
    let replies = answers.contents("execute_reply").map { $0["status"]?.string }
    #expect(replies == ["error", "aborted", "aborted", "ok", "error", "ok"])
    let errors = answers.contents("error")
    #expect(errors.map { $0["ename"]?.string } == ["unknown-command", "unknown-command"])
    #expect(errors[0]["traceback"]?.array?.contains { $0.string?.contains("^") ?? false } == true)
    #expect(answers.contents("execute_reply")[0]["ename"]?.string == "unknown-command")
    #expect(answers.contents("display_data").count == 1)
  }

  @Test func `a silent cell shows and counts nothing, and one without history has no number`() throws {
    let (answers, _) = try Client.run([
      Client.execute("load iris", silent: true), Client.execute("head 1", counts: false), Client.execute("head 2"),
      .wait("execute_reply", 3),
    ])
    #expect(answers.contents("execute_input").map { $0["execution_count"]?.integer } == [1, 1])
    #expect(answers.contents("execute_result").count == 2)
  }

  @Test func `what programs write is joined, in order with the outputs`() throws {
    let (answers, _) = try Client.run([
      Client.execute("!printf 'a\\nb\\n'; printf 'c\\n' >&2\nload iris"), .wait("execute_reply", 1),
    ])
    let streams = answers.contents("stream")
    #expect(streams.filter { $0["name"]?.string == "stdout" }.compactMap { $0["text"]?.string }.joined() == "a\nb\n")
    #expect(streams.filter { $0["name"]?.string == "stderr" }.compactMap { $0["text"]?.string }.joined() == "c\n")
    let order = answers.types().filter { ["stream", "execute_result"].contains($0) }
    #expect(order.last == "execute_result")
  }

  @Test func `a cell that runs is stopped, and the session goes on`() throws {
    let (answers, _) = try Client.run([
      Client.execute("!echo on; exec sleep 600"), .wait("stream", 1), .send(.control, "interrupt_request", [:]),
      .wait("execute_reply", 1), Client.execute("= 1 + 1"), .wait("execute_reply", 2),
    ])
    #expect(answers.contents("execute_reply").map { $0["status"]?.string } == ["error", "ok"])
    #expect(answers.contents("error").first?["ename"]?.string == "interrupted")
    #expect(answers.contents("interrupt_reply").first?["status"]?.string == "ok")
  }

  @Test func `queries are answered while a cell runs`() throws {
    let (answers, _) = try Client.run([
      Client.execute("load iris"), .wait("execute_reply", 1), Client.execute("!echo on; exec sleep 600"),
      .wait("stream", 1), .send(.shell, "complete_request", ["code": "head if petal_w", "cursor_pos": 15]),
      .send(.shell, "inspect_request", ["code": "cv tree", "cursor_pos": 2]),
      .send(.shell, "is_complete_request", ["code": "head ("]), .send(.shell, "kernel_info_request", [:]),
      .wait("kernel_info_reply", 1), .send(.control, "interrupt_request", [:]), .wait("execute_reply", 2),
    ])
    let completed = try #require(answers.contents("complete_reply").first)
    #expect(completed["matches"]?.array?.compactMap(\.string) == ["petal_width_cm"])
    #expect(completed["cursor_start"]?.integer == 8 && completed["cursor_end"]?.integer == 15)
    #expect(answers.contents("inspect_reply").first?["found"]?.bool == true)
    #expect(answers.contents("is_complete_reply").first?["status"]?.string == "incomplete")
    #expect(answers.contents("kernel_info_reply").first?["protocol_version"]?.string == "5.4")
  }

  @Test func `a missing argument is asked for, a wrong answer again, and no one is asked without a channel`() throws {
    let steps: [Client.Step] = [
      Client.execute("load iris; label species"), .wait("execute_reply", 1), Client.execute("cv", asks: true),
    ]
    let (answers, _) = try Client.run(
      steps + [
        .wait("input_request", 1), .send(.stdin, "input_reply", ["value": "nosuch"]), .wait("input_request", 2),
        .send(.stdin, "input_reply", ["value": "zeror"]), .wait("execute_reply", 2), Client.execute("cv"),
        .wait("execute_reply", 3),
      ])
    #expect(answers.contents("execute_reply").map { $0["status"]?.string } == ["ok", "ok", "error"])
    #expect(answers.contents("input_request").count == 2)
    let (others, _) = try Client.run(steps + [.wait("execute_reply", 2)], answersQuestions: false)
    #expect(others.contents("error").first?["ename"]?.string == "cannot-ask")
    // A cell that waits for an answer can be stopped.
    let (stopped, _) = try Client.run(
      steps + [.wait("input_request", 1), .send(.control, "interrupt_request", [:]), .wait("execute_reply", 2)])
    #expect(stopped.contents("error").first?["ename"]?.string == "interrupted")
  }

  @Test func `people get help in a pager, the text of edit as the next cell, and an end`() throws {
    let (answers, _) = try Client.run([
      Client.execute("load iris", asks: true), Client.execute("help cv", asks: true),
      Client.execute("edit 1", asks: true),
      Client.execute("exit 3", asks: true), Client.execute("help cv"), Client.execute("clear"),
      .wait("execute_reply", 6),
    ])
    let payloads = answers.contents("execute_reply").map { ($0["payload"]?.array ?? []).map { $0["source"]?.string } }
    #expect(payloads == [[], ["page"], ["set_next_input"], ["ask_exit"], [], []])
    #expect(answers.contents("execute_result").count == 2)
    #expect(answers.contents("clear_output").count == 1)
  }

  @Test func `a watch shows one display for those who look on, and ends for others`() throws {
    let (answers, _) = try Client.run([
      Client.execute("load iris"), Client.execute("watch 0.1 head 1", asks: true), .wait("update_display_data", 2),
      .send(.control, "interrupt_request", [:]), .wait("execute_reply", 2), Client.execute("watch 0.1 head 1"),
      .wait("execute_reply", 3),
    ])
    #expect(answers.contents("display_data").count == 1)
    #expect(answers.contents("error").compactMap { $0["ename"]?.string } == ["interrupted", "not-live"])
  }

  @Test func `expressions of the client are values, and change nothing`() throws {
    let (answers, _) = try Client.run([
      Client.execute("load iris", expressions: ["two": "1 + 1", "bad": "1 +"]), Client.execute("head 1"),
      .wait("execute_reply", 2),
    ])
    let found = try #require(answers.contents("execute_reply").first?["user_expressions"])
    #expect(found["two"]?["data"]?["text/plain"]?.string?.contains("2") == true)
    #expect(found["bad"]?["status"]?.string == "error")
    #expect(answers.contents("execute_input").map { $0["execution_count"]?.integer } == [1, 2])
  }

  @Test func `every request is answered between busy and idle`() throws {
    let (answers, _) = try Client.run([
      .subscribe(""), .send(.shell, "kernel_info_request", [:]), .send(.control, "kernel_info_request", [:]),
      .send(.shell, "comm_info_request", [:]),
      .send(.shell, "comm_open", ["comm_id": "c", "target_name": "t", "data": [:]]),
      .send(.shell, "history_request", ["hist_access_type": "tail", "n": 3]), .send(.shell, "nosuch_request", [:]),
      .send(.shell, "execute_request", ["code": 5]), .send(.control, "debug_request", [:]),
    ])
    #expect(answers.contents("iopub_welcome").map { $0["subscription"]?.string } == [""])
    #expect(answers.contents("comm_close").first?["comm_id"]?.string == "c")
    for answer in answers where answer.channel != .iopub && answer.channel != .stdin {
      let own = answers.filter { $0.parent == answer.parent }
      #expect(own.map { $0.content["execution_state"]?.string ?? "reply" } == ["busy", "reply", "idle"])
      #expect(answer.content["status"]?.string != nil, "\(answer.type)")
    }
    #expect(answers.contents("nosuch_reply").first?["status"]?.string == "error")
    #expect(answers.contents("execute_reply").first?["status"]?.string == "error")
  }

  @Test func `a signed request that cannot be read is answered`() throws {
    let (answers, complaints) = try Client.run([
      .sendRaw("execute_request", "{\"code\":NaN}"), .wait("execute_reply", 1),
    ])
    #expect(answers.contents("execute_reply").first?["ename"]?.string == "malformed-json")
    #expect(answers.types().prefix(4) == ["starting", "busy", "idle", "busy"] && complaints == ["malformed-json"])
  }

  @Test func `a confined kernel has its folder and nothing else`() throws {
    let (answers, _) = try Client.run(
      [
        "!true", "load /etc/passwd importer=csv", "load iris | cat", "head 1 > ../out.csv", "surf fetch all",
      ].map { Client.execute($0, stops: false) } + [Client.execute("load iris"), .wait("execute_reply", 6)],
      isConfined: true)
    let codes = answers.contents("execute_reply").map { $0["ename"]?.string ?? "ok" }
    #expect(codes.last == "ok" && !codes.dropLast().contains("ok"), "\(codes)")
  }
}
