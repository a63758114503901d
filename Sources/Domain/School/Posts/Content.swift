import GraphQL
import Planning
import SQL

/// Content of any kind, as a change finds it.
struct Content: Sendable {
  let kind: ContentKind
  let id: UUIDValue
  let school: UUIDValue
  let author: UUIDValue
  let state: ContentState
  let isHeld: Bool
  let isAppealed: Bool
  let version: Int32
  /// The parts that the viewer has in it.
  let actors: Set<ContentAction.Actor>

  /// Refuses a viewer who sees the content, and may not take an action.
  func require(_ action: ContentAction, at path: [String]) throws(MutationFailure) {
    if action.actors.isDisjoint(with: actors) { throw .forbidden(action.refusal, at: path) }
  }

  /// The outcome of an action that the viewer may take.
  /// - Throws: `CONFLICT`.
  func outcome(of action: ContentAction, at path: [String]) throws(MutationFailure) -> ContentOutcome {
    let outcome = ContentTable.outcome(of: action, in: state)
    if outcome == .conflict || outcome == .notFound || action == .appeal && isAppealed {
      throw .conflict(ContentTable.conflictMessage(of: action, in: state), at: path, version: nil)
    }
    return outcome
  }

  /// A column of the content, inside another statement.
  func value(of column: ContentColumn) -> SQL {
    """
    (SELECT reported.\(identifier: column.rawValue) FROM \(identifier: kind.type.entity.table) reported \
    WHERE reported.school_id = \(bind: .uuid(school)) AND reported.id = \(bind: .uuid(id)))
    """
  }
}

extension ContentType {
  /// Reads content that the viewer sees.
  fileprivate static func read(
    _ id: UUIDValue, _ kind: ContentKind, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> Content? {
    let found = try await rows.found(
      Self.self, columns: [.schoolID, .authorID, .state, .isHeld, .appealedAt, .version],
      computed: [
        { "\($0["author_id"]) = ANY (\($0.viewer(.audienceIDs)))" },
        { isAdministered($0) },
        { isModerated($0) },
      ]
    ) { "\($0[.id]) = \(bind: .uuid(id))" }
    guard found.count == 1, let school = found.uuid(row: 0, column: 0), let author = found.uuid(row: 0, column: 1),
      let state = found.text(row: 0, column: 2).flatMap(ContentState.init(rawValue:))
    else { return nil }
    var actors: Set<ContentAction.Actor> = []
    if found.isTrue(row: 0, column: 6) { actors.insert(.author) }
    if found.isTrue(row: 0, column: 7) { actors.insert(.administrator) }
    if found.isTrue(row: 0, column: 8) { actors.insert(.moderator) }
    return Content(
      kind: kind, id: id, school: school, author: author, state: state, isHeld: found.isTrue(row: 0, column: 3),
      isAppealed: !found.isNull(row: 0, column: 4), version: found.int4(row: 0, column: 5) ?? 0,
      actors: actors.isEmpty ? [.other] : actors)
  }

  fileprivate static func lock(_ id: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> Bool {
    try await rows.locked(Self.self, key: id, columns: [.id]).count == 1
  }

  fileprivate static func change(_ id: UUIDValue, _ values: [ColumnValue], _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    _ = try await rows.update(Self.self, key: id, values)
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Content that the viewer sees, without a lock.
  /// - Parameter kinds: those that are meant.
  func content(_ id: UUIDValue, of kinds: [ContentKind] = ContentKind.allCases) async throws(MutationFailure) -> Content? {
    for kind in kinds {
      if let content = try await kind.type.read(id, kind, self) { return content }
    }
    return nil
  }

  /// Content that the viewer sees and may take an action on, locked. Before it the family of the author is locked, who is notified.
  func locked(
    _ id: UUIDValue, for action: ContentAction, of kinds: [ContentKind] = ContentKind.allCases, at path: [String]
  ) async throws(MutationFailure) -> Content {
    guard let content = try await content(id, of: kinds) else { throw Content.notFound(at: path) }
    try content.require(action, at: path)
    if !content.actors.contains(.author) { try await call(.lockAuthor(person: content.author)) }
    guard try await content.kind.type.lock(id, self), let locked = try await self.content(id, of: [content.kind]) else {
      throw Content.notFound(at: path)
    }
    try locked.require(action, at: path)
    return locked
  }

  /// Gives content the state that an action by staff leads to.
  func move(
    _ content: Content, by action: ContentAction, reason: String? = nil, at path: [String]
  ) async throws(MutationFailure) {
    let table = content.kind.type
    switch try content.outcome(of: action, at: path) {
    case .move(let state):
      var values = [
        ColumnValue("state", .text(state.rawValue)), ColumnValue("state_reason", reason.map { .text($0) } ?? .null(.text)),
        ColumnValue("is_held", .bool(false)), ColumnValue("removed_at", sql: state == .removed ? "now()" : "NULL"),
      ]
      if state == .published { values += [ColumnValue("appeal", .null(.text)), ColumnValue("appealed_at", sql: "NULL")] }
      try await table.change(content.id, values, self)
    case .unchanged where content.isHeld && action == .hide:
      // The decision of staff takes the place of the report.
      try await table.change(
        content.id, [ColumnValue("is_held", .bool(false)), ColumnValue("state_reason", reason.map { .text($0) } ?? .null(.text))], self)
    case .unchanged, .amend, .gone, .conflict, .notFound: break
    }
  }

  /// Writes the appeal of the author.
  func appeal(against content: Content, _ text: String, at path: [String]) async throws(MutationFailure) {
    guard try content.outcome(of: .appeal, at: path) == .amend else { return }
    try await content.kind.type.change(
      content.id, [ColumnValue("appeal", .text(text)), ColumnValue("appealed_at", sql: "now()")], self)
  }
}

extension Content {
  static func notFound(at path: [String]) -> MutationFailure { .notFound("There is nothing with this id.", at: path) }
}
