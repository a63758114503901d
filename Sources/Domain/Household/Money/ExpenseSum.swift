import Planning
import SQL

/// `ExpenseSum`: the sums of `Family.expenseSummary`, each of one currency. An index has all that they need.
///
///     SELECT sums.*, md5(…)::uuid AS key FROM (
///       SELECT $1 AS family_id, CASE WHEN asked.category THEN spent.category_id END AS category_id, …, sum(spent.amount) AS total
///       FROM (SELECT 'CATEGORY' = ANY ($4) AS category, …) asked CROSS JOIN expenses spent
///       WHERE spent.family_id = $1 AND spent.date >= $2 AND spent.date <= $3 GROUP BY 2, 3, 4, 5) sums
enum ExpenseSum: EntityType {
  static let entity = Entity<Viewer>(
    computed: "ExpenseSum", named: "expense_sums", key: "key", .uuid, scope: .family, extent: .unbounded,
    order: [.ascending("month"), .ascending("currency"), .descending("total")],
    stored: [.family: ["category", "month", "payer", "currency", "total"]],
    resolvers: ["count": .column("count", .int4, access: .family)]
  ) { arguments, viewer in
    let keys = arguments.value("by", as: .operands(.text))
    // OFFSET 0 has the keys looked at once, and not for each expense.
    return """
      SELECT sums.*, md5(format('%s/%s/%s/%s', sums.category_id, sums.month, sums.payer_id, sums.currency))::uuid AS key FROM (\
      SELECT \(viewer(.familyID))::uuid AS family_id, CASE WHEN asked.category THEN spent.category_id END AS category_id, \
      CASE WHEN asked.month THEN date_trunc('month', spent.date::timestamp)::date END AS month, \
      CASE WHEN asked.payer THEN spent.payer_id END AS payer_id, spent.currency, sum(spent.amount) AS total, count(*)::int4 AS count \
      FROM (SELECT 'CATEGORY' = ANY (\(keys)) AS category, 'MONTH' = ANY (\(keys)) AS month, 'PAYER' = ANY (\(keys)) AS payer \
      OFFSET 0) asked CROSS JOIN expenses spent WHERE spent.family_id = \(viewer(.familyID)) \
      AND spent.date >= \(arguments.value("from", as: .date)) AND spent.date <= \(arguments.value("to", as: .date)) \
      GROUP BY 2, 3, 4, 5) sums
      """
  }
}
