import SQL

extension CatalogRule {
  /// The columns that no request changes: a privilege on columns withholds them, or a trigger refuses.
  private static let fixedColumns = ["family_id", "id", "created_at"]

  static let columns = [
    CatalogRule(
      testDescription: "a bound role changes no row's family, key or time of creation",
      offenders: """
        SELECT DISTINCT format('%s.%s', scoped.name, attname)
        FROM \(familyTables) AS scoped JOIN pg_attribute ON attrelid = scoped.oid
        CROSS JOIN \(boundRoles) AS bound
        WHERE attname = ANY (\(bind: .textArray(fixedColumns))) AND has_column_privilege(rolname, scoped.oid, attnum, 'UPDATE')
          AND NOT EXISTS (
            SELECT FROM pg_trigger
            WHERE tgrelid = scoped.oid AND tgenabled = 'O' AND tgfoid = 'refuse_fixed_columns'::regproc
              -- BEFORE UPDATE, and nothing else.
              AND tgtype & 30 = 18 AND tgqual IS NULL AND attnum = ANY (tgattr))
        """,
      offence: "GRANT UPDATE (created_at) ON join_requests TO hatched_app", offender: "join_requests.created_at",
      remedy: { column in
        let table = column.prefix { $0 != "." }
        return """
          CREATE TRIGGER fixed_columns BEFORE UPDATE OF \(fixedColumns.joined(separator: ", ")) ON \(table)
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_columns();
          """
      })
  ]
}
