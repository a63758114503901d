import Planning
import SQL
import Domain

extension CatalogRule {
  /// A foreign key to members without an action of its own, as `portfolio_items.student_id`.
  private static let blocking: SQL = """
    (SELECT format('%s.%s', conrelid::regclass, attname) AS name
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND confrelid = 'members'::regclass AND confdeltype IN ('a', 'r')
      AND attname <> 'family_id' AND atttypid = 'uuid'::regtype)
    """

  /// The columns that a removal of the member sets null, as for a student who keeps a course, or a member who paid.
  private static let cleared = ["courses.keeper_id", "expenses.payer_id", "subjects.keeper_id"]

  static func deletion(_ map: EntityMap<Viewer>) -> [CatalogRule] {
    // The tables whose rows a deletion of a student with `cascade` deletes first.
    deletion(map.dependents(of: "Student").map { "\($0.table).\($0.foreignKey)" })
  }

  private static func deletion(_ dependents: [String]) -> [CatalogRule] {
    [
      CatalogRule(
        testDescription: "a row that refers to a student goes with it, by itself or with \"cascade\"",
        offenders: "SELECT name FROM \(blocking) AS keys WHERE NOT name = ANY (\(bind: .textArray(dependents + cleared)))",
        offence: """
          ALTER TABLE quotes ADD student_id uuid;
          ALTER TABLE quotes ADD CONSTRAINT stray FOREIGN KEY (family_id, student_id) REFERENCES members (family_id, id)
          """,
        offender: "quotes.student_id",
        remedy: { _ in
          """
          Write ON DELETE CASCADE in its foreign key; or, if a student with such rows is to be deleted only with "cascade", \
          name the field in the entity, as cascades: ["student"]
          """
        }),
      CatalogRule(
        testDescription: "a relation that cascades is one whose rows would keep a student from going",
        offenders: """
          SELECT name FROM unnest(\(bind: .textArray(dependents))) AS declared (name)
          WHERE name NOT IN (SELECT name FROM \(blocking) AS keys)
          """,
        offence: """
          ALTER TABLE portfolio_items DROP CONSTRAINT portfolio_items_student;
          ALTER TABLE portfolio_items ADD CONSTRAINT portfolio_items_student
            FOREIGN KEY (family_id, student_id, student_role) REFERENCES members (family_id, id, role) ON DELETE CASCADE
          """,
        offender: "portfolio_items.student_id",
        remedy: { "The database deletes rows by \($0) already: take it out of cascades:" }),
    ]
  }
}
