import Embedded
import Postgres
import SQL
import TestSupport
import Testing

/// The functions of a migrated database, compared with `migrations/functions/`.
@Suite struct FunctionCatalogTests {
  private static let database = Task { try await SchoolDatabase("function_catalog", families: 1) }

  /// The functions with their owner's rights that the server's role may call. Each is a way around row-level security: this number may fall.
  private static let callable = 150

  /// Whether a function `proc` is one that a function of `tables/` has made: a trigger of a table, or has_shared_id().
  private static let isGenerated: SQL = """
    (proc.prorettype = 'trigger'::regtype AND EXISTS (
      SELECT 1 FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE tgfoid = proc.oid AND proname IN ('count_' || relname, 'record_' || relname))
      AND proname <> 'record_enrolments'
      OR proname = 'has_shared_id')
    """

  private func texts(_ query: SQL) async throws -> [String] { try await Self.database.value.run(query).texts }

  @Test func `Each function of the database has a file, and each file has a function`() async throws {
    let functions = try await texts(
      """
      SELECT DISTINCT proname::text FROM pg_proc AS proc
      WHERE pronamespace = 'public'::regnamespace AND NOT \(Self.isGenerated) ORDER BY 1
      """)
    let files = EmbeddedFile.functions.map { String($0.name.split(separator: "/").last?.dropLast(4) ?? "") }
    #expect(functions.sorted() == files.sorted())
  }

  @Test func `Running all files once more changes no function, and no privilege`() async throws {
    let state: SQL = """
      SELECT pg_get_functiondef(oid) || coalesce(proacl::text, '') FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1
      """
    let before = try await texts(state)
    try await Self.database.value.execute(script: EmbeddedFile.functions.map(\.text).joined(separator: "\n"))
    #expect(try await texts(state) == before)
  }

  @Test func `The server's role may call no more functions with their owner's rights than before`() async throws {
    let callable = try await texts(
      """
      SELECT proname::text FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prosecdef AND has_function_privilege('hatched_app', oid, 'EXECUTE') ORDER BY 1
      """)
    #expect(callable.count <= Self.callable, "\(callable)")
    if callable.count < Self.callable { Issue.record("There are fewer: lower the number to \(callable.count)") }
  }

  @Test func `A function with its owner's rights is for nobody without a grant`() async throws {
    let open = try await texts(
      """
      SELECT proname::text FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) AS granted
      WHERE pronamespace = 'public'::regnamespace AND prosecdef AND granted.grantee = 0
      """)
    #expect(open == [])
  }
}
