package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// The export and the deletion of the data that is kept of people.
  package static func privacy(_ services: IdentityServices?) -> Area {
    Area(
      types: [AuditEntry.self],
      resolvers: [
        "Family.auditTrail": .connection(access: .parents),

        "Mutation.exportFamily": Export.family.needingRecentSignIn(for: .export),
        "Mutation.exportAccount": Export.account.needingRecentSignIn(for: .export),

        "Mutation.deleteFamily": FamilyDeletion(services: services).delete.needingRecentSignIn(for: .removal),
        "Mutation.deleteAccount": AccountDeletion(services: services).delete.needingRecentSignIn(for: .removal),
      ])
  }
}
