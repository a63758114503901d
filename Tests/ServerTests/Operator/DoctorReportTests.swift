import Synchronization
import Testing

@testable import Server

/// The number of checks that an operator's page causes.
@Suite struct DoctorReportTests {
  /// Counts the checks that run, and how many of them at a time.
  private final class Checks: Sendable {
    private let state = Mutex((all: 0, running: 0, most: 0))
    var all: Int { state.withLock { $0.all } }
    var most: Int { state.withLock { $0.most } }

    func check() async -> [Finding] {
      state.withLock { state in
        state.all += 1
        state.running += 1
        state.most = max(state.most, state.running)
      }
      try? await Task.sleep(for: .milliseconds(500))
      state.withLock { $0.running -= 1 }
      return [.ok("check", "\(all)")]
    }
  }

  private func wait(for report: DoctorReport) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while await report.isRunning, .now < deadline { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test func `Nobody waits for a check, there is one at a time, and its findings are good for a while`() async throws {
    let checks = Checks()
    let report = DoctorReport(lifetime: .seconds(3), pause: .seconds(60)) { await checks.check() }
    await withTaskGroup(of: Bool.self) { group in
      for number in 1...50 {
        group.addTask {
          if number.isMultiple(of: 2) { await report.renew() }
          return await report.report() == nil
        }
      }
      for await isFirst in group { #expect(isFirst) }
    }
    try await wait(for: report)
    #expect(checks.all == 1 && checks.most == 1)
    for _ in 1...10 { #expect(await report.report()?.findings == [.ok("check", "1")]) }
    // A check that is asked for waits for the pause.
    await report.renew()
    #expect(checks.all == 1)
    try await Task.sleep(for: .milliseconds(3100))
    #expect(await report.report()?.findings == [.ok("check", "1")])
    try await wait(for: report)
    #expect(await report.report()?.findings == [.ok("check", "2")])
    #expect(checks.most == 1)
    #expect(await report.count == 2)
  }

  @Test func `A check can be asked for anew after a pause`() async throws {
    let checks = Checks()
    let report = DoctorReport(lifetime: .seconds(600), pause: .zero) { await checks.check() }
    for number in 1...3 {
      await report.renew()
      try await wait(for: report)
      #expect(checks.all == number)
    }
  }
}
