import GraphQL
import SQL

extension ScopedRows {
  /// The rows of tables as one JSON document, all of one moment.
  ///
  ///     {"format":1,"exportedAt":"2026-09-07T08:30:00+00:00","families":[{"id":"…"}],"members":[…]}
  ///
  /// - Throws: `.refused` when there is more than the bounds allow.
  package func document(
    of tables: [ExportedTable<Viewer>], within bounds: ExportBounds = ExportBounds()
  ) async throws(MutationFailure) -> [UInt8] {
    let found: [Rows]
    do {
      found = try await run(["SELECT to_json(now())::text"] + tables.map { rows(of: $0, within: bounds) })
    } catch {
      // Each table is within the bounds, and all together are not.
      if case .database(let error) = error, error.reason == .answerTooLarge {
        throw Self.tooMuch("exportBytes", maximum: bounds.bytes)
      }
      throw error
    }
    guard found.count == tables.count + 1, let moment = found[0].text(row: 0, column: 0) else {
      throw .refused("The document cannot be had.", code: .internal)
    }
    var document = Array(#"{"format":1,"exportedAt":\#(moment)"#.utf8)
    for (table, rows) in zip(tables, found.dropFirst()) {
      guard rows.count <= bounds.rows else { throw Self.tooMuch("exportRows", maximum: bounds.rows) }
      document += #","\#(Self.fieldName(of: table.name))":["#.utf8
      let owner = viewer.value(of: table.scope.attribute)
      var isFirst = true
      // A row of another scope is not written, whatever the statement and the database have let through.
      for row in 0..<rows.count where rows.uuid(row: row, column: 0).map({ .uuid($0) == owner }) == true {
        if !isFirst { document.append(UInt8(ascii: ",")) }
        isFirst = false
        rows.withCell(row: row, column: 1) { document.append(contentsOf: $0) }
        guard document.count < bounds.bytes else { throw Self.tooMuch("exportBytes", maximum: bounds.bytes) }
      }
      document.append(UInt8(ascii: "]"))
    }
    document.append(UInt8(ascii: "}"))
    return document
  }

  /// Each row as an object, and whose it is; no more rows and bytes than show that there are too many.
  ///
  ///     SELECT scope, line FROM (
  ///       SELECT scope, line, sum(octet_length(line)) OVER (ROWS UNBOUNDED PRECEDING) - octet_length(line) AS before FROM (
  ///         SELECT t.family_id AS scope, (SELECT row_to_json(o)::text FROM (SELECT t.id AS "id", …) AS o) AS line
  ///         FROM members AS t WHERE t.family_id = $1 ORDER BY t.id LIMIT $2) AS rows) AS counted WHERE before < $3
  private func rows(of table: ExportedTable<Viewer>, within bounds: ExportBounds) -> SQL {
    let row = statements.reference(named: "t")
    let fields = table.columns.map { column -> SQL in
      let name = table.names[column] ?? Self.fieldName(of: column == table.key ? "id" : column)
      return "\(table.expressions[column]?(row) ?? row[column]) AS \(identifier: name)"
    }
    let conditions = statements.scopeConditions(table.scope, on: row) + (table.condition.map { [$0(row)] } ?? [])
    let filter: SQL = conditions.isEmpty ? "true" : conditions.joined(separator: " AND ")
    return """
      SELECT scope, line FROM (\
      SELECT scope, line, sum(octet_length(line)) OVER (ROWS UNBOUNDED PRECEDING) - octet_length(line) AS before FROM (\
      SELECT \(row[table.scope.column]) AS scope, \
      (SELECT row_to_json(o)::text FROM (SELECT \(fields.joined(separator: ", "))) AS o) AS line \
      FROM \(table.source) AS t WHERE \(filter) ORDER BY \(row[table.key]) \
      LIMIT \(bind: .int4(Int32(clamping: bounds.rows + 1)))) AS rows) AS counted \
      WHERE before < \(bind: .int8(Int64(bounds.bytes)))
      """
  }

  private static func tooMuch(_ limit: String, maximum: Int) -> MutationFailure {
    .refused(
      "There is more than can be handed out at once: ask whoever runs this server.", code: .limitExceeded,
      extensions: [.init("limit", .string(limit)), .init("maximum", .number("\(maximum)"))])
  }

  /// The name that the SDL has, or would have, for a name of the database: `points_awarded` is `pointsAwarded`.
  private static func fieldName(of name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(words.first.map(String.init) ?? "") { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
