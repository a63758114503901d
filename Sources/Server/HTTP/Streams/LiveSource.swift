import Gateway

/// The events of a subscription.
struct LiveSource: EventSource {
  let stream: any LiveStream

  func next() async -> StreamEvent? {
    guard let response = await stream.next() else { return nil }
    return switch response.outcome {
    case .executed, .executedWithErrors: .next(response.body)
    default: .failed(response.errorList)
    }
  }
}
