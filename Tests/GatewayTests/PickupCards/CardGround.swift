import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The demonstration's school with its reader, for tests that change it.
struct CardGround {
  let pickup: PickupGround

  static func run(_ name: String, _ body: (CardGround) async throws -> Void) async throws {
    try await PickupGround.run(name) { pickup in
      // Leo was absent, and is here again.
      try await pickup.database.run("UPDATE enrolments SET absent_on = NULL")
      try await body(CardGround(pickup: pickup))
    }
  }

  static func checkIn(_ card: String) -> String {
    #"mutation { checkInByCard(input: {cardId: "\#(card)"}) { checkIns { dismissalId name state } } }"#
  }

  func send(_ query: String, _ token: String) async throws -> JSONValue {
    try await pickup.gateway.send(query, authorization: "Bearer \(token)").json
  }

  func checkIn(_ card: String, _ token: String = DemonstrationFamily.cardReaderToken) async throws -> JSONValue {
    try await send(Self.checkIn(card), token)
  }

  func names(in answer: JSONValue) -> [String] {
    (answer.at("data", "checkInByCard", "checkIns")?.array ?? []).compactMap { $0.at("name")?.string }
  }

  func link(_ card: String, as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await pickup.ask(
      #"mutation { linkCard(input: {cardId: "\#(card)"}) { card { id parent { name } schoolId blockedAt } } }"#,
      as: viewer ?? pickup.parent)
  }

  func createReader(order: String = "AS_PRINTED") async throws -> JSONValue {
    try await pickup.ask(
      """
      mutation { createCardReader(input: {schoolId: "\(DemonstrationFamily.schoolID)", name: "Hall", byteOrder: \(order)}) {
        token reader { id name byteOrder revokedAt }
      } }
      """, as: pickup.administrator)
  }

  /// Bars a parent from all of its children.
  func bar(_ name: String) async throws {
    let students = try await pickup.ask(
      "{ schools(first: 1) { students { guardians { id name } } } }", as: pickup.administrator)
    for student in students.at("data", "schools", 0, "students")?.array ?? [] {
      let guardian = student.at("guardians")?.array?.first { $0.at("name")?.string == name }
      let id = try #require(guardian?.at("id")?.string)
      let barred = try await pickup.ask(
        #"mutation { barGuardian(input: {id: "\#(id)"}) { guardian { isBarred } } }"#, as: pickup.administrator)
      #expect(barred.at("data", "barGuardian", "guardian", "isBarred") == .bool(true))
    }
  }
}
