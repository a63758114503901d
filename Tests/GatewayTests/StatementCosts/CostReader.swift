import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport

/// Has PostgreSQL run the statements of a query as the gateway does, and tell what they take: in the scope of their
/// viewer, prepared, with the plan for any family.
struct CostReader {
  private static let map = Result { try EntityMap<Viewer>.shared }

  /// Its demonstration family asks.
  let database: SchoolDatabase

  init(_ database: SchoolDatabase) { self.database = database }

  /// The costs of the membership check, and of each level of a query.
  func costs(of query: GoldenQuery) async throws -> [StatementCost] {
    let connection = try await connection(as: database.app)
    return try await connection.withTransaction(isolation: .repeatableRead, readOnly: true) { transaction in
      try await costs(of: query, in: transaction)
    }
  }

  /// The same, after a script that makes it worse, of which nothing stays.
  func costs(of query: GoldenQuery, after script: String) async throws -> [StatementCost] {
    struct Undo: Error { let costs: [StatementCost] }
    let connection = try await connection(as: database.superuser)
    do {
      return try await connection.withTransaction { transaction in
        try await transaction.execute(script: "\(script); SET LOCAL ROLE hatched_app")
        throw Undo(costs: try await costs(of: query, in: transaction))
      }
    } catch let undo as Undo {
      return undo.costs
    }
  }

  private func connection(as address: DatabaseAddress) async throws -> Connection {
    var configuration = ConnectionConfiguration(address: address)
    configuration.settings["plan_cache_mode"] = "force_generic_plan"
    // As the server sets it: PostgreSQL would compile the plan of a calendar for seconds.
    configuration.settings["jit"] = "off"
    return try await Connection.connect(configuration, reactor: Reactor())
  }

  private func costs(of query: GoldenQuery, in transaction: PostgresTransaction) async throws -> [StatementCost] {
    let viewer = try (query.asker ?? .parent).viewer(in: database)
    let explanation = try Explanation(of: GraphQLRequest(query: query.text), for: .account(viewer), map: Self.map.get())
    _ = try await transaction.run(explanation.guards.prefix(1) + [PlaceCheck.entering])
    let surroundings = try await surroundings(in: transaction)

    let titles = ["membership check"] + explanation.outline
    let statements = explanation.guards.suffix(1) + explanation.statements
    var costs: [StatementCost] = []
    for (number, (title, statement)) in zip(titles, statements).enumerated() {
      let types = statement.binds.map(\.type.description).joined(separator: ", ")
      let values = statement.binds.map(\.literal).joined(separator: ", ")
      let run = "EXECUTE level_\(number)" + (values.isEmpty ? "" : "(\(values))")
      try await transaction.execute(
        script: "PREPARE level_\(number)" + (types.isEmpty ? "" : "(\(types))") + " AS \(statement.text)")
      let answers = try await transaction.run([
        // The first time, PostgreSQL reads its catalogs too.
        Statement(text: run),
        Statement(text: "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) \(run)"),
        Statement(text: "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) \(run)"),
      ])
      let json = try JSONValue(parsing: Array(answers[1].texts.joined().utf8), maxDepth: 256)
      costs.append(
        StatementCost(
          level: title, plan: PlanNode(json.at(0, "Plan") ?? .null), text: answers[2].texts.joined(separator: "\n"),
          surroundings: surroundings))
    }
    return costs
  }

  private func surroundings(in transaction: PostgresTransaction) async throws -> StatementCost.Surroundings {
    // The epoch is one row. PostgreSQL rightly reads all of a table of few pages.
    let tables: SQL = """
      SELECT relname::text FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relrowsecurity AND relname <> 'version_epochs' AND relpages > 2
      """
    let estimate: SQL = "SELECT current_setting('jit_above_cost')"
    let answers = try await transaction.run([tables.statement, estimate.statement])
    return StatementCost.Surroundings(
      scopedTables: Set(answers[0].texts), compilesFrom: answers[1].texts.first.flatMap(Double.init) ?? 0)
  }
}
