import Domain
import GraphQL
@testable import Planning
import SQL

extension CatalogRule {
  static func policies(_ map: EntityMap<Viewer>) -> [CatalogRule] {
    let policies = expectedPolicies(map)
    return [
    CatalogRule(
      testDescription: "a table has a policy for each owner that the scopes of its types name",
      offenders: """
        SELECT DISTINCT format('%s of %s', expression, expected.name)
        FROM \(policies) JOIN \(guardedTables) AS t ON t.name = expected.name
        WHERE NOT EXISTS (
          SELECT FROM pg_policy WHERE polrelid = t.oid AND 'hatched_app'::regrole = ANY (polroles)
            AND pg_get_expr(polqual, polrelid) = expression)
        """,
      offence: "DROP POLICY class_staff ON pickup_times",
      offender: "(class_id = ANY ((NULLIF(current_setting('hatched.staff_class_ids'::text, true), ''::text))::uuid[])) of pickup_times"),
    CatalogRule(
      testDescription: "a table enables row-level security, and forces it on its owner",
      offenders: "SELECT name FROM \(guardedTables) AS t WHERE NOT (relrowsecurity AND relforcerowsecurity)",
      offence: "ALTER TABLE courses NO FORCE ROW LEVEL SECURITY", offender: "courses",
      remedy: { "ALTER TABLE \($0) ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;" }),
    CatalogRule(
      testDescription: "a table has a policy that binds all that hatched_app does",
      offenders: """
        SELECT DISTINCT name FROM \(guardedTables) AS t
        CROSS JOIN (VALUES ('SELECT', 'r'), ('INSERT', 'a'), ('UPDATE', 'w'), ('DELETE', 'd')) AS deed (privilege, command)
        WHERE CASE privilege
            WHEN 'DELETE' THEN has_table_privilege('hatched_app', t.oid, privilege)
            ELSE has_any_column_privilege('hatched_app', t.oid, privilege) END
          AND NOT EXISTS (
            SELECT FROM pg_policy
            WHERE polrelid = t.oid AND polcmd::text IN ('*', command) AND 'hatched_app'::regrole = ANY (polroles))
        """,
      offence: "ALTER POLICY family_scope ON courses TO hatched_worker", offender: "courses",
      remedy: { table in
        """
        CREATE POLICY family_scope ON \(table) TO hatched_app, hatched_worker
          USING (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid)
          WITH CHECK (family_id = nullif(current_setting('hatched.family_id', true), '')::uuid);
        """
      }),
    CatalogRule(
      testDescription: "hatched_app reads each table of families, which exports hand out",
      offenders: """
        SELECT name FROM \(familyTables) AS scoped WHERE NOT has_any_column_privilege('hatched_app', oid, 'SELECT')
        """,
      offence: "REVOKE ALL ON courses FROM hatched_app", offender: "courses",
      remedy: { "GRANT SELECT, INSERT, UPDATE, DELETE ON \($0) TO hatched_app;" }),
    CatalogRule(
      testDescription: "a policy compares with the scope, and nothing else, what is read and what is written",
      offenders: """
        SELECT format('%s on %s', polname, name)
        FROM pg_policy JOIN \(guardedTables) AS t ON t.oid = polrelid
        CROSS JOIN LATERAL (
          SELECT CASE WHEN EXISTS (SELECT FROM \(policies) WHERE expected.name = t.name)
            THEN ARRAY(SELECT expression FROM \(policies) WHERE expected.name = t.name AND (NOT is_reader OR polcmd = 'r'))
            -- No type shows the rows.
            ELSE \(bind: .textArray(Scope.policies(isReader: false))) END AS scopes
        ) AS expected
        WHERE polpermissive
          AND polroles && ARRAY(SELECT oid FROM \(boundRoles) AS bound UNION ALL SELECT 0)
          AND (coalesce(pg_get_expr(polqual, polrelid), '') <> ALL (scopes)
            OR polcmd <> 'r' AND pg_get_expr(polwithcheck, polrelid) IS DISTINCT FROM pg_get_expr(polqual, polrelid))
          AND (polname, name) <> ('every_family_id', 'families')
        """,
      offence: "CREATE POLICY stray ON courses USING (name <> '')", offender: "stray on courses"),
    CatalogRule(
      testDescription: "the policy that shows every family is for reading, for hatched_worker alone",
      offenders: """
        SELECT polname::text FROM pg_policy
        WHERE polname = 'every_family_id' AND (polcmd <> 'r' OR polroles <> ARRAY['hatched_worker'::regrole::oid])
        """,
      offence: "ALTER POLICY every_family_id ON families TO hatched_app", offender: "every_family_id"),
    CatalogRule(
      testDescription: "of every family hatched_worker may read the id alone",
      offenders: """
        SELECT attname::text FROM pg_attribute
        WHERE attrelid = 'families'::regclass AND attnum > 0 AND attname <> 'family_id'
          AND has_column_privilege('hatched_worker', attrelid, attnum, 'SELECT')
        """,
      offence: "GRANT SELECT (name) ON families TO hatched_worker", offender: "name"),
    CatalogRule(
      testDescription: "a view is read with the rights of whoever reads it",
      offenders: """
        SELECT DISTINCT relname::text FROM pg_class CROSS JOIN \(boundRoles) AS bound
        WHERE relnamespace = 'public'::regnamespace AND has_table_privilege(rolname, pg_class.oid, 'SELECT')
          AND (relkind = 'm' OR relkind = 'v' AND NOT coalesce(reloptions @> '{security_invoker=true}', false))
        """,
      offence: "CREATE VIEW stray AS SELECT name FROM members; GRANT SELECT ON stray TO hatched_app",
      offender: "stray"),
    ]
  }

  /// The policies that the scopes of types ask for: table, expression, and whether it is for reading alone.
  private static func expectedPolicies(_ map: EntityMap<Viewer>) -> SQL {
    let entities = map.schema.typeNames.compactMap { map.entity($0) } + map.hidden.values
    let readings = map.schema.typeNames.flatMap { map.readings(of: $0).map(\.entity) }
    let all = (entities + readings).flatMap { entity in
      (Scope.of(entity)?.policies(on: entity.table) ?? []).map { (entity.table, $0.expression, $0.owner.isReader) }
    }
    return """
      unnest(\(bind: .textArray(all.map(\.0))), \(bind: .textArray(all.map(\.1))),
        \(bind: .textArray(all.map { "\($0.2)" }))::boolean[]) AS expected (name, expression, is_reader)
      """
  }
}
