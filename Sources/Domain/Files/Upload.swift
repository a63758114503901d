import Planning
import SQL

/// `Upload`: the way of a file to the server. An account sees its own, for a day.
enum Upload: EntityType {
  enum Column: String, ColumnName {
    case id
  }

  static let entity = Entity<Viewer>(
    "Upload", table: "uploads", scope: .account, visibility: .wholeScope, extent: .unbounded, order: [.descending("created_at")],
    restriction: { upload in "\(upload["withdrawn_at"]) IS NULL" }, isVersioned: false,
    stored: [.signedIn: ["id", "expiresAt", "state", "refusal", "receivedBytes", "file"]])

  /// The claim of its address.
  static func claim(_ upload: RowReference<Viewer>) -> SQL { "(uuid_send(\(upload["account_id"])) || uuid_send(\(upload["id"])))" }

  /// Ends an upload.
  static var delete: Resolver<Viewer> {
    .mutation(access: .signedIn) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      guard case .account(let account) = rows.viewer, try await rows.row(Upload.self, key: id, columns: [.id]).count == 1 else {
        throw input.notFound("id")
      }
      try await rows.call(.endUpload(account: account.accountID, upload: id, reason: nil))
      return ["id": id]
    }
  }
}
