import Glibc
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
    let watch = try #require(reactor.watch(event.descriptor))
    defer { watch.close() }
    let outcome: Reactor.Outcome = await watch.wait(ignoringCancellation: false) { token, resume in
      watch.begin(token, .readable, until: nil) { outcome in
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
    let watch = try #require(reactor.watch(event.descriptor))
    defer { watch.close() }
    let outcomes: [Reactor.Outcome] = await watch.wait(ignoringCancellation: false) { token, resume in
      let heard = Mutex<[Reactor.Outcome]>([])
      watch.begin(token, .readable, until: nil) { outcome in
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

  @Test("sees what came while nobody waited, and what comes after that")
  func between() async throws {
    let reactor = try Reactor()
    let event = try #require(EventDescriptor())
    let watch = try #require(reactor.watch(event.descriptor))
    defer { watch.close() }
    for _ in 0..<3 {
      event.signal()
      #expect(await watch.wait(for: .readable, until: .now + .seconds(20)) == .ready)
      // It stays readable, and is reported to nobody.
      try await Task.sleep(for: .milliseconds(50))
      #expect(await watch.wait(for: .readable, until: .now + .seconds(20)) == .ready)
      try await Task.sleep(for: .milliseconds(50))
      event.clear()
      #expect(await watch.wait(for: .readable, until: .now + .milliseconds(100)) == .timedOut)
    }
  }

  @Test("lets the next wait begin in the handler of the one before, and elsewhere while that runs")
  func successors() async throws {
    let reactor = try Reactor()
    let event = try #require(EventDescriptor())
    let watch = try #require(reactor.watch(event.descriptor))
    defer { watch.close() }
    event.signal()
    let outcome: Reactor.Outcome = await watch.wait(ignoringCancellation: false) { token, resume in
      watch.begin(token, .readable, until: nil) { _ in
        watch.begin(watch.makeToken(), .readable, until: nil) { outcome in
          resume(outcome)
          // The resumed task has time to wait once more.
          usleep(50_000)
          return nil
        }
        return nil
      }
    }
    #expect(outcome == .ready)
    #expect(await watch.wait(for: .readable, until: .now + .seconds(20)) == .ready)
  }

  @Test("uses no processor for what is ready and waited for by nobody")
  func idle() async throws {
    let reactor = try Reactor()
    let event = try #require(EventDescriptor())
    let watch = try #require(reactor.watch(event.descriptor))
    defer { watch.close() }
    event.signal()
    #expect(await watch.wait(for: .readable, until: nil) == .ready)
    let before = await processorTime(of: reactor)
    try await Task.sleep(for: .milliseconds(500))
    #expect(await processorTime(of: reactor) - before < .milliseconds(100))
  }

  /// How long the reactor's thread has run so far.
  private func processorTime(of reactor: Reactor) async -> Duration {
    await withCheckedContinuation { continuation in
      reactor.call(at: .now) {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        continuation.resume(returning: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
      }
    }
  }

  @Test("does not take a descriptor for the one that had its number before")
  func sameNumber() async throws {
    let reactor = try Reactor()
    let event = try #require(EventDescriptor())
    // Stands for a socket that libpq closes: its number is given to another descriptor.
    let number = dup(event.descriptor)
    let former = try #require(reactor.watch(number))
    event.signal()
    #expect(await former.wait(for: .readable, until: nil) == .ready)
    let other = try #require(EventDescriptor())
    try #require(dup2(other.descriptor, number) == number)
    defer { Glibc.close(number) }
    let watch = try #require(reactor.watch(number))
    defer { watch.close() }
    async let outcome = watch.wait(for: .readable, until: .now + .seconds(20))
    try await Task.sleep(for: .milliseconds(50))
    former.close()
    other.signal()
    #expect(await outcome == .ready)
  }

  @Test("counts time in nanoseconds, and waits no shorter than until a deadline")
  func times() {
    let now = ReactorTime(.seconds(5))
    #expect(ReactorTime(.seconds(5) + .nanoseconds(7)).nanoseconds == 5_000_000_007)
    #expect(ReactorTime(.seconds(5) + .microseconds(1)).milliseconds(from: now) == 1)
    #expect(ReactorTime(.seconds(5) + .milliseconds(2)).milliseconds(from: now) == 3)
    #expect(now.milliseconds(from: now) == 0)
    #expect(ReactorTime(.seconds(-9)).milliseconds(from: now) == 0)
    #expect(ReactorTime.never.milliseconds(from: now) == -1)
    #expect(ReactorTime(.seconds(1_000_000_000_000)).milliseconds(from: now) == 86_400_000)
    #expect(ReactorTime(.seconds(-1_000_000_000_000)) < now)
    #expect(ReactorTime(.seconds(1_000_000_000_000)) < .never)
  }
}

extension Reactor {
  /// Waits once.
  fileprivate func wait(
    for descriptor: Int32, _ interest: Interest, until deadline: ContinuousClock.Instant?,
    ignoringCancellation: Bool = false
  ) async -> Outcome {
    guard let watch = watch(descriptor) else { return .refused }
    defer { watch.close() }
    return await watch.wait(for: interest, until: deadline, ignoringCancellation: ignoringCancellation)
  }
}
