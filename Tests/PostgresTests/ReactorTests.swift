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

  @Test("resumes tasks in the order of their deadlines, however they came")
  func deadlines() async throws {
    let reactor = try Reactor()
    let start = ContinuousClock.now
    let order = try await withThrowingTaskGroup(of: Int.self) { group in
      for milliseconds in [20_000, 300, 100, 200] {
        let event = try #require(EventDescriptor())
        group.addTask {
          _ = await reactor.wait(for: event.descriptor, .readable, until: start + .milliseconds(milliseconds))
          return milliseconds
        }
      }
      var order: [Int] = []
      while order.count < 3, let next = try await group.next() { order.append(next) }
      group.cancelAll()
      return order
    }
    #expect(order == [100, 200, 300])
    #expect(start.duration(to: .now) >= .milliseconds(300))
    #expect(start.duration(to: .now) < .seconds(10))
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
    #expect(await reactor.wait(for: -1, .readable, until: nil) == .ready)
  }
}
