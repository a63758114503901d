import Domain
import Gateway
import GraphQL
import Logging
import Memory

/// Makes the calendars of feeds for the holders of their addresses.
struct CalendarFeedSite: Sendable {
  let feeds: CalendarFeeds
  /// Those who fetch calendars use up no limit of the members' other requests.
  let throttle = RequestThrottle()

  enum Outcome: Sendable {
    case calendar([UInt8])
    case refused
    case failed(GraphQLResponse)
  }

  /// The calendar of a feed, in the member's name: what comes from other areas goes the way of every request.
  func calendar(
    _ secret: FeedSecret, of feed: ServedFeed, _ gateway: Gateway, log: RequestLog, memory: MemoryReservation,
    network: @escaping @Sendable () -> ClientNetwork?
  ) async throws -> Outcome {
    guard var calendar = FeedCalendar(named: feed.name, zone: feed.zone, today: feed.today) else { return .refused }
    let (first, last) = calendar.bounds
    calendar.add(series: try await feeds.series(secret, of: feed, from: first, to: last))
    let kinds = feed.kinds.isEmpty ? FeedCalendar.otherKinds : FeedCalendar.otherKinds.filter(feed.kinds.contains)
    for window in kinds.isEmpty ? [] : calendar.windows {
      let answer = await gateway.answer(
        toOwn: FeedCalendar.document, FeedCalendar.variables(window, kinds: kinds, memberIDs: feed.memberIDs), as: .account(feed.viewer),
        log: log, memory: memory, network: network)
      switch answer {
      case .data(let data): calendar.add(calendar: data["calendar"] ?? .null)
      case .refused: return .refused
      case .failed(let response): return .failed(response)
      }
    }
    return .calendar(calendar.bytes)
  }
}
