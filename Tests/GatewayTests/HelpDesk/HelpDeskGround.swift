import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The demonstration school without tickets, for tests that write these.
struct HelpDeskGround {
  let pickup: PickupGround
  let mia: String
  let leosEnrolment: String

  static func run(_ name: String, _ body: (HelpDeskGround) async throws -> Void) async throws {
    try await PickupGround.run("desk_\(name)") { pickup in
      try await pickup.database.run("DELETE FROM tickets")
      try await body(
        HelpDeskGround(
          pickup: pickup, mia: try await pickup.enrolment(of: "Mia"), leosEnrolment: try await pickup.enrolment(of: "Leo")))
    }
  }

  var parent: AccountViewer { pickup.parent }
  var otherParent: AccountViewer { pickup.otherParent }
  /// A student who has left the school.
  var ada: AccountViewer { AccountViewer(pickup.database.demonstration.accounts[2]) }
  /// In the class of `pickup.otherTeacher`.
  var leo: AccountViewer { AccountViewer(pickup.database.demonstration.accounts[3]) }

  func ask(_ query: String, as viewer: AccountViewer) async throws -> JSONValue { try await pickup.ask(query, as: viewer) }

  func create(
    _ kind: String = "QUESTION", about enrolment: String? = nil, title: String = "Boots", text: String = "Does she need boots?",
    more: String = "", as viewer: AccountViewer? = nil
  ) async throws -> JSONValue {
    let child = enrolment.map { #", enrolmentId: "\#($0)""# } ?? ""
    return try await ask(
      #"""
      mutation { createTicket(input: {
        schoolId: "\#(DemonstrationFamily.schoolID)", kind: \#(kind), title: "\#(title)", text: "\#(text)"\#(child)\#(more)
      }) {
        ticket { id kind title state studentName messages { id text isFromStaff authorName } }
        passages { information { title } excerpt { text isMatch } }
      } }
      """#, as: viewer ?? parent)
  }

  /// The id of a new ticket.
  func created(_ kind: String = "QUESTION", about enrolment: String? = nil, as viewer: AccountViewer? = nil) async throws -> String {
    let answer = try await create(kind, about: enrolment, as: viewer)
    return try #require(answer.at("data", "createTicket", "ticket", "id")?.string, "\(answer)")
  }

  /// `writeTicket` or `answerTicket`.
  func send(
    _ mutation: String, _ id: String, text: String = "And on Fridays?", more: String = "", as viewer: AccountViewer
  ) async throws -> JSONValue {
    try await ask(
      #"mutation { \#(mutation)(input: {ticketId: "\#(id)", text: "\#(text)"\#(more)}) { ticket { id state } } }"#, as: viewer)
  }

  func write(_ id: String, as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await send("writeTicket", id, as: viewer ?? parent)
  }

  func answer(_ id: String, as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await send("answerTicket", id, as: viewer ?? pickup.administrator)
  }

  func close(_ id: String, as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await ask(#"mutation { closeTicket(input: {id: "\#(id)"}) { ticket { id state } } }"#, as: viewer ?? parent)
  }

  /// The state of a ticket as somebody reads it; nil where it does not see the ticket.
  func state(_ id: String, as viewer: AccountViewer) async throws -> String? {
    try await ask(#"{ ticket(id: "\#(id)") { state messages { id } } }"#, as: viewer).at("data", "ticket", "state")?.string
  }

  func count(_ query: SQL) async throws -> Int64? { try await pickup.database.run(query).int8(row: 0, column: 0) }
}
