import Synchronization

@testable import Server

/// Events as a test sends them.
final class ScriptedSource: EventSource {
  private struct State {
    var events: [StreamEvent?] = []
    var waiter: CheckedContinuation<StreamEvent?, Never>?
    var pulls = 0
    var isCancelled = false
  }

  private let state = Mutex(State())
  /// Each pull is answered with as many bytes; nil where events are sent.
  private let floodSize: Int?

  init(floodSize: Int? = nil) { self.floodSize = floodSize }

  /// The number of times that an event was asked for.
  var pulls: Int { state.withLock { $0.pulls } }
  /// Whether the task that pulls was cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// - Parameter event: nil for the end.
  func send(_ event: StreamEvent?) {
    let waiter = state.withLock { state in
      if state.waiter == nil { state.events.append(event) }
      return state.waiter.take()
    }
    waiter?.resume(returning: event)
  }

  func send(_ json: String) { send(.next(Array(json.utf8))) }

  func next() async -> StreamEvent? {
    if let floodSize {
      state.withLock { $0.pulls += 1 }
      if Task.isCancelled { state.withLock { $0.isCancelled = true } }
      return .next([UInt8](repeating: UInt8(ascii: "1"), count: floodSize))
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let event = state.withLock { state -> StreamEvent?? in
          state.pulls += 1
          if state.isCancelled { return .some(nil) }
          if !state.events.isEmpty { return state.events.removeFirst() }
          state.waiter = continuation
          return nil
        }
        if let event { continuation.resume(returning: event) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.isCancelled = true
        return state.waiter.take()
      }
      waiter?.resume(returning: nil)
    }
  }
}
