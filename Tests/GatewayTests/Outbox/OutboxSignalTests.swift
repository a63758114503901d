import Gateway
import Testing

@Suite struct OutboxSignalTests {
  @Test func `A wake-up ends a wait, also one that came just before it`() async {
    let signal = OutboxSignal()
    let start = ContinuousClock.now
    let generation = signal.generation
    signal.wake()
    await signal.wait(after: generation, atMost: .seconds(60))
    let waiter = Task { await signal.wait(after: signal.generation, atMost: .seconds(60)) }
    try? await Task.sleep(for: .milliseconds(50))
    signal.wake()
    await waiter.value
    let ended = Task { await signal.wait(after: signal.generation, atMost: .seconds(60)) }
    try? await Task.sleep(for: .milliseconds(50))
    signal.end()
    await ended.value
    #expect(signal.isEnding && start.duration(to: .now) < .seconds(30))
  }

  @Test func `Without a signal a wait ends by itself, or with its task`() async {
    let signal = OutboxSignal()
    let start = ContinuousClock.now
    await signal.wait(after: signal.generation, atMost: .milliseconds(100))
    #expect(start.duration(to: .now) >= .milliseconds(100))
    let task = Task { await signal.wait(after: signal.generation, atMost: .seconds(60)) }
    task.cancel()
    await task.value
    #expect(start.duration(to: .now) < .seconds(30))
  }
}
