import Gateway
import Logging
import Synchronization
import Testing

@testable import Server

@Suite struct JobServiceTests {
  @Test func `A failed job runs again after its pause, others after the time that they return`() async throws {
    struct Failure: Error {}
    let runs = Mutex(0)
    let job = Job("test", failure: "the job has failed", retry: .milliseconds(1)) { _ in
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      if run < 3 { throw Failure() }
      return run < 5 ? .milliseconds(1) : .day
    }
    let admission = Admission()
    let service = JobService(job: job, admission: admission, logger: Logger(label: "test"))
    let task = Task { try await service.run() }
    try await Task.sleep(for: .milliseconds(150))
    #expect(runs.withLock { $0 } == 0, "the server answers no request yet")
    admission.open()
    let deadline = ContinuousClock.now + .seconds(20)
    while runs.withLock({ $0 }) < 5, .now < deadline { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(50))
    #expect(runs.withLock { $0 } == 5)
    task.cancel()
    try await task.value
  }
}
