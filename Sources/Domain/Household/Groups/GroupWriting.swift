import GraphQL
import Planning
import SQL

/// The posts and comments of families in groups (ME-14).
enum GroupWriting {
  static var createPost: Resolver<Viewer> {
    .groupMutation(of: GroupWriter.named(by: "groupId")) { input, rows throws(MutationFailure) in
      let (id, group) = (try input.newID(), try input.requiredID("groupId"))
      let text = try input.text("text", characters: 1...10_000, lines: .many) ?? ""
      let own = try await rows.own(in: group, input, "groupId")
      guard try await rows.isNew(id, of: GroupPost.self, for: input, in: try rows.familyRegister()) else {
        return (["groupPost": id], [:])
      }
      try await rows.count(
        "groupPosts", "posts", by: try rows.account().accountID.description, atMost: 20, within: 86_400, at: input.place)
      try await rows.insert(GroupPost.self, key: id, content(GroupPost.self, text, by: own, in: group))
      return (["groupPost": id], [:])
    }
  }

  static var createComment: Resolver<Viewer> {
    .groupMutation(of: GroupWriter.named(by: "postId")) { input, rows throws(MutationFailure) in
      let (id, post) = (try input.newID(), try input.requiredID("postId"))
      let path = input.path(of: "postId")
      let text = try input.text("text", characters: 1...2_000, lines: .many) ?? ""
      let found = try await rows.row(GroupPost.self, key: post, columns: [.groupID, .state])
      guard found.count == 1, let group = found.uuid(row: 0, column: 0),
        let state = found.text(row: 0, column: 1).flatMap(ContentState.init(rawValue:))
      else { throw input.notFound("postId") }
      let own = try await rows.own(in: group, input, "postId")
      guard try await rows.isNew(id, of: GroupComment.self, for: input, in: try rows.familyRegister()) else {
        return (["groupComment": id], [:])
      }
      guard state == .published else {
        throw .conflict("Only a post that is shown has comments: it is \(state.rawValue).", at: path, version: nil)
      }
      try await rows.count(
        "groupComments", "comments", by: try rows.account().accountID.description, atMost: 60, within: 3_600, at: input.place)
      // The database copies the author and the state of the post.
      try await rows.insert(
        GroupComment.self, key: id,
        content(GroupComment.self, text, by: own, in: group) + [
          ColumnValue("post_id", .uuid(post)), ColumnValue("post_author_id", .uuid(own.id)),
          ColumnValue("post_state", .text(ContentState.published.rawValue)),
        ])
      return (["groupComment": id], [:])
    }
  }

  private static func content<Type: GroupContentType>(
    _ type: Type.Type, _ text: String, by own: OwnGroup, in group: UUIDValue
  ) -> [ColumnValue] {
    [
      type.set(.groupID, .uuid(group)), type.set(.authorID, .uuid(own.id)), type.set(.authorName, .text(own.displayName)),
      type.set(.state, .text(ContentState.published.rawValue)), type.set(.text, .text(text)),
    ]
  }

  static var updatePost: Resolver<Viewer> { update(of: GroupPost.self, "groupPost", characters: 10_000) }
  static var updateComment: Resolver<Viewer> { update(of: GroupComment.self, "groupComment", characters: 2_000) }

  private static func update<Type: GroupContentType>(of type: Type.Type, _ field: String, characters most: Int) -> Resolver<Viewer> {
    .groupMutation(of: GroupWriter.named(by: "id")) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      if input.isNull("text") { throw .invalid("\"text\" must not be null.", at: input.path(of: "text")) }
      let text = input.isGiven("text") ? try input.text("text", characters: 1...most, lines: .many) : nil
      guard let content = try await rows.content(type, id) else { throw input.notFound("id") }
      guard content.actors.contains(.author) else { throw .forbidden(ContentAction.update.refusal, at: input.path(of: "id")) }
      try await rows.requireVersion(.version, of: type, id, input)
      // A comment on a post that is hidden is hidden with it.
      let state = content.isShown ? content.state : .hidden
      guard ContentTable.outcome(of: .update, in: state) == .amend else {
        throw .conflict(ContentTable.conflictMessage(of: .update, in: state), at: input.path(of: "id"), version: nil)
      }
      guard let text else { return ([field: id], [:]) }
      try await rows.count(
        "groupEdits", "changes of posts and comments", by: try rows.account().accountID.description, atMost: 60, within: 3_600,
        at: input.place)
      _ = try await rows.update(type, key: id, [type.set(.text, .text(text))])
      return ([field: id], [:])
    }
  }

  static var deletePost: Resolver<Viewer> { deletion(of: GroupPost.self) }
  static var deleteComment: Resolver<Viewer> { deletion(of: GroupComment.self) }

  private static func deletion<Type: GroupContentType>(of type: Type.Type) -> Resolver<Viewer> {
    .groupMutation(of: GroupWriter.named(by: "id")) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      guard let content = try await rows.content(type, id) else { throw input.notFound("id") }
      guard content.actors.contains(.author) else { throw .forbidden(ContentAction.delete.refusal, at: input.path(of: "id")) }
      if ContentTable.outcome(of: .delete, in: content.state) == .gone { _ = try await rows.delete(type, key: id) }
      return (["id": id], [:])
    }
  }
}
