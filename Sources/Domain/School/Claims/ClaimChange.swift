import GraphQL
import Planning
import SQL

/// The confirmation of guardians and names by a school's administrators.
enum ClaimChange {
  static var confirmGuardian: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let isConfirmed = input.isNull("isConfirmed") || !input.isGiven("isConfirmed") || input.flag("isConfirmed")
      let watched = try await EnrolmentChange.lockedGuardian(id, input, rows)
      guard EnrolmentOutcome(try await rows.call(.confirmGuardian, .uuid(id), .bool(isConfirmed))) == .done else {
        throw input.notFound("id")
      }
      var keys: ChangedKeys = ["guardian": id]
      keys.watched = watched
      return keys
    }
  }

  static var acceptName: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let watched = try await EnrolmentChange.lockedStudent(id, input, rows)
      guard EnrolmentOutcome(try await rows.call(.acceptStudentName, .uuid(id))) == .done else { throw input.notFound("id") }
      var keys: ChangedKeys = ["student": id]
      keys.watched = watched
      return keys
    }
  }
}
