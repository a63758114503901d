import TestSupport

extension TableRule {
  /// The rules for statements that requests run, as golden files show them.
  /// - Parameter placements: where the rows of tables live.
  static func ofStatements(_ placements: [TablePlacement]) -> [TableRule] {
    [emptyExists, conditionalTime, boundRelation(placements)]
  }

  static let emptyExists = TableRule(
    name: "empty-exists", remedy: "A distributed query needs a column. Write EXISTS (SELECT 1 FROM …).",
    offence: "SELECT EXISTS (SELECT FROM lists WHERE family_id = $1);",
    alternative: "SELECT EXISTS (SELECT 1 FROM lists WHERE family_id = $1);"
  ) { tokens in
    tokens.indices.filter { tokens.has("exists", "(", "select", "from", at: $0) }.map { Breach(tokens[$0..<($0 + 4)]) }
  }

  static let conditionalTime = TableRule(
    name: "conditional-time",
    remedy: """
      Citus refuses the time inside CASE, COALESCE and ON CONFLICT of a change, since machines would decide differently. \
      Bind the time of the request, or compare with it outside. (Checks of sessions and invitations keep the database's.)
      """,
    offence: """
      SELECT CASE WHEN done THEN 'DONE' WHEN due < now() THEN 'OVERDUE' END FROM lists WHERE family_id = $1;
      """,
    alternative: """
      SELECT CASE WHEN done THEN 'DONE' WHEN due < $2 THEN 'OVERDUE' END FROM lists WHERE family_id = $1 AND due < now();
      """
  ) { tokens in
    /// The constructs that enclose a token, innermost last: `case`, `(`, or `coalesce`; and from where each encloses.
    var enclosing: [(kind: String, start: Int)] = []
    var breaches: [Breach] = []
    for index in tokens.indices {
      switch tokens[index].text {
      case "(":
        enclosing.append((tokens.has("coalesce", at: index - 1) ? "coalesce" : "(", index))
      case "case" where !tokens.has("end", at: index - 1):
        enclosing.append(("case", index))
      case "conflict" where tokens.has("on", at: index - 1):
        enclosing.append(("conflict", index))
      case "end" where enclosing.last?.kind == "case":
        enclosing.removeLast()
      case ")", ";", "returning":
        while enclosing.last?.kind == "conflict" { enclosing.removeLast() }
        if tokens[index].text == ")", !enclosing.isEmpty { enclosing.removeLast() }
      case "now", "clock_timestamp", "current_timestamp", "current_date", "localtimestamp":
        guard let outermost = enclosing.first(where: { $0.kind != "(" }) else { break }
        breaches.append(Breach(tokens[outermost.start...index]))
      default: break
      }
    }
    return breaches
  }

  /// Each relation of each SELECT is bound by a condition of its own level, which stands alone or between ANDs.
  private static func boundRelation(_ placements: [TablePlacement]) -> TableRule {
    let columns = Dictionary(uniqueKeysWithValues: placements.map { ($0.table, $0.kind.column) })
    return TableRule(
      name: "bound-relation",
      remedy: """
        Write the relation's family_id = $family beside its other conditions, and not another row's column: the statement \
        then goes to one machine. In an entity: row.viewer(.familyID).
        """,
      offence: """
        SELECT c.id, (SELECT count(*) FROM assignments a WHERE a.family_id = c.family_id) FROM courses c WHERE c.family_id = $1;
        """,
      alternative: """
        WITH own AS (SELECT c.id FROM courses c WHERE c.family_id = $1), first AS MATERIALIZED (SELECT own.id FROM own LIMIT 1)
        SELECT first.id, (SELECT count(*) FROM assignments a WHERE a.family_id = $1) FROM first;
        """
    ) { tokens in
      let named = tokens.namedQueries
      return tokens.statements.flatMap { [$0] + $0.groups }.flatMap(\.selects).flatMap { select in
        select.relations.compactMap { relation in
          guard !named.contains(relation.name) else { return nil }
          guard let column = columns[relation.name] ?? "family_id", !select.binds(column, of: relation.alias) else {
            return nil
          }
          return Breach(select[relation.start..<min(relation.start + 12, select.endIndex)])
        }
      }
    }
  }
}

extension ArraySlice<SQLToken> {
  /// The parts of a query between UNIONs; none if this is no query.
  fileprivate var selects: [ArraySlice<SQLToken>] {
    let outer = outerIndices
    guard outer.contains(where: { self[$0].text == "select" }) else { return [] }
    var bounds = outer.filter { ["union", "except", "intersect"].contains(self[$0].text) }
    bounds.append(endIndex)
    var start = startIndex
    return bounds.map { bound in
      defer { start = bound }
      return self[start..<bound]
    }
  }

  /// The names that `WITH name AS (…), other AS MATERIALIZED (…)` gives to queries. The tables that they read are looked at inside them.
  fileprivate var namedQueries: Set<String> {
    Set(
      indices.filter {
        has("with", "?", "as", at: $0) || has(")", ",", "?", "as", "(", at: $0 - 1) || has(")", ",", "?", "as", "materialized", at: $0 - 1)
      }.map { self[$0 + 1].text })
  }

  /// The tables and views that a SELECT reads itself, not in a sub-select.
  fileprivate var relations: [(name: String, alias: String, start: Int)] {
    var relations: [(String, String, Int)] = []
    var isList = false
    var isExpected = false
    for index in outerIndices {
      switch self[index].text {
      case "from" where !has("distinct", at: index - 1):
        isList = true
        isExpected = true
      case "join": isExpected = true
      case "," where isList: isExpected = true
      case "where", "group", "order", "limit", "offset": isList = false
      case "lateral", "only": break
      case let name where isExpected:
        isExpected = false
        guard self[index].kind == .word, !has("(", at: index + 1) else { break }
        let alias = index + (has("as", at: index + 1) ? 2 : 1)
        let words = ["where", "join", "cross", "left", "order", "limit", "on", "group", "union"]
        let isNamed = alias < endIndex && self[alias].kind == .word && !words.contains(self[alias].text)
        relations.append((name, isNamed ? self[alias].text : name, index))
      default: break
      }
    }
    return relations
  }

  fileprivate func binds(_ column: String, of alias: String) -> Bool {
    outerIndices.contains { index in
      guard ["where", "and", "on"].contains(self[index].text) else { return false }
      if has("?", alias, ".", column, "=", at: index), index + 5 < endIndex { return self[index + 5].kind == .parameter }
      return has("?", column, "=", at: index) && index + 3 < endIndex && self[index + 3].kind == .parameter
    }
  }
}
