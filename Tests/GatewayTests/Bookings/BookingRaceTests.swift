import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Many families who want one hour of a provider: one has it, and the others are told so.
@Suite(.serialized) struct BookingRaceTests {
  private static let clients = 20
  private static let hours = 25
  private static let database = Task { try await SchoolDatabase("booking_races", families: clients) }

  @Test func `Of twenty clients who book a free hour one has it, and the others have a conflict`() async throws {
    try await BookingGround.run(Self.database) { ground in
      let viewers = (0..<Self.clients).map { AccountViewer(ground.talk.database.sample.parentAccount(of: $0)) }
      for hour in 0..<Self.hours {
        let (from, until) = (BookingGround.moment(60 + hour, "09:00"), BookingGround.moment(60 + hour, "10:00"))
        let codes = try await withThrowingTaskGroup(of: String?.self) { group in
          for viewer in viewers { group.addTask { try await ground.book(from, until, as: viewer).code } }
          return try await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(codes.filter { $0 == nil }.count == 1, "\(codes)")
        #expect(codes.compactMap(\.self).allSatisfy { $0 == "CONFLICT" }, "\(codes)")
      }
      #expect(try await ground.talk.text("SELECT count(*)::text FROM bookings") == "\(Self.hours)")
    }
  }

  @Test func `Two times of a provider that overlap are refused, by any statement`() async throws {
    try await BookingGround.run(Self.database) { ground in
      _ = try await ground.booked(90)
      let taken = try await ground.talk.text("SELECT account_id::text || ' ' || provider_id || ' ' || starts_at || '|' || ends_at FROM provider_slots LIMIT 1")
      #expect(!taken.isEmpty)
      let error = await #expect(throws: StatementError.self) {
        try await ground.talk.database.run(
          """
          INSERT INTO provider_slots (account_id, id, provider_id, kind, is_pending, starts_at, ends_at)
          SELECT account_id, gen_random_uuid(), provider_id, 'BUSY', false, starts_at + interval '59 minutes', ends_at + interval '1 hour'
          FROM provider_slots
          """)
      }
      #expect(error?.constraint == "provider_slots_free")
    }
  }
}
