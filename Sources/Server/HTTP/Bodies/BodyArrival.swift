/// The arrival of a body while its request is answered.
struct BodyArrival {
  /// Whether the client waits for leave to send the body.
  var isAsking: Bool
  /// Whether the client means to speak something else after the request.
  let endsHTTP: Bool
  var clock: BodyClock

  init(isAsking: Bool, endsHTTP: Bool, _ limits: RequestHandler.Limits) {
    self.isAsking = isAsking
    self.endsHTTP = endsHTTP
    clock = BodyClock(least: limits.leastOfBody)
  }
}
