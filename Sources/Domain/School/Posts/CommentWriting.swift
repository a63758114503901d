import GraphQL
import Planning
import SQL

/// `createSchoolComment` (TT-05).
enum CommentWriting {
  static var create: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let text = try input.text("text", characters: 1...2_000, lines: .many) ?? ""
      guard let post = try await rows.content(try input.requiredID("postId"), of: [.post]) else { throw input.notFound("postId") }
      let rules = try await rows.posting(at: post.school, input, "postId")
      guard try await rows.isNewContent(id, of: SchoolComment.self, at: post.school, input) else { return ["schoolComment": id] }
      guard post.state == .published else {
        throw .conflict("Only a post that is PUBLISHED has comments: it is \(post.state.rawValue).", at: input.path(of: "postId"), version: nil)
      }
      let account = try rows.account()
      // Dispatchers only read.
      let places = account.places
      let isDispatcher = places.staffSchools.contains(post.school) && !places.administeredSchools.contains(post.school)
      let family = rules.sides.family.flatMap { rules.admits($0.kind) ? $0 : nil }
      guard let author = (isDispatcher ? nil : rules.sides.staff) ?? family else {
        throw .forbidden(ContentAction.create.refusal, at: input.path(of: "postId"))
      }
      try await rows.count(
        "schoolComments", "comments", by: account.accountID.description, atMost: author.kind == .staff ? 300 : 60, within: 3_600,
        at: input.place)
      // The database copies the audience and the state of the post.
      try await rows.insert(
        SchoolComment.self, key: id,
        [
          SchoolComment.set(.schoolID, .uuid(post.school)), ColumnValue("post_id", .uuid(post.id)),
          SchoolComment.set(.authorID, .uuid(author.id)), SchoolComment.set(.authorName, .text(author.name)),
          SchoolComment.set(.authorKind, .text(author.kind.rawValue)), SchoolComment.set(.state, .text(ContentState.published.rawValue)),
          SchoolComment.set(.isHeld, .bool(false)), SchoolComment.set(.text, .text(text)),
        ])
      return ["schoolComment": id]
    }
  }
}
