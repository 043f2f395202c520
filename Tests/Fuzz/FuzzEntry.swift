import Glibc
import PodiumCore

/// The target named by the environment; a misspelt name ends the program before the fuzzer starts.
private let chosen: any FuzzTarget = {
  let name = getenv("PODIUM_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  if let target = FuzzTargets.all.first(where: { $0.name == name }) { return target }
  let known = FuzzTargets.all.map(\.name).joined(separator: " ")
  FuzzText.tell("error: PODIUM_FUZZ_TARGET must be one of \(known), not '\(name)'")
  exit(2)
}()

/// Called by libFuzzer once, before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzing(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  chosen.prepare()
  return 0
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen.feed(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
