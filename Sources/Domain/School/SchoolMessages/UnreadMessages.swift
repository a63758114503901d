import GraphQL
import Planning
import SQL

/// The messages between parents and staff that the viewer has not read, and how it marks them as read (BG-11).
enum UnreadMessages {
  /// The number of messages of staff that the viewer has not read as a parent; none of a student from whom the school has barred it.
  static var ofEnrolment: Resolver<Viewer> {
    .expression(.int4, access: .parents) { row, _ in
      """
      (SELECT count(*)::int4 FROM class_messages unread WHERE unread.family_id = \(row["family_id"]) \
      AND unread.enrolment_id = \(row["id"]) AND unread.is_from_staff AND NOT \(PickupGuardian.isBarred(row, by: "id")) \
      AND unread.created_at > coalesce((SELECT reads.read_until FROM message_reads reads \
      WHERE reads.family_id = \(row["family_id"]) AND reads.member_id = \(row.viewer(.memberID)) \
      AND reads.enrolment_id = \(row["id"])), '-infinity'))
      """
    }
  }

  /// The number of messages of parents that the viewer has not read as staff.
  /// - Parameter column: the column of messages that has the key of the row.
  static func forStaff(by column: String) -> Resolver<Viewer> {
    .expression(.int4, access: .staff) { row, _ in
      """
      (SELECT count(*)::int4 FROM class_messages unread LEFT JOIN staff_message_reads reads \
      ON reads.account_id = \(row.viewer(.accountID)) AND reads.enrolment_id = unread.enrolment_id \
      WHERE unread.\(identifier: column) = \(row["id"]) \
      AND (unread.staff_school_id = ANY (\(row.viewer(.staffSchoolIDs))) OR unread.class_id = ANY (\(row.viewer(.staffClassIDs)))) \
      AND NOT unread.is_from_staff AND unread.created_at > coalesce(reads.read_until, '-infinity'))
      """
    }
  }

  static var readAsParent: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let enrolment = try input.requiredID("enrolmentId")
      let until = try input.dateTime("until")
      guard let member = rows.viewer.membership?.memberID,
        try await rows.row(Enrolment.self, key: enrolment, columns: [.id]).count == 1
      else { throw input.notFound("enrolmentId") }
      try await rows.call(.readMessages(enrolled: [enrolment], member: member, until: until))
      return ["enrolment": enrolment]
    }
  }

  static var readAsStaff: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let ids = try input.ids("studentIds", atMost: 100) ?? []
      let until = try input.dateTime("until")
      let seen = Set(try await rows.keys(of: ClassStudent.self, in: ids))
      if let index = ids.firstIndex(where: { !seen.contains($0) }) {
        throw .notFound("There is no such student.", at: input.path(of: "studentIds") + ["\(index)"])
      }
      try await rows.call(.readMessagesAsStaff(enrolled: ids, until: until))
      var keys: ChangedKeys = [:]
      keys[all: "students"] = ids
      return keys
    }.listing(atMost: 100)
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The keys of students, of some, whom the viewer sees as staff. Without a lock.
  fileprivate func keys(of type: ClassStudent.Type, in ids: [UUIDValue]) async throws(MutationFailure) -> [UUIDValue] {
    let found = try await found(type, columns: [.id]) { "\($0[.id]) = ANY (\(bind: .uuidArray(ids)))" }
    return (0..<found.count).compactMap { found.uuid(row: $0, column: 0) }
  }
}
