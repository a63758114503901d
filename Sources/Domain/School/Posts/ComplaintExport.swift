import GraphQL
import Planning
import SQL

/// `exportComplaint` (TT-10): a report with all that is known of its subject, for an administrator to answer for.
enum ComplaintExport {
  static var resolver: Resolver<Viewer> {
    .communityMutation(answering: { input, rows throws(MutationFailure) in
      let id = try input.requiredID("reportId")
      let found = try await rows.found(SchoolReport.self, columns: [.schoolID], computed: [document]) {
        "\($0[.id]) = \(bind: .uuid(id))"
      }
      guard found.count == 1, let school = found.uuid(row: 0, column: 0), let document = found.text(row: 0, column: 1) else {
        throw input.notFound("reportId")
      }
      guard try rows.account().places.administeredSchools.contains(school), try await rows.call(.logComplaint(school: school)) else {
        throw .forbidden("Only administrators export complaints: ask one of them.", at: input.path(of: "reportId"))
      }
      return .changed([:], values: ["document": .json(Array(document.utf8))], viewer: rows.viewer)
    })
  }

  /// The document, under the row-level security of an administrator.
  private static func document(_ report: RowReference<Viewer>) -> SQL {
    """
    json_build_object('format', 1, 'exportedAt', transaction_timestamp(), \
    'report', \(own(report)), \
    'content', coalesce(\(content("school_posts", of: report)), \(content("school_comments", of: report)), \(picture(of: report)), \
    \(content("conversation_messages", of: report))), \
    'comments', coalesce((SELECT json_agg(\(contentLine) ORDER BY written.created_at, written.id) FROM school_comments written \
    WHERE written.school_id = \(report["school_id"]) AND written.post_id = \(report["subject_id"])), '[]'), \
    'reports', coalesce((SELECT json_agg(\(reportLine) ORDER BY others.created_at, others.id) FROM school_reports others \
    WHERE others.school_id = \(report["school_id"]) AND others.subject_id = \(report["subject_id"]) AND others.id <> \(report["id"])), '[]'))::text
    """
  }

  private static let reportLine: SQL = """
    json_build_object('id', others.id, 'subjectId', others.subject_id, 'subjectKind', others.subject_kind, 'subjectBy', others.subject_by, \
    'subjectText', others.subject_text, 'reason', others.reason, 'text', others.text, 'reportedById', others.author_id, \
    'state', others.state, 'decidedBy', others.decided_by, 'decidedAt', others.decided_at, 'createdAt', others.created_at)
    """

  private static let contentLine: SQL = """
    json_build_object('id', written.id, 'text', written.text, 'authorId', written.author_id, 'authorName', written.author_name, \
    'authorKind', written.author_kind, 'state', written.state, 'stateReason', written.state_reason, 'appeal', written.appeal, \
    'appealedAt', written.appealed_at, 'removedAt', written.removed_at, 'grades', written.grades, 'classIds', written.class_ids, \
    'createdAt', written.created_at, 'updatedAt', written.updated_at)
    """

  private static func own(_ report: RowReference<Viewer>) -> SQL {
    "(SELECT \(reportLine) FROM school_reports others WHERE others.school_id = \(report["school_id"]) AND others.id = \(report["id"]))"
  }

  /// A picture with its album and its file.
  private static func picture(of report: RowReference<Viewer>) -> SQL {
    """
    (SELECT (\(contentLine)::jsonb || jsonb_build_object('albumId', written.album_id, 'fileId', written.file_id))::json \
    FROM school_pictures written \
    WHERE written.school_id = \(report["school_id"]) AND written.id = \(report["subject_id"]))
    """
  }

  private static func content(_ table: String, of report: RowReference<Viewer>) -> SQL {
    """
    (SELECT \(contentLine) FROM \(identifier: table) written \
    WHERE written.school_id = \(report["school_id"]) AND written.id = \(report["subject_id"]))
    """
  }
}
