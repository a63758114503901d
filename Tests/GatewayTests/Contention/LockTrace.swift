import SQL
import TestSupport

/// The rows of versions and of counted attempts that a transaction changed, in order: triggers trace each.
struct LockTrace: CustomStringConvertible {
  /// A row, by what it is of.
  struct Row: Hashable {
    /// `account_versions`; for attempts what is counted, as `attempts posts`; and of places `CLASS`, `SCHOOL`, or the other parts of
    /// `place_versions`.
    let kind: String
    let key: String
  }

  /// A call of a function that locks versions: its number, and the functions that called it.
  struct Call: Hashable, CustomStringConvertible {
    let number: Int
    let stack: String

    var description: String { stack }
  }

  /// Each row once, where it was locked first. The locks of a `SELECT` leave no trace, but for those of `lock_class_versions`.
  let rows: [Row]
  /// Those in which rows of a kind were locked first. A call locks them by id, and two of them do not.
  let calls: [String: [Call]]

  var description: String { rows.map { "\($0.kind) \($0.key)" }.joined(separator: ", ") }

  /// Adds the triggers. They come before all others of their tables, by their name.
  static func install(on database: SchoolDatabase) async throws {
    _ = try await database.run(
      "CREATE TABLE traced_locks (number bigint GENERATED ALWAYS AS IDENTITY, transaction xid8, kind text, key text)")
    _ = try await database.run(
      """
      CREATE FUNCTION trace_lock() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
      DECLARE
        changed jsonb := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END);
        kind text := TG_TABLE_NAME;
      BEGIN
        IF kind = 'place_versions' THEN
          kind := CASE changed ->> 'part' WHEN 'PLACE' THEN CASE WHEN changed ->> 'id' = changed ->> 'school_id' THEN 'SCHOOL' ELSE 'CLASS' END
            ELSE changed ->> 'part' END;
        END IF;
        IF kind = 'attempts' THEN kind := 'attempts ' || (changed ->> 'kind'); END IF;
        INSERT INTO public.traced_locks (transaction, kind, key)
        VALUES (pg_current_xact_id(), kind, coalesce(changed ->> 'account_id', changed ->> 'id', changed ->> 'key', changed ->> 'family_id'));
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
      END $$
      """)
    for (function, arguments) in [
      ("bump_accounts", ["accounts"]), ("bump_places", ["places"]), ("lock_class_versions", ["homes", "classes"]),
    ] {
      try await wrap(function, arguments, on: database)
    }
    for table in ["account_versions", "directory_versions", "place_versions", "attempts"] {
      let operations: SQL = table == "attempts" ? "INSERT OR UPDATE OR DELETE" : "UPDATE OR DELETE"
      _ = try await database.run(
        """
        CREATE TRIGGER "0_traced" BEFORE \(operations) ON \(identifier: table) FOR EACH ROW EXECUTE FUNCTION trace_lock()
        """)
    }
  }

  /// Has a function trace that it was called, and the classes whose versions it locked without a change of them.
  private static func wrap(_ function: String, _ arguments: [String], on database: SchoolDatabase) async throws {
    let (name, inner): (SQL, SQL) = ("\(identifier: function)", "\(identifier: function + "_untraced")")
    let parameters = arguments.map { "\(identifier: $0) uuid[]" as SQL }.joined(separator: ", ")
    let values = arguments.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
    let classes: SQL = arguments.contains("classes")
      ? "classes || ARRAY(SELECT rows.class_id FROM public.enrolments rows WHERE rows.family_id = ANY (homes))" : "'{}'"
    _ = try await database.run("ALTER FUNCTION \(name)(\(arguments.map { _ in "uuid[]" as SQL }.joined(separator: ", "))) RENAME TO \(inner)")
    _ = try await database.run(
      """
      CREATE FUNCTION \(name)(\(parameters)) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
      DECLARE
        stack text;
      BEGIN
        GET DIAGNOSTICS stack = PG_CONTEXT;
        INSERT INTO public.traced_locks (transaction, kind, key)
        SELECT pg_current_xact_id(), 'CALL', string_agg(callers.names[1], ' < ')
        FROM regexp_matches(stack, 'function (?:public\\.)?(\\w+)', 'g') AS callers (names);
        PERFORM public.\(inner)(\(values));
        INSERT INTO public.traced_locks (transaction, kind, key)
        SELECT pg_current_xact_id(), 'CLASS', versions.id FROM public.place_versions versions
        WHERE versions.xmax = pg_current_xact_id()::xid AND versions.id <> versions.school_id AND versions.part = 'PLACE'
          AND versions.id = ANY (\(classes));
      END $$
      """)
  }

  /// The number of the last row so far.
  static func begin(on database: SchoolDatabase) async throws -> String {
    try await database.run("SELECT coalesce(max(number), 0)::text FROM traced_locks").texts[0]
  }

  /// The rows of the transaction that changed the most of them.
  static func read(from database: SchoolDatabase, since start: String) async throws -> LockTrace {
    let found = try await database.run(
      """
      SELECT kind || '|' || key FROM traced_locks
      WHERE transaction = (
        SELECT transaction FROM traced_locks WHERE number > \(bind: .text(start))::bigint AND kind <> 'CALL'
        GROUP BY transaction ORDER BY count(*) DESC, transaction LIMIT 1)
      ORDER BY number
      """)
    var rows: [Row] = []
    var calls: [String: [Call]] = [:]
    var call = Call(number: 0, stack: "")
    for text in found.texts {
      let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let row = Row(kind: parts[0], key: parts[1])
      if row.kind == "CALL" {
        call = Call(number: call.number + 1, stack: row.key)
      } else if !rows.contains(row) {
        rows.append(row)
        if calls[row.kind]?.last != call { calls[row.kind, default: []].append(call) }
      }
    }
    return LockTrace(rows: rows, calls: calls)
  }

  /// Whether a row of the first kind was locked for the first time after one of the second.
  func has(_ kind: String, after other: String) -> Bool {
    guard let first = rows.firstIndex(where: { $0.kind == other }) else { return false }
    return rows[first...].contains { $0.kind == kind }
  }

  var attempts: Set<String> { Set(rows.map(\.kind).filter { $0.hasPrefix("attempts ") }) }
}
