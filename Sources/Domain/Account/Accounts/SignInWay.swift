import Planning
import SQL

/// `SignInWay`: the ways in which the account in scope signs in.
///
///     SELECT * FROM own_sign_in_ways() AS ways
enum SignInWay: EntityType {
  static let entity = Entity<Viewer>(
    computed: "SignInWay", named: "own_sign_in_ways", key: "id", .uuid,
    scope: .account, order: [.ascending("created_at")],
    stored: [.signedIn: ["id", "kind", "address", "isConfirmed", "createdAt", "lastUsedAt"]]
  ) { _, _ in "SELECT * FROM own_sign_in_ways() AS ways" }
}
