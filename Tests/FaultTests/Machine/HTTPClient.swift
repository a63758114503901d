import Foundation
import Glibc

/// A client of HTTP/1.1 on a connection that it keeps, which blocks its thread. It tells an answer from none, and both
/// from a request that never left.
final class HTTPClient {
  enum Answer {
    case response(status: Int, body: Data)
    /// The request was sent, and its answer did not come.
    case lost
    /// There was nobody to send it to.
    case notSent
  }

  private let port: Int
  private var descriptor: Int32 = -1

  init(port: Int) { self.port = port }

  deinit { disconnect() }

  /// Sends a request of GraphQL.
  /// - Parameter body: JSON.
  func post(_ body: Data, token: String) -> Answer {
    guard descriptor >= 0 || connect() else { return .notSent }
    let head = """
      POST /graphql HTTP/1.1\r
      Host: localhost\r
      Content-Type: application/json\r
      Authorization: Bearer \(token)\r
      Content-Length: \(body.count)\r
      \r

      """
    guard send(Data(head.utf8) + body), let (status, answer) = receive() else {
      disconnect()
      return .lost
    }
    return .response(status: status, body: answer)
  }

  private func connect() -> Bool {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // Longer than anything that the gateway waits for.
    var patience = timeval(tv_sec: 40, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let descriptor = descriptor
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        Glibc.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if !isConnected { disconnect() }
    return isConnected
  }

  private func disconnect() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private func send(_ data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = Glibc.send(
          descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }
  }

  private func receive() -> (status: Int, body: Data)? {
    var received = Data()
    let headEnd = Data("\r\n\r\n".utf8)
    while true {
      if let end = received.range(of: headEnd) {
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        guard let status = head.dropFirst(9).prefix(3).wholeMatch(of: /\d+/).flatMap({ Int($0.output) }),
          let length = head.firstMatch(of: /(?i)content-length: *(\d+)/).flatMap({ Int($0.output.1) })
        else { return nil }
        while received.count < end.upperBound + length { if !receive(into: &received) { return nil } }
        if head.contains(/(?i)connection: *close/) { disconnect() }
        return (status, received[end.upperBound..<end.upperBound + length])
      }
      if !receive(into: &received) { return nil }
    }
  }

  private func receive(into data: inout Data) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      data.append(contentsOf: buffer[..<count])
      return true
    }
  }
}
