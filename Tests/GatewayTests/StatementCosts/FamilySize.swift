import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

/// How much the family has whose queries are measured. Around it are others of the usual size: enough that PostgreSQL
/// chooses plans as it does in production, since it makes one for any family.
enum FamilySize: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case usual
  /// A hundred times as much of all that grows without bound: of each type whose entity says so.
  case hundredfold

  var testDescription: String { rawValue }

  var database: SchoolDatabase {
    get async throws {
      switch self {
      case .usual: try await Self.usualDatabase.value
      case .hundredfold: try await Self.grownDatabase.value
      }
    }
  }

  private static let base = Task { try await filled("statement_costs_base") }
  private static let usualDatabase = Task { try await base.value.copy("statement_costs") }
  private static let grownDatabase = Task {
    let database = try await base.value.copy("statement_costs_grown")
    try await database.load(try await Self.copies(of: DemonstrationFamily.id, in: database))
    try await database.vacuum()
    return database
  }

  private static func filled(_ name: String) async throws -> SchoolDatabase {
    let database = try await SchoolDatabase(name, families: 400)
    // Otherwise PostgreSQL knows nothing of the tables that the rows of lists are made from.
    try await database.vacuum()
    try await database.fillListTables()
    // A table of a few pages is read from end to end, whatever its indexes.
    try await database.execute(
      script: """
        SET hatched.audit = 'off'; SET hatched.usage = 'off';
        INSERT INTO weight_groups (family_id, id, course_id, name, weight)
        SELECT family_id, gen_random_uuid(), id, 'Others', 1 FROM courses, generate_series(1, 4)
        WHERE family_id <> '\(DemonstrationFamily.id)';
        INSERT INTO schools (id, name, time_zone) SELECT gen_random_uuid(), 'School', 'UTC' FROM generate_series(1, 4000);
        UPDATE courses SET is_plain_mean = true WHERE family_id <> '\(DemonstrationFamily.id)'
        """)
    try await database.vacuum()
    return database
  }

  /// The tables of which a family has any number of rows.
  static func growingTables() throws -> Set<String> {
    let map = try WalkedSchema.domain.map
    return Set(
      map.schema.typeNames.compactMap { map.entity($0) }
        .filter { $0.extent == .unbounded && $0.scope.column == "family_id" && $0.quota != nil }.map(\.table))
  }

  /// The values besides the day that differ in a copy, by column: all that is that old is graded, and read.
  private static let changes: [String: SQL] = [
    "assignments.points_possible": "coalesce(points_possible, 10)",
    "assignments.points_awarded": "coalesce(points_awarded, points_possible, 10)",
    "notifications.read_at": "created_at",
    "resources.title": "title || ' ' || n",
  ]

  /// Each row 99 times more, a month earlier each, under other ids, and with other texts where each may stand once.
  private static func copies(of family: UUIDValue, in database: SchoolDatabase) async throws -> [SQL] {
    var copies: [SQL] = []
    for table in try growingTables().sorted() {
      let columns = try await database.run(
        """
        SELECT attname::text, atttypid::regtype::text, EXISTS (
          SELECT FROM pg_index WHERE indrelid = attrelid AND indisunique AND attnum = ANY (indkey))::text
        FROM pg_attribute
        WHERE attrelid = \(bind: .text(table))::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        """)
      var names: [SQL] = []
      var values: [SQL] = []
      for row in 0..<columns.count {
        let cells = try (0..<3).map { try #require(columns.text(row: row, column: $0)) }
        let name: SQL = "\(identifier: cells[0])"
        names.append(name)
        let value: SQL =
          switch (cells[0], cells[1], cells[2]) {
          case ("id", _, _): "md5(id::text || n)::uuid"
          case (_, "date", _): "\(name) - n * 30"
          case (_, "timestamp with time zone", _): "\(name) - n * interval '30 days'"
          case (_, "text", "true"): "\(name) || ' ' || n"
          case (_, "bytea", "true"): "sha256(\(name) || convert_to(n::text, 'UTF8'))"
          default: name
          }
        values.append(changes["\(table).\(cells[0])"] ?? value)
      }
      copies.append(
        """
        INSERT INTO \(identifier: table) (\(names.joined(separator: ", ")))
        SELECT \(values.joined(separator: ", ")) FROM \(identifier: table), generate_series(1, 99) AS n
        WHERE family_id = \(bind: .uuid(family)) ON CONFLICT DO NOTHING
        """)
    }
    return copies
  }
}
