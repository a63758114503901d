/// Made-up families, with people, curriculum, assignments and some rows of every other table, for load tests and
/// benchmarks.
///
/// Every value follows from the seed, the reference day and the place of its row (family, table, number), and
/// from nothing else: not from a clock, the machine or the release of Swift, nor from how many families there
/// are. So keys need not be kept to be referred to, and a hundred thousand families take no more memory
/// than one.
///
/// Rows come as they would in a table that families fill side by side: the first row of each, the second
/// of each, and so on, with creation times that ascend roughly. The rows of one family lie far apart.
package struct SampleFamilies: Sendable {
  package let count: Int
  package let seed: UInt64
  package let studentsPerFamily: Int
  package let assignmentsPerStudent: Int
  /// The day that counts as today: about half of the due dates are before it. No row is made after it.
  package let referenceDay: CalendarDay

  /// - Throws: ``SampleSizeError`` unless there are 1...10,000,000 families, 0...20 students in each, and
  ///   0...10,000 assignments for each student.
  package init(
    count: Int, seed: UInt64, studentsPerFamily: Int = 3, assignmentsPerStudent: Int = 20,
    referenceDay: CalendarDay = .startOfSchoolYear
  ) throws(SampleSizeError) {
    let sizes = [
      ("families", count, 1...10_000_000),
      ("students per family", studentsPerFamily, 0...20),
      ("assignments per student", assignmentsPerStudent, 0...10_000),
    ]
    for (subject, value, allowed) in sizes where !allowed.contains(value) {
      throw SampleSizeError(subject: subject, value: value, allowed: allowed)
    }
    self.count = count
    self.seed = seed
    self.studentsPerFamily = studentsPerFamily
    self.assignmentsPerStudent = assignmentsPerStudent
    self.referenceDay = referenceDay
  }

  /// In the order of their foreign keys. Counting the rows visits every family once.
  package var tables: [SampleTable] {
    let outlines = [
      SampleFamily.accounts, SampleFamily.sessions, SampleFamily.families, SampleFamily.members,
      SampleFamily.schoolYears, SampleFamily.terms, SampleFamily.subjects, SampleFamily.courses, SampleFamily.timeSlots,
      SampleFamily.weightGroups, SampleFamily.assignments, SampleFamily.gradeScales, SampleFamily.gradeScaleSteps,
      SampleFamily.gradeScaleChoices, SampleFamily.gradeOverrides, SampleFamily.plannerTasks,
      SampleFamily.quotes, SampleFamily.notifications, SampleFamily.devices, SampleFamily.portfolioItems,
      SampleFamily.resources, SampleFamily.attendanceRecords, SampleFamily.questions, SampleFamily.studyTimes,
      SampleFamily.taskCategories, SampleFamily.tasks, SampleFamily.events, SampleFamily.eventMembers, SampleFamily.occurrences,
      SampleFamily.reminders, SampleFamily.calendarFeeds,
      SampleFamily.calendarSubscriptions, SampleFamily.externalEvents,
      SampleFamily.notes, SampleFamily.noteTags, SampleFamily.noteTaggings, SampleFamily.files, SampleFamily.fileUses,
      SampleFamily.joinRequests,
      SampleFamily.invitations, SampleFamily.consents, SampleFamily.idempotencyKeys, SampleFamily.overdueChecks, SampleFamily.auditEntries,
      SampleFamily.expenseCategories, SampleFamily.expenses, SampleFamily.budgets, SampleFamily.recipes, SampleFamily.recipeIngredients,
      SampleFamily.meals, SampleFamily.shoppingLists, SampleFamily.shoppingItems, SampleFamily.shoppingMemories,
      SampleFamily.shoppingListGuests, SampleFamily.webhooks, SampleFamily.webhookDeliveries,
    ]
    var rowCounts = outlines.map { _ in 0 }
    var rounds = rowCounts
    for index in 0..<count {
      let family = self[index]
      for (table, outline) in outlines.enumerated() {
        let rows = outline.rowCount(family)
        rowCounts[table] += rows
        rounds[table] = max(rounds[table], rows)
      }
    }
    return outlines.indices.map { table in
      let outline = outlines[table]
      return SampleTable(
        name: outline.name, columns: outline.columns, rowCount: rowCounts[table],
        order: StridedOrder(count: count), rounds: rounds[table]
      ) { index, row, text in
        let family = self[index]
        if row < outline.rowCount(family) { outline.write(family, row, &text) }
      }
    }
  }

  /// - Precondition: `index` is in `0..<count`.
  subscript(index: Int) -> SampleFamily {
    precondition(0..<count ~= index, "family \(index) of \(count)")
    return SampleFamily(index: index, sample: self)
  }
}
