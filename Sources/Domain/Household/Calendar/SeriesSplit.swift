import Planning
import Recurrence
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// Makes an occurrence and all that follow a series of their own, with changes. At the first one all of the series is
  /// changed.
  static var splitSeries: Resolver {
    .mutation(access: .members) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      _ = try SeriesTexts(input)
      let series = try await rows.writableSeries(id, input)
      let newID = try input.id("newId") ?? .timeOrdered()
      if let start = series.schedule.day, try input.day("occurrence") == start {
        let change = try SeriesSplit(series, at: start, input, zone: series.schedule.zone)
        try await rows.change(series, change.values)
        let days = try change.schedule.series(input)
        try await rows.dropOccurrences(of: id) { days?.contains($0) != true }
        return ["after": id]
      }
      // Sent again, the first part has the day no more.
      guard try await rows.isNewSeries(newID, series.kind, input) else { return ["before": id, "after": newID] }
      let day = try series.occurrence(input)
      let change = try SeriesSplit(series, at: day, input, zone: series.schedule.zone)
      try await rows.change(series, change.before)
      try await rows.insert(series, as: newID, change.values)
      try await rows.moveOccurrences(of: series, to: newID, from: day, by: (change.schedule.day ?? day).number - day.number)
      try await rows.copyReminders(of: series, to: newID)
      let days = try change.schedule.series(input)
      try await rows.dropOccurrences(of: newID) { days?.contains($0) != true }
      return ["before": id, "after": newID]
    }
  }
}

/// The two parts of a series that is split.
private struct SeriesSplit {
  /// The columns of the first part that change; none where all of the series does.
  var before: [ColumnValue] = []
  /// The days and times of the other part.
  let schedule: SeriesSchedule
  /// The columns of the other part.
  let values: [ColumnValue]

  init(_ series: StoredSeries, at day: LocalDay, _ input: MutationInput, zone: String) throws(MutationFailure) {
    let kind = series.kind
    if kind == .task {
      for field in ["place", "endDate", "endTime"] where input.isGiven(field) && !input.isNull(field) {
        throw .invalid("A task has no \"\(field)\".", at: input.path(of: field))
      }
    }
    var rest = series.schedule
    let shift = day.number - (rest.day ?? day).number
    rest.endDay = rest.endDay.map { $0.adding(days: shift) }
    rest.day = day
    if shift != 0, let recurrence = try series.schedule.recurrence(input) {
      let parts: (before: Recurrence?, after: Recurrence)?
      do throws(RecurrenceProblem) {
        parts = try recurrence.split(at: day)
      } catch {
        throw input.failure(error, at: "recurrence")
      }
      rest.rule = parts?.after.rule
      if let first = parts?.before {
        var schedule = series.schedule
        schedule.rule = first.rule
        before = try schedule.values(of: kind, input)
      }
    }
    schedule = try rest.split(by: input, of: kind)
    var values = try schedule.values(of: kind, input)
    let texts = try SeriesTexts(input)
    guard let title = texts.title ?? series.title else {
      throw .invalid("\"title\" must not be null.", at: input.path(of: "title"))
    }
    values.append(ColumnValue("title", .text(title)))
    values.append(ColumnValue("text", (texts.text ?? series.text).map { .text($0) } ?? .null(.text)))
    if kind == .event { values.append(ColumnValue("place", (texts.place ?? series.place).map { .text($0) } ?? .null(.text))) }
    self.values = values
  }
}

