import Planning
import Recurrence
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// Adds a task or an event: the declared write, with the columns of its schedule.
  static func createSeries(_ kind: SeriesKind, _ declared: DeclaredWrite<Viewer>) -> Resolver {
    .mutation(access: declared.access) { [write = declared.write] input, rows throws(MutationFailure) in
      let home = input.isGiven("timeZone") && !input.isNull("timeZone") ? "UTC" : try await rows.homeZone()
      let schedule = try SeriesSchedule(zone: home).changed(by: input, of: kind, zone: home)
      let member = kind == .task ? try TaskRights.member(input, rows.viewer) : []
      let values = try schedule.values(of: kind, input) + member
      return try await write(input, rows.viewer).adding({ () throws(MutationFailure) in values }).run(rows)
    }
  }

  /// Changes a task or an event. A series keeps the exceptions and marks of days that it still has.
  static func updateSeries(_ kind: SeriesKind, _ declared: DeclaredWrite<Viewer>) -> Resolver {
    .mutation(access: declared.access) { [write = declared.write] input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let rights = kind == .task ? try TaskRights.requirements(input, rows.viewer) : []
      let write = try write(input, rows.viewer).adding(requiring: rights)
      let fields = [kind.dayField, kind.timeField, "endDate", "endTime", "timeZone", "recurrence"]
      guard fields.contains(where: input.isGiven), let former = try await rows.storedSeries(id, kind) else {
        return try await write.run(rows)
      }
      let home = former.schedule.zone
      let change: Result<(SeriesSchedule, [ColumnValue]), MutationFailure>
      do throws(MutationFailure) {
        let schedule = try former.schedule.changed(by: input, of: kind, zone: home)
        var values = try schedule.values(of: kind, input)
        // A series is done occurrence by occurrence.
        if kind == .task, schedule.rule != nil {
          values += [FamilyTask.set(.doneAt, .null(.timestamptz)), FamilyTask.set(.doneByID, .null(.uuid))]
        }
        change = .success((schedule, values))
      } catch {
        change = .failure(error)
      }
      return try await write.adding({ () throws(MutationFailure) in try change.get().1 }) { rows throws(MutationFailure) in
        let schedule = try change.get().0
        let series = try schedule.series(input)
        if former.schedule.rule != nil, schedule.rule == nil { try await rows.keepMark(of: former, on: schedule.day) }
        try await rows.dropOccurrences(of: id) { day in series?.contains(day) != true }
      }.run(rows)
    }
  }
}

