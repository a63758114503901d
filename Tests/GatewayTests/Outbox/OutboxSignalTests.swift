import Gateway
import Testing

@Suite struct OutboxSignalTests {
  @Test func `A hint ends a wait, also one that came just before it`() async {
    let hint = OutboxSignal()
    let start = ContinuousClock.now
    let generation = hint.generation
    hint.wake()
    await hint.wait(after: generation, atMost: .seconds(60))
    let waiter = Task { await hint.wait(after: hint.generation, atMost: .seconds(60)) }
    try? await Task.sleep(for: .milliseconds(50))
    hint.wake()
    await waiter.value
    let ended = Task { await hint.wait(after: hint.generation, atMost: .seconds(60)) }
    try? await Task.sleep(for: .milliseconds(50))
    hint.end()
    await ended.value
    #expect(hint.isEnding && start.duration(to: .now) < .seconds(30))
  }

  @Test func `Without a hint a wait ends by itself, or with its task`() async {
    let hint = OutboxSignal()
    let start = ContinuousClock.now
    await hint.wait(after: hint.generation, atMost: .milliseconds(100))
    #expect(start.duration(to: .now) >= .milliseconds(100))
    let task = Task { await hint.wait(after: hint.generation, atMost: .seconds(60)) }
    task.cancel()
    await task.value
    #expect(start.duration(to: .now) < .seconds(30))
  }
}
