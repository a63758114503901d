import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The demonstration family and another one without conversations and bookings, and a provider in the directory.
struct ProviderTalkGround {
  let ground: BookingGround

  static func run(_ database: Task<SchoolDatabase, any Error>, _ body: (ProviderTalkGround) async throws -> Void) async throws {
    try await BookingGround.run(database) { ground in
      for table in ["family_conversations", "conversations", "notifications", "account_notifications", "attempts"] {
        try await ground.talk.database.run(SQL("DELETE FROM \(identifier: table)"))
      }
      try await body(ProviderTalkGround(ground: ground))
    }
  }

  var talk: Conversation { ground.talk }
  var provider: AccountViewer { ground.provider }
  /// A parent of another family.
  var stranger: AccountViewer { talk.stranger }

  func start(_ fields: String = "", id: String = newID(), with provider: String? = nil, as viewer: AccountViewer) async throws -> JSONValue {
    try await talk.answer(
      """
      mutation { startConversation(input: {id: "\(id)", providerId: "\(provider ?? ground.providerID)"\(fields)}) {
        conversation { id kind title isOpen unreadCount messages { text authorName isMine } }
      } }
      """, as: viewer)
  }

  /// The id of the conversation that a parent begins or finds.
  func started(_ fields: String = "", as viewer: AccountViewer? = nil) async throws -> String {
    let answer = try await start(fields, as: viewer ?? talk.elena)
    return try #require(answer.at("data", "startConversation", "conversation", "id")?.string, "\(answer)")
  }

  func send(
    _ text: String, to conversation: String, id: String = newID(), _ fields: String = "", as viewer: AccountViewer
  ) async throws -> JSONValue {
    try await talk.answer(
      """
      mutation { sendMessage(input: {id: "\(id)", conversationId: "\(conversation)", text: "\(text)"\(fields)}) {
        message { id text authorName isMine author { name } }
      } }
      """, as: viewer)
  }

  /// The conversations of a viewer: the title, the unread messages, and the texts with their authors, the latest first.
  func seen(_ viewer: AccountViewer) async throws -> [String] {
    let data = try await talk.ask(
      "{ viewer { unreadConversationCount conversations { title unreadCount messages { text authorName isMine } } } }", as: viewer)
    let talks = data.at("viewer", "conversations")?.array ?? []
    let unread = talks.filter { ($0.at("unreadCount")?.number ?? 0) > 0 }.count
    #expect(data.at("viewer", "unreadConversationCount")?.number.map { Int($0) } == unread, "\(data)")
    return talks.map { talk in
      let messages = (talk.at("messages")?.array ?? []).map { message in
        "\(message.at("authorName")?.string ?? "")\(message.at("isMine") == .bool(true) ? " (own)" : ""): \(message.at("text")?.string ?? "")"
      }
      let unread = talk.at("unreadCount")?.number.map { "\(Int($0))" } ?? "null"
      return (["\(talk.at("title")?.string ?? "") \(unread)"] + messages).joined(separator: " | ")
    }
  }

  /// Does the background work that is due.
  func tell() async throws {
    while try await talk.text("SELECT tell_messages(1)::text") != "0" {}
  }

  /// The titles of the notifications of messages.
  func notices(_ viewer: AccountViewer) async throws -> [String] {
    let data = try await talk.ask("{ viewer { notifications(first: 50) { kind event title } } }", as: viewer)
    return (data.at("viewer", "notifications")?.array ?? []).filter { $0.at("kind")?.string == "CONVERSATION" }.map {
      "\($0.at("event")?.string ?? ""): \($0.at("title")?.string ?? "")"
    }
  }
}
