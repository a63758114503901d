import Logging
import Push
import SQL
import Synchronization
import Testing

@testable import Gateway

/// The rounds of a worker, with deliveries that reach no service.
@Suite struct OutboxWorkerTests {
  private final class Deliveries: Sendable {
    struct State {
      var running = 0
      var most = 0
      var delivered: [UUIDValue] = []
    }

    private let state = Mutex(State())

    var most: Int { state.withLock { $0.most } }
    var delivered: [UUIDValue] { state.withLock { $0.delivered } }

    func deliver(_ push: WaitingPush) async {
      state.withLock { state in
        state.running += 1
        state.most = max(state.most, state.running)
        state.delivered.append(push.id)
      }
      try? await Task.sleep(for: .milliseconds(5))
      state.withLock { $0.running -= 1 }
    }
  }

  private struct Delivery: OutboxDelivery {
    typealias Message = WaitingPush

    let room: Int
    let deliveries: Deliveries
    var channel: String { "PUSH" }
    var selection: [PushService] { PushService.allCases }
    var lease: Int { 60 }
    var interval: Duration { .milliseconds(50) }
    var patience: Duration { .seconds(5) }

    func deliver(_ push: WaitingPush) async -> FinishedPush {
      await deliveries.deliver(push)
      return FinishedPush(id: push.id, push.title == "G" ? .deviceGone(reason: "gone", since: nil) : .sent(id: ""))
    }

    func released(_ push: WaitingPush) -> FinishedPush { FinishedPush(id: push.id, nil) }
    func isRecordedAlone(_ finished: FinishedPush) -> Bool { finished.result == .gone }
  }

  @Test(arguments: [1, 4])
  func `A worker delivers each message once, and holds at most as many as it has room`(_ room: Int) async throws {
    try await PushGround.run("outbox_worker_\(room)") { ground in
      for _ in 1...30 { try await ground.notify() }
      let (deliveries, signal, history) = (Deliveries(), OutboxSignal(), OutboxHistory<PushResult>())
      let worker = OutboxWorker(
        outbox: ground.outbox, delivery: Delivery(room: room, deliveries: deliveries), signal: signal, history: history,
        logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
      let task = Task { await worker.run() }
      let deadline = ContinuousClock.now + .seconds(30)
      while try await ground.count("state = 'SENT'") < 30, .now < deadline {
        try await Task.sleep(for: .milliseconds(20))
      }
      // A result that is recorded alone does not stop the worker.
      try await ground.notify(title: "G")
      signal.wake()
      while deliveries.delivered.count < 31, .now < deadline { try await Task.sleep(for: .milliseconds(20)) }
      signal.end()
      await task.value
      #expect(deliveries.delivered.count == 31 && Set(deliveries.delivered).count == 31)
      #expect(deliveries.most <= room)
      let summary = history.summary
      #expect(summary.count(PushResult(service: .apns, result: .sent)) == 30)
      #expect(summary.count(PushResult(service: .apns, result: .gone)) == 1)
      #expect(try await ground.devices() == 0)
      #expect(try await ground.count("state = 'SENDING'") == 0)
    }
  }

  @Test func `A worker that must end claims no message`() async throws {
    try await PushGround.run("outbox_worker_end") { ground in
      let (deliveries, signal) = (Deliveries(), OutboxSignal())
      signal.end()
      try await ground.notify()
      let worker = OutboxWorker(
        outbox: ground.outbox, delivery: Delivery(room: 1, deliveries: deliveries), signal: signal,
        history: OutboxHistory<PushResult>(), logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
      await worker.run()
      #expect(deliveries.delivered.isEmpty)
      #expect(try await ground.count("state = 'WAITING' AND attempts = 0") == 1)
    }
  }
}
