package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// Conversations of the people of schools (TT-09).
  package static func conversations(_ services: IdentityServices?) -> Area {
    let age = services?.consentAge ?? IdentityServices.consentAge
    let consent: [MutationRequirement<Viewer>] = [.consentToMessages(services)]
    return Area(
      types: [Conversation.self, ConversationMessage.self],
      hidden: [ConversationWriter.self, ConversationReader.self, ConversationRead.self],
      resolvers: [
        "School.correspondents": .toMany(access: .schoolPeople) { person, _ in
          "\(person["id"]) = ANY (ARRAY(SELECT correspondents(\(person["school_id"]), \(bind: .int4(age)))))"
        },
        "Viewer.conversations": .all(access: .signedIn),
        "Viewer.unreadConversationCount": Conversation.unreadCount,
        "Conversation.people": .toMany(through: ConversationWriter.self, from: .conversationID, to: .personID, access: .schoolPeople),
        "Conversation.readers": .toMany(through: ConversationReader.self, from: .conversationID, to: .personID, access: .schoolPeople),
        "Conversation.messages": .toMany(key: "conversation_id", access: .schoolPeople),

        "Mutation.startConversation": ConversationStart(services: services).resolver.needing(consent),
        "Mutation.sendMessage": ConversationMessages.send.needing(consent),
        "Mutation.markConversationRead": ConversationMessages.markRead,
      ],
      requirements: [.termsAccepted], exempt: ["Mutation.markConversationRead"])
  }
}
