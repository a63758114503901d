import NIOCore

/// Runs the jobs of tasks on an event loop: on the thread that reads and writes a request's socket, so that no other
/// has to be woken between the request's bytes and its answer, except by the database.
final class EventLoopTaskExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
