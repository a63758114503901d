import SampleData
import Testing

// What the tables in `migrations/` ask of their rows, checked without a database.

func expectForeignKeys(in tables: [SampleTable]) throws {
  let keys = [
    ("sessions", ["account_id"], "accounts", ["id"]),
    ("members", ["family_id"], "families", ["family_id"]),
    ("members", ["account_id"], "accounts", ["id"]),
    ("subjects", ["family_id"], "families", ["family_id"]),
    ("courses", ["family_id", "subject_id"], "subjects", ["family_id", "id"]),
    ("assignments", ["family_id", "student_id"], "members", ["family_id", "id"]),
    ("assignments", ["family_id", "course_id"], "courses", ["family_id", "id"]),
  ] + dayKeys(in: tables)
  let joining = [
    ("join_requests", ["account_id"], "accounts", ["id"]),
    ("invitations", ["family_id", "student_id"], "members", ["family_id", "id"]),
  ].filter { key in tables.contains { $0.name == key.0 } }
  for (table, columns, target, targetColumns) in keys + joining {
    let targets = Set(try tables.rows(target).map { row in try targetColumns.map(row.required) })
    for row in try tables.rows(table) {
      let key = try columns.compactMap { try row.optional($0) }
      // As in SQL: a key with a null in it refers to nothing.
      #expect(key.count < columns.count || targets.contains(key), "\(table) \(columns)")
    }
  }
  let students = Set(try tables.rows("members").filter { try $0.required("role") == "STUDENT" }.map {
    try $0.required("id")
  })
  #expect(try tables.rows("assignments").allSatisfy { students.contains(try $0.required("student_id")) })
}

/// The keys of the tables besides the curriculum.
private func dayKeys(in tables: [SampleTable]) -> [(String, [String], String, [String])] {
  [
    ("quotes", ["family_id"], "families", ["family_id"]),
    ("used_ids", ["family_id"], "families", ["family_id"]),
    ("audit_entries", ["family_id"], "families", ["family_id"]),
    ("audit_entries", ["family_id", "actor_id"], "members", ["family_id", "id"]),
    ("audit_entries", ["family_id", "member_id"], "members", ["family_id", "id"]),
    ("overdue_checks", ["family_id"], "families", ["family_id"]),
    ("devices", ["family_id", "member_id"], "members", ["family_id", "id"]),
    ("portfolio_items", ["family_id", "student_id"], "members", ["family_id", "id"]),
    ("resources", ["family_id", "subject_id"], "subjects", ["family_id", "id"]),
    ("attendance_records", ["family_id", "student_id"], "members", ["family_id", "id"]),
    ("questions", ["family_id", "assignment_id"], "assignments", ["family_id", "id"]),
    ("planner_tasks", ["family_id", "student_id"], "members", ["family_id", "id"]),
    ("notifications", ["family_id", "recipient_id"], "members", ["family_id", "id"]),
    ("notifications", ["family_id", "student_id"], "members", ["family_id", "id"]),
    ("notifications", ["family_id", "assignment_id"], "assignments", ["family_id", "id"]),
  ].filter { key in tables.contains { $0.name == key.0 } }
}

func expectTextChecks(in tables: [SampleTable]) throws {
  let bounds = [
    "name": 1...200, "email": 3...320, "title": 1...500, "description": 0...10_000,
    "instructions": 0...100_000,
  ]
  for table in tables {
    for row in copiedRows(table) {
      for (column, length) in bounds {
        // PostgreSQL's length() counts code points.
        guard let text = row[column] ?? nil else { continue }
        #expect(length ~= text.unicodeScalars.count, "\(table.name).\(column)")
      }
    }
  }
  for member in try tables.rows("members") {
    let role = try member.required("role")
    let hasAccount = try member.optional("account_id") != nil
    #expect(role == "STUDENT" || role == "PARENT" && hasAccount)
  }
}

func expectPointChecks(in tables: [SampleTable]) throws {
  for row in try tables.rows("assignments") {
    let possible = try row.optional("points_possible").map { try #require(Double($0)) }
    let awarded = try row.optional("points_awarded").map { try #require(Double($0)) }
    if let possible { #expect(possible > 0 && possible < 1_000_000) }
    if let awarded { #expect(try 0...(#require(possible)) ~= awarded) }
    for column in ["points_possible", "points_awarded"] {
      guard let digits = try row.optional(column)?.split(separator: ".") else { continue }
      #expect(digits.count == 1 || digits[1].count <= 4)
    }
  }
}
