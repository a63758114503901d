/// An answer, with the headers that push services use.
struct HTTPAnswer: Hashable, Sendable {
  /// 200 or more.
  let status: Int
  /// `apns-id`.
  var messageID: String?
  /// Seconds of `Retry-After` — RFC 9110, section 10.2.3.
  var retryAfter: Int?
  var body: [UInt8] = []
  /// False if the connection ended within the answer, or the answer is too large.
  var isWhole = true
}

/// The end of a request.
enum HTTPResult: Hashable, Sendable {
  case answer(HTTPAnswer)
  /// Nothing of the body was written: the server cannot have acted on it.
  case notSent(why: String)
  /// Something of the body was written, and there is no answer.
  case lost(why: String)
}
