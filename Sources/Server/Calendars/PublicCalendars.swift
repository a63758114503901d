import AsyncHTTPClient
import Dispatch
import Domain
import Foundation
import Gateway
import NIOCore
import NIOHTTP1
import NIOPosix

/// Reads calendars on the web, from public addresses alone: a name is looked up once, all its addresses are checked, and the connection goes to
/// the one that was.
struct PublicCalendars: CalendarSource {
  private static let maximumRedirects = 3
  private static let timeout = TimeAmount.seconds(20)

  /// The hosts that an operator lets the server reach wherever they are.
  var exceptions: Set<String> = []

  func calendar(at url: String) async -> FetchedCalendar {
    var url = url
    for _ in 0...Self.maximumRedirects {
      switch await answer(of: url) {
      case .moved(let next): url = next
      case .done(let calendar): return calendar
      }
    }
    return .failure("The address leads on more than \(Self.maximumRedirects) times.")
  }

  private enum Step {
    case moved(String)
    case done(FetchedCalendar)
  }

  private func answer(of text: String) async -> Step {
    let url: PublicURL
    do throws(PublicURL.Problem) {
      url = try PublicURL(text)
    } catch {
      return .done(.failure("The address \(error.message)."))
    }
    guard let address = await Self.address(of: url.host, isChecked: !exceptions.contains(url.host)) else {
      return .done(.failure("The host has no public address."))
    }
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .seconds(15)))
    configuration.dnsOverride = [url.host: address]
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let step = await Self.answer(of: url, client)
    try? await client.shutdown()
    return step
  }

  private static func answer(of url: PublicURL, _ client: HTTPClient) async -> Step {
    var request = HTTPClientRequest(url: url.text)
    request.headers.add(name: "accept", value: "text/calendar")
    request.headers.add(name: "user-agent", value: "HatchEd-Gateway")
    do {
      let response = try await client.execute(request, deadline: .now() + timeout)
      switch Int(response.status.code) {
      case 301, 302, 303, 307, 308:
        guard let next = response.headers.first(name: "location").flatMap({ URL(string: $0, relativeTo: URL(string: url.text))?.absoluteString })
        else { return .done(.failure("The address leads on, and nobody knows where.")) }
        return .moved(next)
      case 200:
        let body = try await response.body.collect(upTo: SubscribedCalendar.maximumLength)
        return .done(.text(Array(body.readableBytesView)))
      case let code: return .done(.failure("The host answers with the status \(code)."))
      }
    } catch is NIOTooManyBytesError {
      return .done(.failure("The calendar has more than \(SubscribedCalendar.maximumLength) bytes."))
    } catch {
      return .done(.failure("The host cannot be reached."))
    }
  }

  /// The first address of a host, as text, if all of them are public.
  private static func address(of host: String, isChecked: Bool) async -> String? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: lookUp(host, isChecked: isChecked)) }
    }
  }

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
