import Planning
import SQL

/// `SchoolPost` (TT-05).
enum SchoolPost: ContentType {
  static let constraints: [ConstraintRule] = ConstraintRule.content(of: "school_posts")

  static let entity = Entity<Viewer>(
    "SchoolPost", table: "school_posts", scope: .content, visibility: .content, extent: .unbounded, order: [.descending("created_at")],
    stored: [
      .schoolPeople: [
        "id", "text", "date", "leastAge", "state", "stateReason", "appeal", "appealedAt", "author", "authorName", "authorKind", "createdAt",
        "updatedAt", "version",
      ]
    ],
    resolvers: [
      "grades": .column("grades", .textArray, access: .schoolPeople),
      "classIds": .column("class_ids", .uuidArray, access: .schoolPeople),
      "pictures": .toMany(through: PostPicture.self, from: .postID, to: .fileID, access: .schoolPeople).reading(File.ofSchool),
    ])
}

/// `SchoolComment` (TT-05).
enum SchoolComment: ContentType {
  static let constraints: [ConstraintRule] = ConstraintRule.content(of: "school_comments") + [
    .notFound("school_comments_post", ["postId"]),
    .unreachable("school_comments_post_state", "a trigger copies the state of the post"),
  ]

  static let entity = Entity<Viewer>(
    "SchoolComment", table: "school_comments", scope: .content, visibility: .content, extent: .unbounded,
    order: [.ascending("created_at")],
    stored: [
      .schoolPeople: [
        "id", "text", "state", "stateReason", "appeal", "appealedAt", "author", "authorName", "authorKind", "createdAt",
      ]
    ])

  /// `SchoolPost.commentCount`: of those that the viewer sees.
  static var count: Resolver<Viewer> {
    .expression(.int4, access: .schoolPeople) { post, _ in
      let row = RowReference<Viewer>(alias: "counted") { post.viewer($0) }
      return """
        (SELECT count(*)::int4 FROM school_comments counted WHERE \(row["school_id"]) = \(post["school_id"]) \
        AND \(row["post_id"]) = \(post["id"]) AND NOT \(row["hidden_keys"]) && \(row.viewer(.hiddenIDs)) \
        AND \(Visibility.isContentSeen(row)))
        """
    }
  }
}
