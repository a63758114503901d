import GraphQL
import Planning
import SQL

/// The end of a family, for good.
struct FamilyDeletion: Sendable {
  let services: IdentityServices?

  var delete: Resolver<Viewer> {
    .mutation(access: .parents, changesViewer: true) { input throws(MutationFailure) in
      let sessions = try services.needed().sessions
      let name = try input.text("familyName", characters: 1...200) ?? ""
      return { rows throws(MutationFailure) in
        guard let family = rows.viewer.membership?.familyID else { throw .notFound("You have no family.", at: []) }
        let found = try await rows.locked(Family.self, key: family, columns: [.name])
        guard found.count == 1 else { throw .notFound("You have no family.", at: []) }
        guard found.text(row: 0, column: 0)?.isTyped(as: name) == true else {
          throw .invalid("\"familyName\" must be the name of your family.", at: input.path(of: "familyName"))
        }
        _ = try await rows.call(.noteEndedMemberships(member: nil, why: EndedMembership.Reason.familyDeleted.rawValue))
        try await rows.deleteFamily()
        // The other members learn why they are out.
        try await rows.call(.tellEndedMemberships())
        let left = try await rows.acting(in: nil)
        return .changed(["id": family], values: sessions.values(of: try left.account()), viewer: left.viewer)
      }
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Removes the family in scope, of which the viewer is a parent or the only member. It is locked: no other
  /// transaction writes to it meanwhile.
  func deleteFamily() async throws(MutationFailure) {
    try await refuseBarredParent()
    guard try await call(.deleteFamily()).count == 1 else { throw .notFound("You have no family.", at: []) }
  }
}

extension String {
  /// Whether somebody who wanted to type this has typed `text`: the same letters, however they are composed, whatever
  /// space a keyboard has put around them and whatever invisible marks a name had before those were removed.
  func isTyped(as text: String) -> Bool { TextLines.name.cleaned(self).trimmed == TextLines.name.cleaned(text).trimmed }

  private var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...end]
  }
}
