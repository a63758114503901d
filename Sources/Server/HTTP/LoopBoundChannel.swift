import HummingbirdCore
import Logging
import NIOCore

/// HTTP/1.1 connections whose requests run on the thread that reads and writes their socket: no other thread
/// has to be woken between a request's bytes and its answer, except by the database.
struct LoopBoundChannel: ServerChildChannel {
  private let base: HTTP1Channel

  init(responder: @escaping HTTPChannelHandler.Responder, idleTimeout: TimeAmount) {
    base = HTTP1Channel(
      responder: responder, configuration: HTTP1Channel.Configuration(idleTimeout: idleTimeout))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    base.setup(channel: channel, logger: logger)
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopTaskExecutor(loop: value.channel.eventLoop)) {
      await base.handle(value: value, logger: logger)
    }
  }
}

/// Runs the jobs of tasks on an event loop.
private final class EventLoopTaskExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
