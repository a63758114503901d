import GraphQL
import Planning
import SQL

/// How parents and the staff of a class write to each other (BG-11), and how parents say who comes (BG-10).
enum SchoolMessageChange {
  private static let characters = 1...2_000

  static var sendAsParent: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let text = try input.text("text", characters: characters, lines: .many) ?? ""
      let enrolment = try input.requiredID("enrolmentId")
      let id = try input.newID()
      let own = input.adding(["by": rows.viewer.membership?.memberID.description ?? ""])
      guard try await rows.isNew(id, of: SchoolMessage.self, for: own) else { return ["message": id] }
      let found = try await rows.row(Enrolment.self, key: enrolment, columns: [.state])
      guard found.count == 1 else { throw input.notFound("enrolmentId") }
      guard found.text(row: 0, column: 0) == "CONFIRMED" else {
        throw .conflict("The student is in no class of the school: ask the school to place it in one.", at: input.path(of: "enrolmentId"), version: nil)
      }
      if try await rows.call(.isBarredFrom(enrolment: enrolment)) {
        throw EnrolmentChange.barred(at: input.path(of: "enrolmentId"))
      }
      try await rows.count(
        "schoolMessages", "messages to schools", by: rows.viewer.membership?.memberID.description ?? "", atMost: 60, within: 3600,
        at: input.path(of: "text"))
      try await rows.insert(
        SchoolMessage.self, key: id,
        [
          SchoolMessage.set(.enrolmentID, .uuid(enrolment)), SchoolMessage.set(.isFromStaff, .bool(false)),
          SchoolMessage.set(.authorName, .text(try await rows.read(rows.memberName()))), SchoolMessage.set(.text, .text(text)),
        ])
      return ["message": id]
    }
  }

  static var sendAsStaff: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let text = try input.text("text", characters: characters, lines: .many) ?? ""
      let student = try input.requiredID("studentId")
      try await rows.call(.lockFamiliesAsStaff(enrolled: [student], guarding: [], open: []))
      let found = try await rows.row(ClassStudent.self, key: student, columns: [.familyID, .staffSchoolID])
      guard found.count == 1, let family = found.uuid(row: 0, column: 0) else { throw input.notFound("studentId") }
      let id = try input.newID()
      let author = try await rows.read(rows.staffNames()).name(at: found.uuid(row: 0, column: 1))
      // A message never changes: the one that is there says what was sent. The family is locked.
      let sent = try await rows.row(ClassMessage.self, key: id, columns: [.enrolmentID, .text, .authorName, .isFromStaff])
      if sent.count == 1 {
        guard sent.uuid(row: 0, column: 0) == student, sent.text(row: 0, column: 1) == text, sent.text(row: 0, column: 2) == author,
          sent.isTrue(row: 0, column: 3)
        else { throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil) }
        return ["message": id]
      }
      try await rows.count(
        "classMessages", "messages to parents", by: try rows.account().accountID.description, atMost: 300, within: 3600,
        at: input.path(of: "text"))
      try await rows.insert(
        ClassMessage.self, key: id,
        [
          ClassMessage.set(.familyID, .uuid(family)), ClassMessage.set(.enrolmentID, .uuid(student)),
          ClassMessage.set(.isFromStaff, .bool(true)), ClassMessage.set(.authorName, .text(author)),
          ClassMessage.set(.text, .text(text)),
        ])
      return ["message": id]
    }
  }

  /// Names the person who collects a student on a day. Refuses a person with the name of one whom the school has
  /// barred, and notifies staff.
  static var sayWhoComes: Resolver<Viewer> {
    .mutation(access: .parents) { input throws(MutationFailure) in
      let enrolment = try input.requiredID("enrolmentId")
      let collector = try input.id("collectorId")
      let day = try input.date("day")
      return { rows throws(MutationFailure) in
        if let collector, let refusal = try await refusal(of: collector, for: enrolment, input, rows) { return .refused(refusal) }
        switch try await rows.call(.sayWhoComes(enrolment: enrolment, collector: collector, givenDay: day)) {
        case .done: break
        case .barred: throw EnrolmentChange.barred(at: input.path(of: "enrolmentId"))
        case .class:
          throw .notFound("Nobody of this enrolment with this id may collect the student on the day.", at: input.path(of: "collectorId"))
        case .limit: throw .invalid("\"day\" must not have ended in the school's time zone.", at: input.path(of: "day"))
        case .none: throw input.notFound("enrolmentId")
        }
        return .changed(["enrolment": enrolment])
      }
    }
  }

  private static func refusal(
    of collector: UUIDValue, for enrolment: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> MutationFailure? {
    let found = try await rows.row(Collector.self, key: collector, columns: [.name, .enrolmentID])
    guard found.count == 1, found.uuid(row: 0, column: 1) == enrolment, let name = found.text(row: 0, column: 0),
      try await rows.barredName(like: name, for: enrolment) != nil
    else { return nil }
    try await rows.call(.noteToStaff(enrolment: enrolment, subject: "BARRED_COLLECTOR", person: name))
    return .forbidden("The school has barred a person of this name from the student: ask the school.", at: input.path(of: "collectorId"))
  }
}
