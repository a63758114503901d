import SQL

/// A comparison of the database's contents with the answers that the clients received.
struct Count {
  let cluster: Cluster
  let ledger: Ledger.State
  let families: [LoadFamily]

  /// The violations found. Empty when every acknowledged change is there exactly once, and no other is half there.
  func problems() async throws -> [String] {
    try await rows() + grades() + passing() + leftovers()
  }

  private func rows() async throws -> [String] {
    let found = try await cluster.rows(
      """
      SELECT coalesce(a.id, u.id)::text, coalesce(a.family_id, u.family_id)::text, coalesce(a.title, ''),
        (a.id IS NOT NULL)::text, (u.id IS NOT NULL)::text
      FROM (SELECT * FROM assignments WHERE title LIKE 'Made %') a
      FULL JOIN (
        SELECT * FROM used_ids
        WHERE type = 'Assignment' AND id = ANY (\(bind: .textArray(Array(ledger.rows.keys)))::uuid[])
      ) u ON (u.family_id, u.id) = (a.family_id, a.id)
      """)
    var problems: [String] = []
    var times: [String: Int] = [:]
    for row in 0..<found.count {
      guard let id = found.text(row: row, column: 0), let family = found.text(row: row, column: 1),
        let title = found.text(row: row, column: 2)
      else { continue }
      let hasRow = found.text(row: row, column: 3) == "true"
      guard hasRow, found.text(row: row, column: 4) == "true" else {
        problems.append("half there: assignment \(id), of which only \(hasRow ? "the row" : "the id") is kept")
        continue
      }
      times[id, default: 0] += 1
      guard let known = ledger.rows[id] else {
        problems.append("assignment \(id), which nobody made")
        continue
      }
      if known.title != title || known.family != family { problems.append("assignment \(id) is another: \(title)") }
      if !known.isAcknowledged, !known.mayBe {
        problems.append("assignment \(id) is there, and its client was told that it is not")
      }
    }
    for (id, row) in ledger.rows where row.isAcknowledged && times[id] != 1 {
      problems.append("acknowledged assignment \(id) is there \(times[id] ?? 0) times")
    }
    return problems
  }

  /// Each grade counts the version of its assignment up by one.
  private func grades() async throws -> [String] {
    var problems: [String] = []
    for id in families.flatMap(\.graded) {
      let version = try await cluster.count("SELECT version FROM assignments WHERE id = \(bind: .text(id))::uuid")
      let known = ledger.grades[id] ?? Ledger.Grades()
      let least = 1 + known.acknowledged
      if !(least...least + known.unknown).contains(version) {
        problems.append("assignment \(id) was graded \(version - 1) times, and should be: \(known)")
      }
    }
    return problems
  }

  private func passing() async throws -> [String] {
    var problems: [String] = []
    for (id, known) in ledger.passing {
      let course: SQL = "\(bind: .text(id))::uuid"
      let courses = try await cluster.count("SELECT count(*) FROM courses WHERE id = \(course)")
      let assignments = try await cluster.count("SELECT count(*) FROM assignments WHERE course_id = \(course)")
      let isGone = courses == 0 && assignments == 0
      let isThere = courses == 1 && assignments >= known.assignments
      if !(known.isRemoved ? isGone : known.mayBeRemoved ? isGone || isThere : isThere) {
        problems.append("course \(id) is there \(courses) times, with \(assignments) assignments: \(known)")
      }
    }
    return problems
  }

  /// Transactions that nobody ends. PostgreSQL ends what hears nothing from a gateway for ten seconds.
  private func leftovers() async throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      let open = try await cluster.count(
        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'hatched_app' AND state LIKE 'idle in transaction%'")
      if open == 0 { return [] }
      if .now > deadline { return ["\(open) transactions are left open"] }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
