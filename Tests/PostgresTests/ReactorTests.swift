import Synchronization
import Testing

@testable import Postgres

@Suite("The reactor")
struct ReactorTests {
  @Test("resumes a task whose descriptor is ready")
  func ready() async throws {
    let reactor = try Reactor()
    let event = try #require(EventDescriptor())
    async let outcome = reactor.wait(for: event.descriptor, .readable, until: .now + .seconds(20))
    try await Task.sleep(for: .milliseconds(50))
    event.signal()
    #expect(await outcome == .ready)
    #expect(await reactor.wait(for: event.descriptor, .readable, until: nil) == .ready)
    #expect(await reactor.wait(for: event.descriptor, .writable, until: nil) == .ready)
  }

  @Test("resumes each task after its own deadline, however late the next one is that it knew of")
  func deadlines() async throws {
    let reactor = try Reactor()
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: (Reactor.Outcome, due: Duration, after: Duration).self) { group in
      for due in [Duration.seconds(60), .milliseconds(300), .milliseconds(100), .milliseconds(200)] {
        let event = try #require(EventDescriptor())
        group.addTask {
          let outcome = await reactor.wait(for: event.descriptor, .readable, until: start + due)
          return (outcome, due, start.duration(to: .now))
        }
      }
      for _ in 0..<3 {
        let (outcome, due, after) = try #require(try await group.next())
        #expect(outcome == .timedOut)
        #expect(due <= after)
        #expect(after < .seconds(30))
      }
      group.cancelAll()
    }
  }

  @Test("resumes a cancelled task, unless the answer matters more")
  func cancellation() async throws {
    let reactor = try Reactor()
    let event = try #require(EventDescriptor())
    let other = try #require(EventDescriptor())
    let cancelled = Task { await reactor.wait(for: event.descriptor, .readable, until: nil) }
    let stubborn = Task {
      await reactor.wait(for: other.descriptor, .readable, until: nil, ignoringCancellation: true)
    }
    try await Task.sleep(for: .milliseconds(50))
    cancelled.cancel()
    stubborn.cancel()
    #expect(await cancelled.value == .cancelled)
    other.signal()
    #expect(await stubborn.value == .ready)
  }

  @Test("does not wait for a deadline in the past, nor for what is no descriptor")
  func atOnce() async throws {
    let reactor = try Reactor()
    let event = try #require(EventDescriptor())
    #expect(await reactor.wait(for: event.descriptor, .readable, until: .now - .seconds(1)) == .timedOut)
    #expect(await reactor.wait(for: -1, .readable, until: nil) == .refused)
  }

  @Test("calls a handler for each event until it wants no more")
  func severalEvents() async throws {
    let reactor = try Reactor()
    let event = try #require(EventDescriptor())
    let count = Atomic(0)
    event.signal()
    let outcome: Reactor.Outcome = await reactor.wait(ignoringCancellation: false) { token, resume in
      reactor.watch(event.descriptor, .readable, until: nil, token: token) { outcome in
        // It stays readable.
        if count.wrappingAdd(1, ordering: .relaxed).newValue < 3 { return .readable }
        resume(outcome)
        return nil
      }
    }
    #expect(outcome == .ready)
    #expect(count.load(ordering: .relaxed) == 3)
  }

  @Test("tells a handler that wants more of a cancellation that came while it ran")
  func cancelledWhileRunning() async throws {
    let reactor = try Reactor()
    let event = try #require(EventDescriptor())
    event.signal()
    let outcomes: [Reactor.Outcome] = await reactor.wait(ignoringCancellation: false) { token, resume in
      let heard = Mutex<[Reactor.Outcome]>([])
      reactor.watch(event.descriptor, .readable, until: nil, token: token) { outcome in
        let all = heard.withLock {
          $0.append(outcome)
          return $0
        }
        if outcome == .ready {
          reactor.cancel(token)
          return .readable
        }
        resume(all)
        return nil
      }
    }
    #expect(outcomes == [.ready, .cancelled])
  }
}
