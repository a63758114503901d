import Planning
import Recurrence
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// Leaves an occurrence out.
  static var leaveOutOccurrence: Resolver {
    occurrence { stored, _, _ throws(MutationFailure) in stored.isLeftOut = true }
  }

  /// Lets an occurrence be as its series says again.
  static var restoreOccurrence: Resolver {
    occurrence { stored, _, _ throws(MutationFailure) in
      stored.isLeftOut = false
      (stored.title, stored.text, stored.place, stored.change) = (nil, nil, nil, OccurrenceChange())
    }
  }

  /// Changes or moves an occurrence.
  static var changeOccurrence: Resolver {
    occurrence { stored, series, input throws(MutationFailure) in
      if stored.isLeftOut {
        throw .notFound("This occurrence is left out: restore it first.", at: input.path(of: "occurrence"))
      }
      if series.kind == .task {
        for field in ["place", "endDate", "endTime"] where input.isGiven(field) && !input.isNull(field) {
          throw .invalid("A task has no \"\(field)\".", at: input.path(of: field))
        }
      }
      let texts = try SeriesTexts(input)
      if let title = texts.title { stored.title = title }
      if let text = texts.text { stored.text = text }
      if let place = texts.place { stored.place = place }
      let former = stored.change
      stored.change = OccurrenceChange(
        day: input.isGiven("date") ? try input.day("date") : former.day,
        time: input.isGiven("time") ? try input.localTime("time") : former.time,
        endDay: input.isGiven("endDate") ? try input.day("endDate") : former.endDay,
        endTime: input.isGiven("endTime") ? try input.localTime("endTime") : former.endTime)
      guard let all = try series.schedule.series(input), all.time(of: try series.occurrence(input), stored.change) != nil else {
        let field = ["endTime", "endDate", "time", "date"].first(where: input.isGiven) ?? "occurrence"
        throw .invalid("The end must not be before the start, and at most 366 days later.", at: input.path(of: field))
      }
    }
  }

  /// A mutation of one occurrence, whose entry the payload has.
  private static func occurrence(
    _ change: @escaping @Sendable (inout StoredOccurrence, StoredSeries, MutationInput) throws(MutationFailure) -> Void
  ) -> Resolver {
    .mutation(access: .members) { input throws(MutationFailure) in
      { rows throws(MutationFailure) in
        let id = try input.requiredID("id")
        _ = try SeriesTexts(input)
        let series = try await rows.writableSeries(id, input)
        let day = try series.occurrence(input)
        var stored = try await StoredOccurrence.found(series, day, rows)
        // One that was a series may have kept a change of its day.
        guard series.schedule.rule != nil || stored.id != nil else {
          throw .notFound("It comes once, and has no occurrences: change it itself.", at: input.path(of: "occurrence"))
        }
        try change(&stored, series, input)
        try await stored.keep(of: series, day, input, rows)
        return .changed(["entry": id], finally: [OccurrenceSetting.statement(id, day)])
      }
    }
  }

  /// Marks a task as done, or takes the mark back. The first mark keeps its time.
  static func markTask(isDone: Bool) -> Resolver {
    .mutation(access: .members) { input throws(MutationFailure) in
      { rows throws(MutationFailure) in
        let id = try input.requiredID("id")
        let series = try await rows.writableSeries(id, input, marking: true)
        guard series.kind == .task else { throw input.notFound("id") }
        let member: SQLValue = isDone ? rows.viewer.value(of: .memberID) : .null(.uuid)
        guard series.schedule.rule != nil else {
          if input.isGiven("occurrence"), !input.isNull("occurrence") { _ = try series.occurrence(input) }
          if series.isDone != isDone {
            let time = isDone ? FamilyTask.setNow(.doneAt) : FamilyTask.set(.doneAt, .null(.timestamptz))
            _ = try await rows.update(FamilyTask.self, key: id, [time, FamilyTask.set(.doneByID, member)])
          }
          guard let day = series.schedule.day else { return .changed(["task": id]) }
          return .changed(["task": id, "entry": id], finally: [OccurrenceSetting.statement(id, day)])
        }
        if !input.isGiven("occurrence") || input.isNull("occurrence") {
          throw .invalid("A series needs \"occurrence\", the day of the one that is meant.", at: input.path(of: "occurrence"))
        }
        let day = try series.occurrence(input)
        var stored = try await StoredOccurrence.found(series, day, rows)
        if stored.isLeftOut { throw .notFound("This occurrence is left out.", at: input.path(of: "occurrence")) }
        if stored.isDone != isDone {
          stored.isDone = isDone
          let time = isDone ? SeriesOccurrence.setNow(.doneAt) : SeriesOccurrence.set(.doneAt, .null(.timestamptz))
          try await stored.keep(of: series, day, input, rows, marks: [time, SeriesOccurrence.set(.doneByID, member)])
        }
        return .changed(["task": id, "entry": id], finally: [OccurrenceSetting.statement(id, day)])
      }
    }
  }
}
