import NIOCore

/// Runs the tasks of one connection on its event loop: a request is not handed to another thread and back before its answer is
/// written. What waits for the disk is done on the threads of the service.
final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
