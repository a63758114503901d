package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// Conversations of the people of schools (TT-09), of members of families, of families of groups, and of families and providers (ME-13).
  package static func conversations(_ services: IdentityServices?) -> Area {
    let age = services?.consentAge ?? IdentityServices.consentAge
    let consent = MutationRequirement<Domain.Viewer>.consentToMessages(services)
    return Area(
      types: [Conversation.self, ConversationMessage.self],
      hidden: [ConversationWriter.self, ConversationReader.self, ConversationRead.self, ConversationFile.self, SentMessage.self, FamilyConversation.self],
      resolvers: [
        "School.correspondents": .toMany(access: .schoolPeople) { person, _ in
          // Students come of age at midnight.
          """
          \(person["id"]) = ANY (ARRAY(SELECT listed FROM \(unescaped: "correspondents", reading: .clock(.schoolMidnight))\
          (NULL::uuid, \(unescaped: "\(age)")) AS listed))
          """
        },
        "Viewer.conversations": .all(access: .signedIn),
        "Viewer.unreadConversationCount": Conversation.unreadCount,
        "Conversation.people": .toMany(through: ConversationWriter.self, from: .conversationID, to: .personID, access: .schoolPeople),
        "Conversation.readers": .toMany(through: ConversationReader.self, from: .conversationID, to: .personID, access: .schoolPeople),
        "Conversation.messages": .toMany(key: "conversation_id", access: .schoolPeople),

        "Mutation.startConversation": ConversationStart(consentAge: age).resolver.needing([
          consent.unless { input, _ throws(MutationFailure) in try ConversationPlace.named(by: input) != .school }
        ]),
        "Mutation.sendMessage": MessageSending(consentAge: age).resolver.needing([consent.unless(MessageSending.isOfFamily)]),
        "Mutation.markConversationRead": ConversationRead.mark,
      ],
      requirements: [.termsAccepted])
  }
}
