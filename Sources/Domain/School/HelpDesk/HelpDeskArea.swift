package import Planning

extension Area where Viewer == Domain.Viewer {
  /// The help desk of schools (TT-06).
  package static var helpDesk: Area {
    Area(
      types: [Ticket.self, TicketMessage.self],
      hidden: [TicketFile.self, FamilyTicket.self, FamilyTicketMessage.self, FamilyTicketFile.self],
      resolvers: [
        "Viewer.tickets": .all(access: .signedIn) { ticket, _ in Ticket.isOfFamily(ticket) },
        "School.tickets": .toMany(access: .deskStaff) { ticket, _ in Ticket.isAnswered(ticket) },
        "Ticket.messages": .toMany(access: .schoolPeople),

        "Mutation.createTicket": TicketCreation.resolver,
        "Mutation.writeTicket": TicketWriting.write,
        "Mutation.answerTicket": TicketWriting.answer,
        "Mutation.closeTicket": TicketWriting.close,
      ],
      requirements: [.termsAccepted])
  }
}
