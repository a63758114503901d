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
        "ExportFamilyPayload.document": .given("document", access: .signedIn),
        "Mutation.exportAccount": Export.account.needingRecentSignIn(for: .export),
        "ExportAccountPayload.document": .given("document", access: .signedIn),

        "Mutation.deleteFamily": FamilyDeletion(services: services).delete.needingRecentSignIn(for: .removal),
        "DeleteFamilyPayload.id": .changedKey("id", access: .signedIn),
        "DeleteFamilyPayload.session": .part(access: .signedIn),
        "DeleteFamilyPayload.viewer": .own(.accountID, access: .signedIn),
        "Mutation.deleteAccount": AccountDeletion(services: services).delete.needingRecentSignIn(for: .removal),
        "DeleteAccountPayload.accountId": .changedKey("account", access: .signedIn),
        "DeleteAccountPayload.revokedAtApple": .given("revokedAtApple", access: .signedIn),
      ])
  }
}
