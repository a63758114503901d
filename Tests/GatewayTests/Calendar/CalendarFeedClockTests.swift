import Domain
import Gateway
import GraphQL
import SQL
import TestSupport
import Testing

/// The stamps of calendar feeds (ME-07) as time passes, while nothing is written.
@Suite(.serialized) struct CalendarFeedClockTests {
  private static let database = Task { try await SchoolDatabase("calendar_feed_clock", families: 1) }

  /// A new feed of the demonstration family.
  private struct Feed {
    let feeds: CalendarFeeds
    let secret: FeedSecret

    init(_ talk: Conversation) async throws {
      let made = try await talk.ask(#"mutation { createCalendarFeed(input: {name: "Feed"}) { path } }"#, as: talk.elena)
      let path = try #require(made.at("createCalendarFeed", "path")?.string)
      secret = try #require(FeedSecret(path: path))
      feeds = CalendarFeeds(pool: talk.gateway.pool)
    }

    func stamp() async throws -> String? { try await feeds.feed(secret)?.stamp }
  }

  @Test func `A booking that nobody has confirmed gives a feed another stamp at its start`() async throws {
    try await BookingGround.run(Self.database) { ground in
      let feed = try await Feed(ground.talk)
      let id = try await ground.booked()
      try await ground.shift(id, startsIn: "3 seconds")
      let before = try #require(try await feed.stamp())
      #expect(try await feed.stamp() == before)
      try await Task.sleep(for: .seconds(4))
      let after = try #require(try await feed.stamp())
      #expect(after != before)
      #expect(try await feed.stamp() == after)
      #expect(try await ground.states(id) == ["CANCELLED", "CANCELLED"])
    }
  }

  @Test func `A booking that is confirmed does not`() async throws {
    try await BookingGround.run(Self.database) { ground in
      let feed = try await Feed(ground.talk)
      let id = try await ground.booked()
      _ = try await ground.act("confirmBooking", id, as: ground.provider)
      try await ground.shift(id, startsIn: "3 seconds")
      let before = try #require(try await feed.stamp())
      try await Task.sleep(for: .seconds(4))
      #expect(try await feed.stamp() == before)
      #expect(try await ground.states(id) == ["CONFIRMED", "CONFIRMED"])
    }
  }
}
