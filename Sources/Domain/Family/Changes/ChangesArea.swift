import GraphQL
package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// Changes since a version, for clients that keep what they have read.
  package static var changes: Area {
    Area(
      types: [FamilyRecord.self, FamilyChanges.self, FamilyVersion.self],
      resolvers: [
        "Family.changes": .toOne(foreignKey: "family_id", access: .family)
          .requiring(
            "since", "The server does not know all changes since this version: read everything anew.", code: .resyncRequired
          ) { family, page in FamilyChanges.isKnown(page, by: family.viewer(.memberID)) },
        "Subscription.familyChanged": .own(.familyID, access: .signedIn),
      ])
  }
}
