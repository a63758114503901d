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
      switch try await rows.call(.confirmGuardian(guardian: id, confirmed: isConfirmed)) {
      case .done: return ["guardian": id]
      case .none: throw input.notFound("id")
      }
    }
  }

  static var acceptName: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      try await EnrolmentChange.lockStudent(id, input, rows)
      switch try await rows.call(.acceptStudentName(enrolment: id)) {
      case .done: return ["student": id]
      case .none: throw input.notFound("id")
      }
    }
  }
}
