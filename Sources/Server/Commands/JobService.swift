import Gateway
import Logging
import ServiceLifecycle

/// Runs a job from the moment that the server answers requests until it stops.
struct JobService: Service, CustomStringConvertible {
  let job: Job
  let admission: Admission
  let logger: Logger

  var description: String { "the job \(job.name)" }

  func run() async throws {
    await admission.wait()
    while !isEnding {
      let pause = await pass()
      await cancelWhenGracefulShutdown { try? await Task.sleep(for: pause) }
    }
  }

  /// - Returns: the time until the next run.
  private func pass() async -> Duration {
    do {
      return try await job.pass { isEnding }
    } catch {
      logger.log(level: job.failureLevel, "\(job.failure)", metadata: ["job": "\(job.name)", "why": "\(error)"])
      return job.retry
    }
  }

  /// Whether the server stops, or another of its services has failed.
  private var isEnding: Bool { Task.isShuttingDownGracefully || Task.isCancelled }
}