extension SeriesSchedule {
  /// The same with the changes of a split, whose fields have the names of an event's.
  fileprivate func split(by input: MutationInput, of kind: SeriesKind) throws(MutationFailure) -> SeriesSchedule {
    var fields = input
    if input.isNull("recurrence") { fields = input.without("recurrence") }
    let changed = try changed(by: fields, of: .event, zone: zone)
    guard kind == .task else { return changed }
    var task = changed
    (task.endDay, task.endTime) = (changed.day, changed.time)
    return task
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  fileprivate func change(_ series: StoredSeries, _ values: [ColumnValue]) async throws(MutationFailure) {
    switch series.kind {
    case .task: _ = try await update(FamilyTask.self, key: series.id, values)
    case .event: _ = try await update(FamilyEvent.self, key: series.id, values)
    }
  }

  fileprivate func isNewSeries(_ id: UUIDValue, _ kind: SeriesKind, _ input: MutationInput) async throws(MutationFailure) -> Bool {
    let use =
      switch kind {
      case .task: try await useID(id, of: FamilyTask.self, for: input)
      case .event: try await useID(id, of: FamilyEvent.self, for: input)
      }
    switch use {
    case .new: return true
    case .sameInput: return false
    case .otherInput:
      throw .conflict("This id was used for something else: send another.", at: input.path(of: "newId"), version: nil)
    }
  }

  /// Adds a series that is as another one but for some columns, with its members.
  fileprivate func insert(_ series: StoredSeries, as id: UUIDValue, _ values: [ColumnValue]) async throws(MutationFailure) {
    switch series.kind {
    case .task:
      let others = [
        FamilyTask.set(.priority, .text(series.priority)), FamilyTask.set(.categoryID, series.category.map { .uuid($0) } ?? .null(.uuid)),
        FamilyTask.set(.memberID, series.member.map { .uuid($0) } ?? .null(.uuid)),
      ]
      try await insert(FamilyTask.self, key: id, values + others)
    case .event:
      try await insert(FamilyEvent.self, key: id, values + [FamilyEvent.set(.color, series.color.map { .text($0) } ?? .null(.text))])
      let members = try await found(EventMember.self, columns: [.memberID]) { "\($0[.eventID]) = \(bind: .uuid(series.id))" }
      let ids = (0..<members.count).compactMap { members.uuid(row: $0, column: 0) }
      try await insert(
        EventMember.self,
        ids.map { (key: .timeOrdered(), values: [EventMember.set(.eventID, .uuid(id)), EventMember.set(.memberID, .uuid($0))]) })
    }
  }

  /// Gives a series the reminders that another one has.
  fileprivate func copyReminders(of series: StoredSeries, to id: UUIDValue) async throws(MutationFailure) {
    let column: Reminder.Column = series.kind == .task ? .taskID : .eventID
    let kept = try await found(Reminder.self, columns: [.memberID, .minutesBefore]) { "\($0[column]) = \(bind: .uuid(series.id))" }
    let copies = (0..<kept.count).compactMap { row -> (key: UUIDValue, values: [ColumnValue])? in
      guard let member = kept.uuid(row: row, column: 0), let minutes = kept.int4(row: row, column: 1) else { return nil }
      return (
        key: .timeOrdered(),
        values: [Reminder.set(column, .uuid(id)), Reminder.set(.memberID, .uuid(member)), Reminder.set(.minutesBefore, .int4(minutes))])
    }
    if !copies.isEmpty { try await insert(Reminder.self, copies) }
  }

  /// Gives what is kept of the occurrences of a series from a day on to another series, in which they are so many days later.
  fileprivate func moveOccurrences(
    of series: StoredSeries, to id: UUIDValue, from day: LocalDay, by shift: Int
  ) async throws(MutationFailure) {
    let days = shift == 0 ? [] : [SeriesOccurrence.set(.day, sql: "occurrences.day + \(bind: .int4(Int32(clamping: shift)))")]
    _ = try await update(
      SeriesOccurrence.self,
      [SeriesOccurrence.set(series.kind.column, .uuid(id)), SeriesOccurrence.set(.seriesID, .uuid(id))] + days
    ) { row in
      "\(row[.seriesID]) = \(bind: .uuid(series.id)) AND \(row[.day]) >= \(bind: .literal(day.description, .date))"
    }
  }
}
