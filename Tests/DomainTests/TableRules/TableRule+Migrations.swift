extension TableRule {
  /// The rules for migrations.
  static let ofMigrations = [
    columnGrant, namedConstraint, keyAfterTable, constraintAlone, clearedColumn, queryFunction, sequence,
    emptyExists, conditionalTime,
  ]

  private static let columnGrant = TableRule(
    name: "column-grant",
    remedy: """
      Citus loses privileges on columns. Write GRANT SELECT, INSERT, UPDATE, DELETE ON the table, and CREATE TRIGGER \
      fixed_columns BEFORE UPDATE OF the columns that never change (docs/tables.md).
      """,
    offence: "GRANT SELECT, UPDATE (name, version) ON lists TO hatched_app;",
    alternative: "GRANT SELECT, UPDATE ON lists TO hatched_app; GRANT EXECUTE ON FUNCTION f(uuid) TO hatched_app;"
  ) { tokens in
    tokens.statements.compactMap { statement in
      guard let grant = statement.firstIndex(where: { $0.text == "grant" }),
        let end = statement[grant...].firstIndex(where: { $0.text == "on" }),
        statement[grant..<end].contains(where: { $0.text == "(" })
      else { return nil }
      return Breach(statement[grant..<end])
    }
  }

  private static let namedConstraint = TableRule(
    name: "named-constraint",
    remedy: "Write CONSTRAINT and a name in front: the name is the same on every machine, and errors are told by it.",
    offence: "CREATE TABLE lists (family_id uuid, name text NOT NULL CHECK (length(name) < 200));",
    alternative: """
      CREATE TABLE lists (family_id uuid, id uuid, name text NOT NULL CONSTRAINT lists_name CHECK (length(name) < 200),
        PRIMARY KEY (family_id, id), CONSTRAINT lists_unique UNIQUE (family_id, name));
      """
  ) { tokens in
    tokens.statements.filter(\.changesTable).flatMap { statement in
      statement.indices.filter { index in
        ["check", "unique", "foreign", "exclude"].contains(statement[index].text)
          && !statement.has("with", at: index - 1) && !statement.has("constraint", "?", at: index - 2)
      }.map { Breach(statement[$0..<min($0 + 8, statement.endIndex)]) }
    }
  }

  private static let keyAfterTable = TableRule(
    name: "key-after-table",
    remedy: """
      Write ALTER TABLE … ADD CONSTRAINT … FOREIGN KEY … REFERENCES … after the tables: both are distributed before a key \
      between them can be added.
      """,
    offence: "CREATE TABLE items (family_id uuid CONSTRAINT items_family REFERENCES families (family_id));",
    alternative: """
      CREATE TABLE items (family_id uuid);
      ALTER TABLE items ADD CONSTRAINT items_family FOREIGN KEY (family_id) REFERENCES families (family_id);
      """
  ) { tokens in
    tokens.statements.filter { $0.isMade("table") }.flatMap { statement in
      statement.indices.filter { statement[$0].text == "references" }
        .map { Breach(statement[$0..<min($0 + 3, statement.endIndex)]) }
    }
  }

  private static let constraintAlone = TableRule(
    name: "constraint-alone",
    remedy: "Write a statement of its own: ALTER TABLE … ADD CONSTRAINT … and nothing else.",
    offence: "ALTER TABLE lists ADD COLUMN note text, ADD CONSTRAINT lists_note CHECK (length(note) < 1000);",
    alternative: """
      ALTER TABLE lists ADD COLUMN note text, ADD COLUMN size int;
      ALTER TABLE lists ADD CONSTRAINT lists_note CHECK (length(note) < 1000);
      """
  ) { tokens in
    tokens.statements.compactMap { statement in
      guard let start = statement.indices.first(where: { statement.has("alter", "table", at: $0) }) else { return nil }
      let alter = statement[start...]
      let outer = alter.outerIndices
      guard let key = outer.first(where: { ["constraint", "references", "check", "unique"].contains(alter[$0].text) }),
        !["drop", "validate", "rename"].contains(where: { alter.has($0, at: key - 1) })
      else { return nil }
      let isAlone = alter.has("add", "constraint", at: key - 1) && !outer.contains { alter[$0].text == "," }
      return isAlone ? nil : Breach(alter)
    }
  }

  private static let clearedColumn = TableRule(
    name: "cleared-column",
    remedy: "Citus refuses a list of columns here. Write a plain key, and have the application clear the column.",
    offence: """
      ALTER TABLE items ADD CONSTRAINT items_list FOREIGN KEY (family_id, list_id) REFERENCES lists (family_id, id)
        ON DELETE SET NULL (list_id);
      """,
    alternative: """
      ALTER TABLE items ADD CONSTRAINT items_list FOREIGN KEY (family_id, list_id) REFERENCES lists (family_id, id)
        ON DELETE CASCADE;
      """
  ) { tokens in
    tokens.indices.filter { tokens.has("delete", "set", "?", "(", at: $0) }.map { Breach(tokens[$0..<($0 + 5)]) }
  }

  private static let queryFunction = TableRule(
    name: "query-function",
    remedy: "A distributed query cannot take in a function in SQL with parameters. Write LANGUAGE plpgsql.",
    offence: "CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS $$ SELECT 2 * n $$;",
    alternative: """
      CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 2 * n; END $$;
      CREATE FUNCTION two() RETURNS int LANGUAGE sql AS $$ SELECT 2 $$;
      """
  ) { tokens in
    tokens.statements.compactMap { statement in
      guard let start = statement.indices.first(where: { statement.has("function", "?", "(", at: $0) }),
        statement.isMade("function"), !statement.has(")", at: start + 3),
        statement.indices.contains(where: { statement.has("language", "sql", at: $0) })
      else { return nil }
      return Breach(statement[start..<min(start + 6, statement.endIndex)])
    }
  }

  private static let sequence = TableRule(
    name: "sequence",
    remedy: "Each machine would count for itself. Write a UUID, which the gateway makes.",
    offence: "CREATE TABLE lists (family_id uuid, id bigserial);", alternative: "CREATE TABLE lists (family_id uuid, id uuid);"
  ) { tokens in
    tokens.indices.filter { index in
      ["serial", "bigserial", "smallserial", "sequence", "nextval", "identity"].contains(tokens[index].text)
    }.map { Breach(tokens[$0...$0]) }
  }
}

extension ArraySlice<SQLToken> {
  /// Whether the statement makes, or makes anew, a table or function.
  fileprivate func isMade(_ kind: String) -> Bool {
    indices.contains { has("create", kind, at: $0) || has("create", "or", "replace", kind, at: $0) }
  }

  fileprivate var changesTable: Bool { isMade("table") || indices.contains { has("alter", "table", at: $0) } }
}
