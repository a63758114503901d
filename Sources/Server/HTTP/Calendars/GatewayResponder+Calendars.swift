import Domain
import Gateway
import GraphQL
import Logging
import Memory
import NIOCore
import NIOHTTP1

extension GatewayResponder {
  /// Answers a request by the address of a calendar feed, which is the right to read it. A feed of a family in which nothing has changed
  /// since the last time costs one look-up.
  func calendar(_ request: ReceivedRequest, _ site: CalendarFeedSite, _ log: RequestLog) async -> Answer {
    guard request.method == .GET || request.method == .HEAD else { return answer(to: .method(allowed: "GET, HEAD")) }
    guard let secret = FeedSecret(path: request.path) else { return answer(to: .unknownAddress) }
    guard admission.isOpen else { return answer(to: .outOfService) }
    let network: @Sendable () -> ClientNetwork? = { self.network(of: request) }
    let memory = memory.reservation(for: MemoryOwner(nil, network: network))
    do throws(RequestThrottle.TooMany) {
      let lease = AnswerLease(try site.throttle.begin(nil, network: network), of: site.throttle, memory: memory)
      return await calendar(request, site, secret, lease, log, network)
    } catch {
      return answer(to: .tooMany(error))
    }
  }

  private func calendar(
    _ request: ReceivedRequest, _ site: CalendarFeedSite, _ secret: FeedSecret, _ lease: AnswerLease, _ log: RequestLog,
    _ network: @escaping @Sendable () -> ClientNetwork?
  ) async -> Answer {
    do {
      guard let feed = try await site.feeds.feed(secret) else { return answer(to: .unknownAddress) }
      let condition = request.headers.list("if-none-match").flatMap { EntityTags($0) }
      let held = condition?.ofFeeds ?? []
      if let tag = held.first(where: { $0.stamp == feed.stamp }) { return unchanged(tag, lease) }
      let outcome = try await site.calendar(secret, of: feed, gateway, log: log, memory: lease.memory, network: network)
      // The rows are gone.
      _ = lease.memory.hold(0, for: .rows)
      switch outcome {
      case .refused: return answer(to: .unknownAddress)
      case .failed(let response): return await answer(with: response, to: request, as: .json, lease)
      case .calendar(let bytes):
        let tag = FeedTag(of: bytes, stamp: feed.stamp)
        if condition == .any || held.contains(where: { $0.content == tag.content }) { return unchanged(tag, lease) }
        guard lease.memory.hold(bytes.count, for: .json) else { return answer(to: .outOfMemory) }
        var answer = Answer(
          status: .ok,
          headers: [
            "content-type": "text/calendar; charset=utf-8", "etag": "\(tag)", "cache-control": Self.revalidated,
            "content-security-policy": "default-src 'none'; sandbox", "referrer-policy": "no-referrer", "x-robots-tag": "noindex",
          ], body: ByteBuffer(bytes: bytes))
        answer.body.lease = lease
        return answer
      }
    } catch {
      log.logger.error("a calendar cannot be read", metadata: ["error": "\(error)"])
      return answer(to: .outOfService)
    }
  }

  private func unchanged(_ tag: FeedTag, _ lease: AnswerLease) -> Answer {
    var answer = Answer(status: .notModified, headers: ["cache-control": Self.revalidated, "etag": "\(tag)"], body: ByteBuffer())
    answer.body.lease = lease
    return answer
  }
}
