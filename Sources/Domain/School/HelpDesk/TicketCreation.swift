import GraphQL
import Planning
import SQL

/// `createTicket` (TT-06).
enum TicketCreation {
  static let maximumOfDay: Int32 = 10
  /// The most passages of the school's information that the answer offers.
  static let maximumOfPassages = 5

  static var resolver: Resolver<Viewer> {
    .communityMutation(answering: { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let school = try input.requiredID("schoolId")
      let title = try input.text("title", characters: 1...200, lines: .name) ?? ""
      let text = try TicketWriting.text(input)
      let files = try TicketFile.given(input)
      guard let kind = input.enumValue("kind").flatMap(TicketKind.init(rawValue:)) else { throw input.notFound("kind") }
      let account = try rows.account()
      guard account.places.audience.contains(school) else { throw input.notFound("schoolId") }
      guard let membership = rows.viewer.membership, try await rows.isEnrolled(at: school) else {
        throw .forbidden(TicketAction.create.refusal, at: input.path(of: "schoolId"))
      }
      let enrolment = try input.id("enrolmentId")
      if let enrolment { try await rows.requireEnrolment(enrolment, at: school, membership, input) }
      let own = input.adding(["by": membership.memberID.description])
      if try await rows.isNew(id, of: FamilyTicket.self, for: own), case .move(let state) = TicketTable.outcome(of: .create, in: nil) {
        try await rows.count(
          "tickets", "tickets", by: account.accountID.description, atMost: maximumOfDay, within: 86_400, at: input.place)
        try await rows.insert(
          Ticket.self, key: id,
          [
            Ticket.set(.familyID, .uuid(membership.familyID)), Ticket.set(.schoolID, .uuid(school)),
            Ticket.set(.authorID, .uuid(membership.memberID)), Ticket.set(.enrolmentID, enrolment.map { .uuid($0) } ?? .null(.uuid)),
            Ticket.set(.kind, .text(kind.rawValue)), Ticket.set(.title, .text(title)), Ticket.set(.state, .text(state.rawValue)),
          ])
        try await TicketWriting.add(
          text, as: .timeOrdered(), to: id, of: membership.familyID, at: school,
          by: try await rows.read(rows.memberName()), isFromStaff: false, files, input, rows)
      }
      var changed: ChangedKeys = ["ticket": id]
      changed[all: "passages"] = try await rows.call(.offerPassages(school: school, given: text, atMost: Int64(maximumOfPassages)))
      return .changed(changed, viewer: rows.viewer)
    }).listing(atMost: maximumOfPassages)
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Whether the viewer is one of the people of a school as a member of its family: a parent of an enrolled student from whom the school
  /// has not barred it, or such a student.
  fileprivate func isEnrolled(at school: UUIDValue) async throws(MutationFailure) -> Bool {
    try await found(Enrolment.self, columns: [.id]) { row in
      """
      \(row[.schoolID]) = \(bind: .uuid(school)) AND \(row[.state]) = 'CONFIRMED' \
      AND (\(row.viewer(.role)) = 'PARENT' OR \(row[.studentID]) = \(row.viewer(.memberID))) \
      AND NOT EXISTS (SELECT 1 FROM own_barred_enrolments() kept WHERE kept.id = \(row[.id]))
      """
    }.count > 0
  }

  /// Refuses an enrolment about which the viewer may not ask the school.
  fileprivate func requireEnrolment(
    _ enrolment: UUIDValue, at school: UUIDValue, _ membership: Membership, _ input: MutationInput
  ) async throws(MutationFailure) {
    let path = input.path(of: "enrolmentId")
    let known = try await row(Enrolment.self, key: enrolment, columns: [.schoolID, .studentID, .state])
    guard known.count == 1, known.uuid(row: 0, column: 0) == school else { throw input.notFound("enrolmentId") }
    guard membership.role == .parent || known.uuid(row: 0, column: 1) == membership.memberID else {
      throw .forbidden("A student asks about itself alone: leave out the enrolment, or name its own.", at: path)
    }
    if try await call(.ownBarredEnrolments()).contains(where: { $0.id == enrolment }) { throw EnrolmentChange.barred(at: path) }
    guard known.text(row: 0, column: 2) == "CONFIRMED" else {
      throw .conflict("The student is in no class of the school: ask without naming it.", at: path, version: nil)
    }
  }
}
