import GraphQL
import Planning
import SQL

extension ScopedRows where Viewer == Domain.Viewer {
  /// Refuses a student whose family has a parent: for work of parents that a student who founded a family may do while it is alone.
  func refuseStudentBesideParent(_ message: String) async throws(MutationFailure) {
    guard let own = viewer.membership, own.role == .student else { return }
    let parents = try await keys(of: Parent.self, where: .familyID, isAmong: [own.familyID])
    guard parents.isEmpty else { throw .refused(message, code: .forbidden) }
  }
}
