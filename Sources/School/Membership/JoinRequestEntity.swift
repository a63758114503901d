import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `JoinRequest` (REQ-FAM-003): those that no parent has decided yet.
  static var joinRequest: Entity {
    Entity(
      "JoinRequest", table: "join_requests", scope: .family, visibility: .parentsOrOwner, extent: .unbounded,
      quota: Quota(rows: 5_000, bytes: 4 << 20),
      order: [.ascending("created_at")], restriction: { "\($0["state"]) = 'PENDING'" },
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "name": .column("name", .text, access: .family),
        "email": .column("email", .text, access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
      ])
  }
}

extension Visibility where Viewer == School.Viewer {
  /// To parents alone.
  static var parents: Visibility { Visibility { viewer, _ in viewer == .parent ? nil : "false" } }

  /// To parents, and to the account that the row is of.
  static var parentsOrOwner: Visibility {
    Visibility { viewer, row in viewer == .parent ? nil : "\(row["account_id"]) = \(row.viewer(.accountID))" }
  }
}
