import GraphQL
import Planning
import SQL
import SessionTokens

/// The codes with which families claim students of a school's list.
struct EnrolmentCodeChange: Sendable {
  let services: IdentityServices?

  /// The number of codes that an account may try in an hour.
  static let attempts: Int32 = 20

  /// The code follows from the server's secrets and the id, so that the same input sent again has the same answer, and nothing but a
  /// hash is kept.
  var create: Resolver<Viewer> {
    .placeMutation(access: .signedIn) { input throws(MutationFailure) in
      let secrets = try services.needed().secrets
      let days = try input.integer("expiresInDays") ?? 30
      guard (1...90).contains(days) else {
        throw .invalid("\"expiresInDays\" must be from 1 to 90, got \(days).", at: input.path(of: "expiresInDays"))
      }
      let (id, entry) = (try input.newID(), try input.requiredID("schoolStudentId"))
      return { rows throws(MutationFailure) in
        let rows = try await rows.loadingStaffScopes()
        let found = try await rows.row(SchoolStudent.self, key: entry, columns: [.schoolID])
        guard found.count == 1, let school = found.uuid(row: 0, column: 0) else { throw input.notFound("schoolStudentId") }
        try rows.requireAdministration(of: school, input, "schoolStudentId")
        _ = try await rows.locked(School.self, key: school, columns: [.id])
        let isNew = try await rows.isNew(id, of: SchoolStudent.self, in: school, for: input)
        let codes = secrets.derivedCodes(for: "enrolment code", school.bytes + id.bytes).map { JoinCode($0) }
        // One that was made before may have been with the secrets of then, which may not be those of now.
        for code in isNew ? Array(codes.prefix(1)) : codes {
          let call = FunctionCall.createEnrolmentCode(
            school: school, entry: entry, code: id, hash: code.hash, days: days, isNew: isNew)
          switch try await rows.call(call) {
          case .done: return .changed(["student": entry], values: ["code": .text(code.grouped)], viewer: rows.viewer)
          case .known: continue
          case .none: throw input.notFound("schoolStudentId")
          }
        }
        throw input.secretIsGone
      }
    }
  }
}
