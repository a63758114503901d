import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `Viewer`: the account of the request, the only one that it can ever see.
  static var viewer: Entity {
    Entity(
      "Viewer", table: "accounts", scope: RowScope(column: "id", attribute: .accountID),
      visibility: .wholeScope, extent: .small,
      resolvers: [
        "id": .column("id", .uuid, access: .signedIn),
        "name": .column("name", .text, access: .signedIn),
        "email": .column("email", .text, access: .signedIn),
        "chosenRole": .column("chosen_role", .text, access: .signedIn),
        "role": .expression(.text, access: .signedIn) { row, _ in row.viewer(.role) },
        "member": .own(.memberID, access: .signedIn),
        "family": .own(.familyID, access: .signedIn),
        "createdAt": .column("created_at", .timestamptz, access: .signedIn),
        "updatedAt": .column("updated_at", .timestamptz, access: .signedIn),
        "version": .column("version", .int4, access: .signedIn),
      ])
  }
}