extension Resolver where Viewer == Domain.Viewer {
  /// Deletes a task.
  static func deleteTask(_ declared: DeclaredWrite<Viewer>) -> Resolver {
    .write(access: declared.access) { [write = declared.write] input, viewer throws(MutationFailure) in
      try write(input, viewer).adding(requiring: try TaskRights.requirements(input, viewer))
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The time zone of the viewer's family.
  func homeZone() async throws(MutationFailure) -> String {
    let found = try await found(Family.self, columns: [.timeZone]) { _ in "true" }
    return found.count == 1 ? found.text(row: 0, column: 0) ?? "UTC" : "UTC"
  }

  /// Removes what is kept of occurrences of a series on some days.
  func dropOccurrences(of series: UUIDValue, where isGone: (LocalDay) -> Bool) async throws(MutationFailure) {
    let kept = try await found(SeriesOccurrence.self, columns: [.id], computed: [{ "\($0["day"])::text" }]) {
      "\($0[.seriesID]) = \(bind: .uuid(series))"
    }
    var gone: [UUIDValue] = []
    for row in 0..<kept.count {
      guard let id = kept.uuid(row: row, column: 0), let day = kept.text(row: row, column: 1).flatMap({ LocalDay($0) }) else { continue }
      if isGone(day) { gone.append(id) }
    }
    if !gone.isEmpty { _ = try await delete(SeriesOccurrence.self, where: .id, isAmong: gone) }
  }

  /// Gives an item that comes once from now on the mark of the occurrence of its day. It is not left out: else it would be on no day.
  fileprivate func keepMark(of series: StoredSeries, on day: LocalDay?) async throws(MutationFailure) {
    guard let day else { return }
    let kept = try await found(SeriesOccurrence.self, columns: [.id, .doneByID, .isChanged], computed: [{ "\($0["done_at"])::text" }]) {
      "\($0[.seriesID]) = \(bind: .uuid(series.id)) AND \($0[.day]) = \(bind: .literal(day.description, .date))"
    }
    guard kept.count == 1, let id = kept.uuid(row: 0, column: 0) else { return }
    if series.kind == .task, let time = kept.text(row: 0, column: 3) {
      let member: SQLValue = kept.uuid(row: 0, column: 1).map { .uuid($0) } ?? .null(.uuid)
      _ = try await update(
        FamilyTask.self, key: series.id, [FamilyTask.set(.doneAt, .literal(time, .timestamptz)), FamilyTask.set(.doneByID, member)])
    }
    if kept.isTrue(row: 0, column: 2) {
      _ = try await update(SeriesOccurrence.self, key: id, [SeriesOccurrence.set(.isLeftOut, .bool(false))])
    } else {
      _ = try await delete(SeriesOccurrence.self, key: id)
    }
  }

  /// A series as it is stored.
  func storedSeries(_ id: UUIDValue, _ kind: SeriesKind) async throws(MutationFailure) -> StoredSeries? {
    try await StoredSeries.found(id, self, [kind])
  }

  /// A series of either kind, and whether the viewer may write it.
  /// - Throws: `NOT_FOUND`, and `FORBIDDEN` for a student whose task it is not.
  func writableSeries(_ id: UUIDValue, _ input: MutationInput, marking: Bool = false) async throws(MutationFailure) -> StoredSeries {
    guard let series = try await StoredSeries.found(id, self, [.task, .event]) else { throw input.notFound("id") }
    if viewer.planClass == .parent { return series }
    let isOwn = series.member.map { viewer.value(of: .memberID) == .uuid($0) }
    guard series.kind == .task, isOwn ?? marking else {
      throw .forbidden("Only a parent, or the student whose task it is, may do this.", at: input.path(of: "id"))
    }
    return series
  }
}

/// A task or an event as it is stored.
struct StoredSeries {
  let id: UUIDValue
  let kind: SeriesKind
  let schedule: SeriesSchedule
  let title: String
  let text: String?
  let place: String?
  let color: String?
  let priority: String
  let category: UUIDValue?
  /// The member whom a task is for; nil for everyone.
  let member: UUIDValue?
  let isDone: Bool

  /// Reads it of the first of the kinds that has the id. The family is locked by every change: nothing changes
  /// meanwhile.
  static func found(
    _ id: UUIDValue, _ rows: ScopedRows<Viewer>, _ kinds: [SeriesKind]
  ) async throws(MutationFailure) -> StoredSeries? {
    for kind in kinds {
      let found =
        switch kind {
        case .task:
          try await rows.found(
            FamilyTask.self, columns: [.title, .text, .priority, .categoryID, .memberID],
            computed: [{ "(\($0["done_at"]) IS NOT NULL)" }] + SeriesSchedule.expressions(of: kind)
          ) { "\($0[.id]) = \(bind: .uuid(id))" }
        case .event:
          try await rows.found(
            FamilyEvent.self, columns: [.title, .text, .place, .color, .color],
            computed: [{ _ in "false" }] + SeriesSchedule.expressions(of: kind)
          ) { "\($0[.id]) = \(bind: .uuid(id))" }
        }
      if found.count == 1 { return StoredSeries(id, kind, found) }
    }
    return nil
  }

  private init(_ id: UUIDValue, _ kind: SeriesKind, _ rows: Rows) {
    self.id = id
    self.kind = kind
    title = rows.text(row: 0, column: 0) ?? ""
    text = rows.text(row: 0, column: 1)
    place = kind == .event ? rows.text(row: 0, column: 2) : nil
    color = kind == .event ? rows.text(row: 0, column: 3) : nil
    priority = kind == .task ? rows.text(row: 0, column: 2) ?? "MEDIUM" : "MEDIUM"
    category = kind == .task ? rows.uuid(row: 0, column: 3) : nil
    member = kind == .task ? rows.uuid(row: 0, column: 4) : nil
    isDone = rows.withCell(row: 0, column: 5) { $0.first == 1 }
    schedule = SeriesSchedule(rows, row: 0, from: 6)
  }

  /// The occurrence that an input names.
  /// - Throws: `NOT_FOUND` for a day that the rule does not yield.
  func occurrence(_ input: MutationInput) throws(MutationFailure) -> LocalDay {
    guard let day = try input.day("occurrence"), try schedule.series(input)?.contains(day) == true else {
      throw .notFound("The series has no occurrence of this day.", at: input.path(of: "occurrence"))
    }
    return day
  }
}
