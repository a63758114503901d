import GraphQL
import Planning
import SQL

/// `report` and `decideReport` (TT-10).
enum ContentReports {
  static var report: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let (id, subject) = (try input.newID(), try input.requiredID("subjectId"))
      let text = try input.optionalText("text", characters: 1...2_000, lines: .many)
      guard let reason = input.enumValue("reason") else { throw input.notFound("reason") }
      let path = input.path(of: "subjectId")
      // The content is hidden from the viewer by then.
      if input.isGiven("id"), let school = try await rows.schoolOfReport(id) {
        _ = try await rows.isNewContent(id, of: SchoolReport.self, at: school, input)
        return ["id": id]
      }
      guard let content = try await rows.content(subject) else { throw Content.notFound(at: path) }
      if content.actors.contains(.author) { throw .invalid("Nobody reports what is its own.", at: path) }
      if content.actors.contains(.moderator) {
        throw .forbidden("You moderate this: hide or remove it.", at: path)
      }
      guard let own = try await rows.sides(at: content.school).family else {
        throw .forbidden("Parents and students report content: staff hide or remove it.", at: path)
      }
      guard try await rows.isNewContent(id, of: SchoolReport.self, at: content.school, input) else { return ["id": id] }
      try await rows.count(
        "schoolReports", "reports", by: try rows.account().accountID.description, atMost: 20, within: 86_400, at: input.place)
      try await rows.insert(
        SchoolReport.self, key: id,
        [
          SchoolReport.set(.schoolID, .uuid(content.school)), SchoolReport.set(.authorID, .uuid(own.id)),
          SchoolReport.set(.authorKind, .text(own.kind.rawValue)), SchoolReport.set(.grades, sql: content.value(of: .grades)),
          SchoolReport.set(.classIDs, sql: content.value(of: .classIDs)), SchoolReport.set(.subjectKind, .text(content.kind.rawValue)),
          SchoolReport.set(.subjectID, .uuid(subject)), SchoolReport.set(.subjectBy, sql: content.value(of: .authorName)),
          SchoolReport.set(.subjectText, sql: content.value(of: .text)), SchoolReport.set(.reason, .text(reason)),
          SchoolReport.set(.text, text.map { .text($0) } ?? .null(.text)),
          SchoolReport.set(.state, .text(SchoolReport.State.open.rawValue)),
        ])
      return ["id": id]
    }
  }

  static var decide: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      guard let decision = input.enumValue("action").flatMap(Decision.init(rawValue:)) else { throw input.notFound("action") }
      let found = try await rows.row(SchoolReport.self, key: id, columns: [.subjectID, .schoolID])
      guard found.count == 1, let subject = found.uuid(row: 0, column: 0) else { throw input.notFound("id") }
      let author = try await rows.read(rows.staffNames()).name(at: found.uuid(row: 0, column: 1))
      // The author may have deleted it. It is locked before the report, as a report of it does.
      var content = try await rows.content(subject)
      if content != nil { content = try await rows.locked(subject, for: decision.action, at: input.path(of: "id")) }
      let locked = try await rows.locked(SchoolReport.self, key: id, columns: [.state])
      guard locked.count == 1 else { throw input.notFound("id") }
      if locked.text(row: 0, column: 0) == decision.state.rawValue { return ["report": id] }
      if let content, try await rows.isConcerned(content, by: decision, on: id) {
        try await rows.move(content, by: decision.action, at: input.path(of: "id"))
      }
      _ = try await rows.update(
        SchoolReport.self, key: id,
        [
          SchoolReport.set(.state, .text(decision.state.rawValue)), SchoolReport.set(.decidedBy, .text(author)),
          SchoolReport.setNow(.decidedAt),
        ])
      return ["report": id]
    }
  }

  /// `ReportAction` of the SDL.
  fileprivate enum Decision: String {
    case keep = "KEEP"
    case hide = "HIDE"
    case remove = "REMOVE"

    var state: SchoolReport.State {
      switch self {
      case .keep: .kept
      case .hide: .hidden
      case .remove: .removed
      }
    }

    var action: ContentAction {
      switch self {
      case .keep: .show
      case .hide: .hide
      case .remove: .remove
      }
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The school of a report of the viewer's own; nil where it has none with this id.
  fileprivate func schoolOfReport(_ id: UUIDValue) async throws(MutationFailure) -> UUIDValue? {
    let found = try await row(OwnReport.self, key: id, columns: [.schoolID])
    return found.count == 1 ? found.uuid(row: 0, column: 0) : nil
  }

  /// Whether a decision changes the content: one to keep it shows what reports alone have hidden, with the last of them.
  fileprivate func isConcerned(
    _ content: Content, by decision: ContentReports.Decision, on report: UUIDValue
  ) async throws(MutationFailure) -> Bool {
    guard decision == .keep else { return true }
    guard content.isHeld else { return false }
    let others = try await found(SchoolReport.self, columns: [.id]) {
      """
      \($0[.subjectID]) = \(bind: .uuid(content.id)) AND \($0[.id]) <> \(bind: .uuid(report)) AND \($0[.state]) = 'OPEN' \
      AND \($0[.reason]) = 'CHILD_IN_PICTURE' AND \($0[.authorKind]) = 'PARENT'
      """
    }
    return others.count == 0
  }
}
