import AsyncHTTPClient
import Domain
import Foundation
import Gateway
import NIOCore
import NIOHTTP1

/// Reads calendars on the web, from public addresses alone: see `PublicHost`.
struct PublicCalendars: CalendarSource {
  private static let maximumRedirects = 3
  /// The time for all answers on the way to a calendar.
  private static let timeout = TimeAmount.seconds(20)

  /// The hosts that may be anywhere.
  var exceptions = ReachableHosts.none

  func calendar(at url: String) async -> FetchedCalendar {
    var url = url
    let deadline = NIODeadline.now() + Self.timeout
    for _ in 0...Self.maximumRedirects {
      switch await answer(of: url, deadline) {
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

  private func answer(of text: String, _ deadline: NIODeadline) async -> Step {
    let url: PublicURL
    do throws(PublicURL.Problem) {
      url = try PublicURL(text, exceptions: exceptions)
    } catch {
      return .done(.failure("The address \(error.message)."))
    }
    guard let host = await PublicHost.found(for: url) else { return .done(.failure("The host has no public address.")) }
    let client = host.client()
    let step = await Self.answer(of: url, client, deadline)
    try? await client.shutdown()
    return step
  }

  private static func answer(of url: PublicURL, _ client: HTTPClient, _ deadline: NIODeadline) async -> Step {
    var request = HTTPClientRequest(url: url.text)
    request.headers.add(name: "accept", value: "text/calendar")
    request.headers.add(name: "user-agent", value: "HatchEd-Gateway")
    do {
      let response = try await client.execute(request, deadline: deadline)
      switch Int(response.status.code) {
      case 301, 302, 303, 307, 308:
        guard let next = response.headers.first(name: "location").flatMap({ URL(string: $0, relativeTo: URL(string: url.text))?.absoluteString })
        else { return .done(.failure("The address leads on, and nobody knows where.")) }
        return .moved(next)
      case 200:
        let body = try await response.body.collected(upTo: SubscribedCalendar.maximumLength, before: deadline)
        return .done(.text(Array(body.readableBytesView)))
      case let code: return .done(.failure("The host answers with the status \(code)."))
      }
    } catch is NIOTooManyBytesError {
      return .done(.failure("The calendar has more than \(SubscribedCalendar.maximumLength) bytes."))
    } catch {
      return .done(.failure("The host cannot be reached."))
    }
  }
}
