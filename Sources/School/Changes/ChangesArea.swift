import GraphQL
package import Planning
import SQL

extension Area where Viewer == School.Viewer {
  /// What changed since a version.
  package static var changes: Area {
    Area(
      types: [FamilyRecord.self, FamilyChanges.self, FamilyVersion.self],
      resolvers: [
        "Family.changes": .toOne(foreignKey: "family_id", access: .family)
          .requiring(
            "since", "What changed since this version is not known: read anew what is kept.", code: .resyncRequired
          ) { family, page in FamilyChanges.isKnown(page, by: family.viewer(.memberID)) },
        "Subscription.familyChanged": .own(.familyID, access: .signedIn),
      ])
  }
}
