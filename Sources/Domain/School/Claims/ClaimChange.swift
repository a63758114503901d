import GraphQL
import Planning
import SQL

/// The confirmation of guardians and names by a school's administrators.
enum ClaimChange {
  static var confirmGuardian: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let isConfirmed = input.isNull("isConfirmed") || !input.isGiven("isConfirmed") || input.flag("isConfirmed")
      try await EnrolmentChange.lockGuardian(id, input, rows)
      guard EnrolmentOutcome(try await rows.call(.confirmGuardian, .uuid(id), .bool(isConfirmed))) == .done else {
        throw input.notFound("id")
      }
      return ["guardian": id]
    }
  }

  static var acceptName: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      try await EnrolmentChange.lockStudent(id, input, rows)
      guard EnrolmentOutcome(try await rows.call(.acceptStudentName, .uuid(id))) == .done else { throw input.notFound("id") }
      return ["student": id]
    }
  }
}
