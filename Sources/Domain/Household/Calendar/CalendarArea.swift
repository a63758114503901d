package import Planning

extension Area where Viewer == Domain.Viewer {
  /// The household's calendar: tasks and events, their series, and what all areas have at a time (ME-02 to ME-07).
  package static func calendar(_ services: IdentityServices?) -> Area {
    Area(
      types: [
        TaskCategory.self, FamilyTask.self, FamilyEvent.self, SeriesUnion.self, SeriesRecurrence.self, RuleWeekday.self,
        CalendarDay.self, CalendarEntry.self, CalendarItem.self,
        Reminder.self, CalendarFeed.self, ImportProblem.self, CalendarSubscription.self,
        ExternalEvent.self,
      ],
      hidden: [EventMember.self, SeriesOccurrence.self, ImportedEvent.self],
      resolvers: [
        "Query.calendar": .all(bounds: ListBounds(firstFromOne: "days"), access: .signedIn),
        "Query.toDo": .all(bounds: ListBounds(first: "first", offset: nil), access: .signedIn),
        "Family.tasks": .toMany(access: .family),
        "Family.tasksConnection": .connection(access: .family),
        "Family.taskCategories": .toMany(access: .family),
        "Family.events": .toMany(access: .family),
        "Family.eventsConnection": .connection(access: .family),
        "Family.reminders": .toMany(access: .family),
        "Family.calendarSubscriptions": .toMany(access: .family),
        "Viewer.calendarFeeds": .all(access: .signedIn),
        "Mutation.importCalendar": CalendarImportChange.resolver,
        "Mutation.createCalendarFeed": CalendarFeedChange(services: services).create,
        "Mutation.markTaskDone": .markTask(isDone: true),
        "Mutation.markTaskNotDone": .markTask(isDone: false),
        "Mutation.leaveOutOccurrence": .leaveOutOccurrence,
        "Mutation.restoreOccurrence": .restoreOccurrence,
        "Mutation.changeOccurrence": .changeOccurrence,
        "Mutation.splitSeries": .splitSeries,
      ],
      around: [
        "Mutation.createTask": { .createSeries(.task, $0) },
        "Mutation.updateTask": { .updateSeries(.task, $0) },
        "Mutation.deleteTask": { .deleteTask($0) },
        "Mutation.createEvent": { .createSeries(.event, $0) },
        "Mutation.updateEvent": { .updateSeries(.event, $0) },
        "Mutation.createReminder": { .createReminder($0) },
        "Mutation.updateCalendarFeed": CalendarFeedChange.update,
        "Mutation.createCalendarSubscription": { CalendarSubscription.creation($0, services?.reachableHosts ?? .none) },
        "Mutation.updateCalendarSubscription": { CalendarSubscription.update($0, services?.reachableHosts ?? .none) },
        "Mutation.updateReminder": { .updateReminder($0) },
      ])
  }
}
