import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The demonstration's school without conversations. Leo is in the Foxes with Omar Nasser, Mia in the Owls with Thea Becker.
struct ConversationGround {
  let pickup: PickupGround

  static func run(_ name: String, _ body: (ConversationGround) async throws -> Void) async throws {
    try await PickupGround.run("conversations_\(name)") { pickup in
      for table in ["consents", "conversations", "content_hidings", "school_reports"] {
        try await pickup.database.run(SQL("DELETE FROM \(identifier: table)"))
      }
      try await body(ConversationGround(pickup: pickup))
    }
  }

  var leo: AccountViewer { AccountViewer(pickup.database.demonstration.accounts[3]) }

  func ask(_ query: String, as viewer: AccountViewer) async throws -> JSONValue { try await pickup.ask(query, as: viewer) }

  func correspondents(_ viewer: AccountViewer) async throws -> [String: String] {
    let answer = try await ask("{ schools { correspondents { id name } } }", as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    let people = answer.at("data", "schools", 0, "correspondents")?.array ?? []
    return Dictionary(people.map { ($0.at("name")?.string ?? "", $0.at("id")?.string ?? "") }) { $1 }
  }

  func person(_ name: String) async throws -> String {
    try await pickup.database.run("SELECT id::text FROM school_people WHERE name = \(bind: .text(name))").text(row: 0, column: 0) ?? ""
  }

  func start(_ fields: String, id: String = newID(), as viewer: AccountViewer) async throws -> JSONValue {
    try await ask(
      """
      mutation { startConversation(input: {id: "\(id)", schoolId: "\(DemonstrationFamily.schoolID)", \(fields)}) {
        conversation { id kind title people { name } readers { name } schoolClass { name } messages { text isMine authorName } }
      } }
      """, as: viewer)
  }

  /// The id of a new conversation with people.
  func started(with names: [String], _ text: String = "Hello", as viewer: AccountViewer) async throws -> String {
    var ids: [String] = []
    for name in names { ids.append("\"\(try await person(name))\"") }
    let answer = try await start("personIds: [\(ids.joined(separator: ", "))], text: \"\(text)\"", as: viewer)
    return try #require(answer.at("data", "startConversation", "conversation", "id")?.string, "\(answer)")
  }

  func send(
    _ text: String, to conversation: String, id: String = newID(), _ fields: String = "", as viewer: AccountViewer
  ) async throws -> JSONValue {
    try await ask(
      """
      mutation { sendMessage(input: {id: "\(id)", conversationId: "\(conversation)", text: "\(text)"\(fields)}) { message { id text } } }
      """, as: viewer)
  }

  /// The number of conversations with unread messages, and that of unread messages in each.
  func unread(_ viewer: AccountViewer) async throws -> [String] {
    let answer = try await ask("{ viewer { unreadConversationCount conversations { unreadCount } } }", as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    let viewer = answer.at("data", "viewer")
    let counts = [viewer?.at("unreadConversationCount")] + (viewer?.at("conversations")?.array ?? []).map { $0.at("unreadCount") }
    return counts.map { $0?.number.map { "\(Int($0))" } ?? "null" }
  }

  /// The texts that a viewer sees, the latest first; nil where it sees no such conversation.
  func texts(_ conversation: String, as viewer: AccountViewer) async throws -> [String]? {
    let answer = try await ask(#"{ conversation(id: "\#(conversation)") { messages { text } } }"#, as: viewer)
    return answer.at("data", "conversation", "messages")?.array?.compactMap { $0.at("text")?.string }
  }

  func names(_ field: String, of conversation: String, as viewer: AccountViewer) async throws -> [String]? {
    let answer = try await ask(#"{ conversation(id: "\#(conversation)") { \#(field) { name } } }"#, as: viewer)
    return answer.at("data", "conversation", .key(field))?.array?.compactMap { $0.at("name")?.string }
  }

  func consent() async throws {
    let given = try await ask(
      #"mutation { giveConsent(input: {studentId: "\#(try await pickup.students().leo)", kind: MESSAGES}) { student { id } } }"#,
      as: pickup.parent)
    #expect(given.at("errors") == nil, "\(given)")
  }
}
