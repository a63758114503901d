import Gateway
import HummingbirdCore
import NIOCore
import NIOHTTP1

/// A request that has come, as far as it was worth reading.
struct ReceivedRequest: Sendable {
  enum Body: Sendable {
    case whole(ByteBuffer)
    /// It has, or is said to have, more bytes than are read.
    case tooLarge
    /// It comes while the request is answered.
    case arriving(ArrivingBody)
  }

  let method: HTTPMethod
  /// As they stand in the request's target — RFC 9112, section 3.2 — percent-encoded.
  let path: String
  let query: String?
  let headers: HTTPHeaders
  let body: Body
  /// The network of the other end of the connection; nil for one that has no address.
  let peer: ClientNetwork?

  init(_ head: HTTPRequestHead, body: Body, peer: ClientNetwork?) {
    method = head.method
    headers = head.headers
    self.body = body
    self.peer = peer
    let target = URI(head.uri)
    path = target.path
    query = target.query
  }
}

extension ReceivedRequest {
  /// The trace context of the only `traceparent`; nil with several, which are ambiguous.
  var trace: TraceContext? {
    guard let text = headers.first(name: "traceparent"), headers["traceparent"].count == 1 else { return nil }
    return TraceContext(traceparent: text)
  }
}

extension ReceivedRequest {
  /// The host that the client asked for, without its port: `::1` of `[::1]:8080`.
  var host: String? {
    guard let host = headers.first(name: "host") else { return nil }
    if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
    return String(host.prefix { $0 != ":" })
  }
}

extension HTTPHeaders {
  /// The value of a header; of one that stands there several times a list of all — RFC 9110, section 5.3.
  /// - Parameter name: in lower case.
  func list(_ name: String) -> String? {
    guard contains(name: name) else { return nil }
    return self[name].joined(separator: ", ")
  }
}
