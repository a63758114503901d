import GraphQL
import Planning
import SQL

extension ScopedRows where Viewer == Domain.Viewer {
  /// Refuses a parent whom a school has barred from a student of the family in scope, or does not know yet where it has barred another:
  /// that may be the same person with another account. For what ends, hides or moves a student, puts another member out, or lets somebody
  /// in. The database refuses the deletions as well: migrations/0065_school_records.sql.
  /// - Throws: `.forbidden`.
  func refuseBarredParent(at path: [String] = []) async throws(MutationFailure) {
    guard viewer.membership?.role == .parent, try await !call(.ownBarredEnrolments()).isEmpty else { return }
    throw .forbidden("A school lets you decide nothing about a student of the family: ask the school.", at: path)
  }

  static func newGuardian(at path: [String]) -> MutationFailure {
    .forbidden("You became a parent of this student when it was at the school already: ask the school to confirm you.", at: path)
  }

  /// The enrolments among some of whose students the viewer may not be given.
  /// - Parameter enrolments: an array of their ids.
  func keptFrom(_ enrolments: SQL) -> Reading<(barred: [UUIDValue], new: [UUIDValue])> {
    Reading(FunctionCall<[KeptFromRow]>("kept_from", of: [enrolments])) { found in
      func all(_ reason: String) -> [UUIDValue] { found.filter { $0.reason == reason }.map(\.enrolmentID) }
      return (all("BARRED"), all("NEW"))
    }
  }
}
