import SampleData
import TestSupport
import Testing

// Checks, without a database, of the constraints in `migrations/` on rows.

/// Each foreign key of the migrations, of tables that have rows here.
func expectForeignKeys(in tables: [SampleTable]) throws {
  // The audit trail keeps the names of members who left, but these families have all of theirs.
  let lasting = ["actor_id", "member_id"].map { ("audit_entries", "family_id, \($0)", "members", "family_id, id") }
  let keys = MigrationText.shared.foreignKeys.map { ($0.table, $0.columns, $0.target, $0.targetColumns) } + lasting
  #expect(keys.count > 20)
  for (name, columns, target, targetColumns) in keys {
    guard let table = tables.first(where: { $0.name == name }) else { continue }
    // Columns that the database computes are not copied; an id that is not copied is null.
    guard columns.split(separator: ", ").allSatisfy({ !$0.hasSuffix("_id") || table.columns.contains(String($0)) }) else {
      continue
    }
    let pairs = zip(columns.split(separator: ", "), targetColumns.split(separator: ", ")).map { (String($0), String($1)) }
      .filter { table.columns.contains($0.0) }
    // Triggers write it with the staff of schools and the members of families.
    if target == "school_people" { continue }
    guard tables.contains(where: { $0.name == target }) else {
      for row in copiedRows(table) {
        #expect(try pairs.contains { try row.optional($0.0) == nil }, "\(name) refers to \(target), which has no rows")
      }
      continue
    }
    let targets = Set(try tables.rows(target).map { row in try pairs.map { try row.required($0.1) } })
    for row in copiedRows(table) {
      let key = try pairs.compactMap { try row.optional($0.0) }
      // As in SQL: a key with a null in it refers to nothing.
      #expect(key.count < pairs.count || targets.contains(key), "\(name) \(columns)")
    }
  }
  let students = Set(try tables.rows("members").filter { try $0.required("role") == "STUDENT" }.map {
    try $0.required("id")
  })
  #expect(try tables.rows("assignments").allSatisfy { students.contains(try $0.required("student_id")) })
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
