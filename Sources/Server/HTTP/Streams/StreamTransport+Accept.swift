extension StreamTransport {
  /// The transport that an `Accept` header prefers — RFC 9110, section 12.5.1; of two with the same weight the one that the
  /// header names first. The weights of other media types do not count: no other type carries a stream.
  ///
  /// A client asks for a stream by its name: `text/event-stream`, or `multipart/mixed` with the parameter
  /// `subscriptionSpec=1.0`, quoted or not. Wildcards (`*/*`, `text/*`, `multipart/*`) and a missing header match no
  /// transport, since most clients send one and could not read a stream. Malformed elements count as absent.
  /// - Returns: nil when the header names no transport, or excludes those that it names.
  static func preferred(by accept: String?) -> StreamTransport? {
    guard let accept, let elements = HeaderElement.list(accept) else { return nil }
    var best: (transport: StreamTransport, weight: Int)?
    for case let element? in elements {
      guard let transport = StreamTransport(element), let weight = element.weight else { continue }
      guard weight > best?.weight ?? 0 else { continue }
      best = (transport, weight)
    }
    return best?.transport
  }

  private init?(_ element: HeaderElement) {
    func value(_ name: String) -> String? { element.parameters.first { $0.name == name }?.value }
    switch element.name {
    case "multipart/mixed" where value("subscriptionspec") == "1.0": self = .multipart
    case "text/event-stream" where value("charset").map({ $0.lowercased() == "utf-8" }) ?? true: self = .serverSentEvents
    default: return nil
    }
  }
}
