import AsyncHTTPClient
import Dispatch
import Domain
import Foundation
import Gateway
import NIOCore
import Synchronization

/// A host of an address that a family chose, looked up once: all its addresses are checked, and connections go to the one that was.
struct PublicHost: Hashable, Sendable {
  /// As the HTTP client reads it in the address: it connects to another one under any other spelling.
  let name: String
  /// As text.
  let address: String

  /// - Returns: nil for a host that has no address, or one that is not public, unless the operator has named it.
  static func found(for url: PublicURL, within seconds: Int = 10) async -> PublicHost? {
    guard let name = URL(string: url.text)?.host, !name.isEmpty else { return nil }
    let address: String? = await withCheckedContinuation { continuation in
      let answer = FirstAnswer(continuation)
      DispatchQueue.global().async { answer.give(lookUp(url.host, isChecked: !url.isException)) }
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { answer.give(nil) }
    }
    return address.map { PublicHost(name: name, address: $0) }
  }

  /// A client whose connections for this host go to the checked address. It follows no redirects.
  func client() -> HTTPClient {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .seconds(15)))
    configuration.dnsOverride = [name: address]
    // As many as there are messages under way: receivers of several families share a host, and those that stall must leave
    // connections to the others.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = WebhookWorker.room
    // Families choose the hosts: connections to many of them must not stay open.
    configuration.connectionPool.idleTimeout = .seconds(1)
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// The first address of a host, as text, if all of them are public.
  private static func lookUp(_ host: String, isChecked: Bool) -> String? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return nil }
    defer { freeaddrinfo(list) }
    var found: [String] = []
    var next = list
    while let entry = next {
      next = entry.pointee.ai_next
      guard let socket = entry.pointee.ai_addr else { continue }
      let bytes: [UInt8]
      switch entry.pointee.ai_family {
      case AF_INET:
        bytes = socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) } }
      case AF_INET6:
        bytes = socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) } }
      default: continue
      }
      guard let address = PublicAddress(bytes: bytes) else { continue }
      if isChecked, !address.isPublic { return nil }
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      guard getnameinfo(socket, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { continue }
      found.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    // IPv4 first: many servers have no other way out.
    return found.first { !$0.contains(":") } ?? found.first
  }
}

/// A continuation that the first of several answers resumes.
private final class FirstAnswer: Sendable {
  private let state: Mutex<CheckedContinuation<String?, Never>?>

  init(_ continuation: CheckedContinuation<String?, Never>) { state = Mutex(continuation) }

  func give(_ answer: String?) {
    let continuation = state.withLock { state in
      defer { state = nil }
      return state
    }
    continuation?.resume(returning: answer)
  }
}
