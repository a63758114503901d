import Domain
import Gateway
import GraphQL
import SQL
import TestSupport
import Testing

/// The addresses of calendar feeds (ME-07) end with the place of their member, and come back with nobody.
@Suite struct CalendarFeedEndTests {
  private static let database = Task { try await SchoolDatabase("calendar_feed_ends", families: 1) }

  private func run(_ body: (Household) async throws -> Void) async throws {
    try await Household.run(on: Self.database.value, body)
  }

  private func newFeed(of person: Person) async throws -> (id: UUIDValue, secret: FeedSecret) {
    let made = try await person.ask(#"mutation { createCalendarFeed(input: {name: "Feed"}) { path calendarFeed { id } } }"#)
    let id = try #require(made.at("data", "createCalendarFeed", "calendarFeed", "id")?.string, "\(made)")
    let path = try #require(made.at("data", "createCalendarFeed", "path")?.string)
    return (try #require(UUIDValue(id)), try #require(FeedSecret(path: path)))
  }

  private func isKnown(_ secret: FeedSecret, _ household: Household) async throws -> Bool {
    try await CalendarFeeds(pool: household.gateway.pool).feed(secret) != nil
  }

  /// How many rows a feed has: of itself, and of its secret.
  private func rows(of feed: UUIDValue, _ household: Household) async throws -> Int32? {
    try await household.database.run(
      """
      SELECT ((SELECT count(*) FROM calendar_feeds WHERE id = \(bind: .uuid(feed))) \
      + (SELECT count(*) FROM calendar_feed_secrets WHERE feed_id = \(bind: .uuid(feed))))::int4
      """
    ).int4(row: 0, column: 0)
  }

  /// How the account of a student leaves, while its profile stays.
  enum Departure: String, CaseIterable {
    case removal, leaving, deletion

    func take(_ student: Person, of parent: Person) async throws {
      switch self {
      case .removal:
        let id = try await student.memberID
        let removed = try await parent.ask(#"mutation { removeMember(input: {id: "\#(id)", keepProfile: true}) { id } }"#)
        #expect(removed.at("errors") == nil, "\(removed)")
      case .leaving:
        let left = try await student.ask("mutation { leaveFamily { session { token } viewer { role } } }")
        #expect(left.at("errors") == nil, "\(left)")
      case .deletion:
        let gone = try await student.ask(#"mutation { deleteAccount(input: {confirmation: "Student"}) { accountId } }"#)
        #expect(gone.at("errors") == nil, "\(gone)")
      }
    }
  }

  @Test("A profile that another account claims brings no address back", arguments: Departure.allCases)
  func claimed(after departure: Departure) async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let id = try await student.memberID
      let (feed, secret) = try await newFeed(of: student)
      #expect(try await isKnown(secret, household))
      #expect(try await rows(of: feed, household) == 2)
      try await departure.take(student, of: parent)
      #expect(try await !isKnown(secret, household))
      #expect(try await rows(of: feed, household) == 0)

      let next = try await household.newcomer(.student, name: "Next")
      let accepted = try await next.accept(try await household.invitation(of: parent, #"role: STUDENT, studentId: "\#(id)""#))
      #expect(accepted.at("data", "acceptInvitation", "viewer", "member", "id")?.string == id, "\(accepted)")
      #expect(try await !isKnown(secret, household))
      let own = try await next.ask("{ viewer { calendarFeeds { id } } }")
      #expect(own.at("data", "viewer", "calendarFeeds") == .array([]), "\(own)")
      // The new owner of the profile has addresses of its own.
      let (_, other) = try await newFeed(of: next)
      #expect(other != secret)
      #expect(try await isKnown(other, household))
    }
  }

  @Test func `A parent who is removed has no address any more, and those of the others stay`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let ben = try await household.newcomer(.parent, name: "Ben")
      try await ben.accept(try await household.invitation(of: parent, "role: PARENT"))
      let (feed, secret) = try await newFeed(of: ben)
      let (_, kept) = try await newFeed(of: parent)
      let id = try await ben.memberID
      let removed = try await parent.ask(#"mutation { removeMember(input: {id: "\#(id)"}) { id } }"#)
      #expect(removed.at("errors") == nil, "\(removed)")
      #expect(try await !isKnown(secret, household))
      #expect(try await rows(of: feed, household) == 0)
      #expect(try await isKnown(kept, household))
    }
  }

  @Test func `The same account that comes back has its old addresses no more`() async throws {
    try await run { household in
      let (parent, _) = try await household.parent()
      let student = try await household.student(of: parent)
      let id = try await student.memberID
      let (_, secret) = try await newFeed(of: student)
      try await Departure.removal.take(student, of: parent)
      try await student.refresh()
      let accepted = try await student.accept(try await household.invitation(of: parent, #"role: STUDENT, studentId: "\#(id)""#))
      #expect(accepted.at("data", "acceptInvitation", "viewer", "member", "id")?.string == id, "\(accepted)")
      #expect(try await !isKnown(secret, household))
    }
  }
}
