import Foundation
import Glibc
import Synchronization

/// A TCP proxy in front of a cluster's socket, whose connections can be cut one by one, and go silent.
final class Proxy: Sendable {
  struct Failed: Error {
    let code = errno
  }

  private struct Pair {
    let client: Int32
    let server: Int32
    var isSilent = false
    /// How many of its two directions still run. The descriptors are closed after the last.
    var running = 2
  }

  private struct State {
    var pairs: [Int: Pair] = [:]
    var last = 0
    var isStopped = false
  }

  let port: Int
  private let listener: Int32
  private let target: String
  private let state = Mutex(State())

  /// - Parameter target: the path of the server's socket.
  init(to target: String) throws {
    self.target = target
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isBound else { throw Failed() }
    port = Int(in_port_t(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in accept() }
  }

  var connectionCount: Int { state.withLock { $0.pairs.count } }

  /// Ends one connection, whichever.
  /// - Returns: whether there was one.
  @discardableResult
  func cutOne() -> Bool {
    state.withLock { state in
      guard let pair = state.pairs.values.randomElement() else { return false }
      shutdown(pair.client, Int32(SHUT_RDWR))
      shutdown(pair.server, Int32(SHUT_RDWR))
      return true
    }
  }

  /// From now on nothing passes through the connections that there are, and nobody is told.
  func silence() {
    state.withLock { state in for key in state.pairs.keys { state.pairs[key]?.isSilent = true } }
  }

  /// Ends all connections, and takes no more.
  func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      for pair in state.pairs.values {
        shutdown(pair.client, Int32(SHUT_RDWR))
        shutdown(pair.server, Int32(SHUT_RDWR))
      }
      return !state.isStopped
    }
    if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      if client < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        break
      }
      guard let server = connectToTarget() else {
        close(client)
        continue
      }
      let key = state.withLock { state -> Int? in
        if state.isStopped { return nil }
        state.last += 1
        state.pairs[state.last] = Pair(client: client, server: server)
        return state.last
      }
      guard let key else {
        close(client)
        close(server)
        break
      }
      Thread.detachNewThread { [self] in pass(client, server, key) }
      Thread.detachNewThread { [self] in pass(server, client, key) }
    }
    close(listener)
  }

  private func connectToTarget() -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: target.utf8.prefix($0.count - 1)) }
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    if isConnected { return descriptor }
    close(descriptor)
    return nil
  }

  /// One direction of a connection, to its end.
  private func pass(_ source: Int32, _ sink: Int32, _ key: Int) {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    reading: while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      if state.withLock({ $0.pairs[key]?.isSilent ?? true }) { continue }
      var sent = 0
      while sent < count {
        let more = buffer.withUnsafeBytes { bytes in
          send(sink, bytes.baseAddress?.advanced(by: sent), count - sent, Int32(MSG_NOSIGNAL))
        }
        if more < 0, errno == EINTR { continue }
        if more <= 0 { break reading }
        sent += more
      }
    }
    state.withLock { state in
      guard var pair = state.pairs[key] else { return }
      // A silent pair does not signal its end either.
      if !pair.isSilent { shutdown(sink, Int32(SHUT_RDWR)) }
      pair.running -= 1
      state.pairs[key] = pair.running > 0 ? pair : nil
      if pair.running == 0 {
        close(pair.client)
        close(pair.server)
      }
    }
  }
}
