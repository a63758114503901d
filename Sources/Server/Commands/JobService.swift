import Gateway
import GraphQL
import Logging
import ServiceLifecycle

/// Runs a job from the moment that the server answers requests until it stops.
struct JobService: Service, CustomStringConvertible {
  let job: Job
  let admission: Admission
  var passes = JobPasses()
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
    passes.begin(job.name)
    let start = ContinuousClock.now
    do {
      let pause = try await job.pass { isEnding }
      passes.end(job.name, after: start.duration(to: .now), pause: pause)
      return pause
    } catch {
      passes.end(job.name, after: start.duration(to: .now), pause: job.retry, failure: Self.reason(error))
      logger.log(level: job.failureLevel, "\(job.failure)", metadata: ["job": "\(job.name)", "why": "\(error)"])
      return job.retry
    }
  }

  /// A failure in a line. PostgreSQL may put a value behind the last colon, which only the log has:
  /// `invalid input syntax for type uuid: "…"`.
  static func reason(_ error: any Error) -> String {
    let line = "\(error)".split(separator: "\n").first.map(String.init) ?? ""
    return String(line.replacing(/: "[^"]*"$/, with: ": \"…\"").withoutCredentials.prefix(300))
  }

  /// Whether the server stops, or another of its services has failed.
  private var isEnding: Bool { Task.isShuttingDownGracefully || Task.isCancelled }
}
