extension DescriptorWatch {
  /// Suspends the task until the descriptor is ready, `deadline` passes or the task is cancelled.
  /// - Parameter ignoringCancellation: for the few answers that must be heard whatever the caller wants by now.
  func wait(
    for interest: Reactor.Interest, until deadline: ContinuousClock.Instant?, ignoringCancellation: Bool = false
  ) async -> Reactor.Outcome {
    await wait(ignoringCancellation: ignoringCancellation) { token, resume in
      begin(token, interest, until: deadline) { outcome in
        resume(outcome)
        return nil
      }
    }
  }

  /// Suspends the task until what `start` began resumes it. A cancelled task cancels the wait of that token.
  func wait<Result: Sendable>(
    ignoringCancellation: Bool, _ start: (Reactor.Token, _ resume: @escaping @Sendable (Result) -> Void) -> Void
  ) async -> Result {
    let token = makeToken()
    if ignoringCancellation {
      return await withCheckedContinuation { continuation in
        start(token) { continuation.resume(returning: $0) }
      }
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(token) { continuation.resume(returning: $0) }
        // A cancellation before that found nothing to cancel.
        if Task.isCancelled { cancel(token) }
      }
    } onCancel: {
      cancel(token)
    }
  }
}
