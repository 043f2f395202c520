import Testing

@testable import PodiumCore

/// The memory that the system's files leave this process.
struct MemoryRoomTests {
  private func room(_ files: [String: String], limit: Int = .max) -> MemoryRoom {
    MemoryRoom(addressLimit: limit, pageSize: 4096) { files[$0] }
  }

  @Test func `the least of limit, machine and control groups counts, and names what set it`() {
    var files = ["/proc/meminfo": "MemTotal:  8000 kB\nMemFree:  10 kB\nMemAvailable:    4000 kB\n"]
    #expect(room(files) == MemoryRoom(bytes: 4000 * 1024))
    files["/proc/self/cgroup"] = "1:name=old:/x\n0::/user/one\n"
    #expect(room(files).bytes == 4000 * 1024)
    files["/sys/fs/cgroup/user/one/memory.max"] = "max\n"
    files["/sys/fs/cgroup/user/memory.max"] = "3000000\n"
    files["/sys/fs/cgroup/user/memory.current"] = "2500000\n"
    #expect(
      room(files) == MemoryRoom(bytes: 500_000, source: "the memory limit of its control group"))
    // Pages that cache files are given back.
    files["/sys/fs/cgroup/user/memory.stat"] =
      "anon 100\ninactive_file 1000000\nactive_file 200000\n"
    #expect(room(files).bytes == 1_700_000)
    files["/proc/self/statm"] = "200 50 3\n"
    #expect(
      room(files, limit: 1_000_000)
        == MemoryRoom(bytes: 180_800, source: "the limit of the address space (ulimit -v)"))
    #expect(room(files, limit: 1000).bytes == 0)
  }

  @Test func `without these files there is no limit, and this machine has some`() {
    #expect(room([:]).bytes == .max)
    #expect(room([:], limit: 1000).bytes == .max)
    #expect(MemoryRoom.now().bytes > 1 << 20)
  }
}
