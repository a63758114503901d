package import Planning
import SQL

extension Area where Viewer == School.Viewer {
  /// What people can know of what is kept of them.
  package static func privacy(_ services: IdentityServices?) -> Area {
    Area(
      entities: [.auditEntry],
      resolvers: [
        "Family.auditTrail": .connection(key: "family_id", access: .parents)
      ])
  }
}
