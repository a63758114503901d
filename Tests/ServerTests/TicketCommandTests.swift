import Foundation
import SQL
import Testing

@testable import Server

/// `hatched ticket`, as a process.
@Suite struct TicketCommandTests {
  private static let database = Task {
    let database = try await EmptyDatabase("ticket_commands")
    try #require(try await database.hatched(["migrate"]).status == 0)
    try #require(try await database.hatched(["seed", "--demo"]).status == 0)
    return database
  }

  private func id(_ database: EmptyDatabase, _ kind: String) async throws -> String {
    try #require(try await database.texts("SELECT id::text FROM tickets WHERE kind = \(bind: .text(kind)) ORDER BY 1 LIMIT 1").first)
  }

  @Test func `The operator lists, answers and closes the tickets about faults of the program, and no others`() async throws {
    let database = try await Self.database.value
    let (bug, question) = (try await id(database, "BUG"), try await id(database, "QUESTION"))
    let list = try await database.hatched(["ticket", "list"])
    #expect(list.status == 0, "\(list.errors)")
    #expect(list.output.contains("\(bug)  OPEN  ") && list.output.contains("  Hill School: The calendar is empty\n"), "\(list.output)")
    #expect(list.output.contains("  Mateo Rivera:\n      My calendar shows no events of October.\n"), "\(list.output)")
    #expect(!list.output.contains("Rubber boots"))
    let answer = try await database.hatched(["ticket", "answer", bug, "--text", "Fixed.\nThank you!", "--name", "Robin"])
    #expect(answer.status == 0 && answer.output == "\(bug)  ANSWERED\n", "\(answer.errors)")
    #expect(
      try await database.texts("SELECT author_name || ': ' || text FROM ticket_messages WHERE is_from_staff AND ticket_id = \(bind: .text(bug))::uuid")
        == ["Robin: Fixed.\nThank you!"])
    #expect(
      try await database.texts("SELECT event || ' ' || body FROM notifications WHERE kind = 'TICKET'") == ["TICKET Fixed.\nThank you!"])
    #expect(try await database.hatched(["ticket", "list"]).output == "")
    #expect(try await database.hatched(["ticket", "list", "--all"]).output.contains("\(bug)  ANSWERED"))
    let closed = try await database.hatched(["ticket", "close", bug])
    #expect(closed.status == 0 && closed.output == "\(bug)  CLOSED\n", "\(closed.errors)")
    for id in [question, UUID().uuidString] {
      for arguments in [["answer", id, "--text", "No."], ["close", id]] {
        let end = try await database.hatched(["ticket"] + arguments)
        #expect(end.status == 1 && end.errors.contains("there is no ticket about a fault of the program"), "\(end.errors)")
      }
    }
  }

  @Test(
    "hatched ticket refuses",
    arguments: [
      (["answer", "abc", "--text", "A"], "abc is no id of a ticket."),
      (["close", "abc"], "abc is no id of a ticket."),
      (["answer", "0190163d-8694-739b-aea5-966c26f8ad91", "--text", " "], "An answer has 1 to 10,000 characters"),
      (["answer", "0190163d-8694-739b-aea5-966c26f8ad91", "--text", "A", "--name", "A\nB"], "A name has 1 to 200 characters"),
      (["answer", "0190163d-8694-739b-aea5-966c26f8ad91"], "Missing expected argument '--text <text>'"),
    ])
  func refused(arguments: [String], message: String) async throws {
    let database = try await Self.database.value
    let end = try await database.hatched(["ticket"] + arguments)
    #expect(end.status != 0)
    #expect(end.errors.contains(message), "\(end.errors)")
  }
}
