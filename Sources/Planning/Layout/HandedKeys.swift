import SQL

/// The keys that a level's statement hands on to those of the levels below, so that none of them has to find the level's rows once
/// more: each is an array in a setting of the transaction, which the statements of an operation share.
///
///     WITH found AS MATERIALIZED (SELECT assignments_2.family_id AS c0, assignments_2.id AS c1, … LIMIT $2)
///     SELECT c0, c1, … FROM found
///     WHERE (SELECT set_config('hatched.keys_2_1', array_to_string(array_agg(c1), ',', ''), true) FROM found) IS NOT NULL
///
/// Keys are ids and days, in whose text no comma stands; the text of an array would take twice the time either way. Nulls are empty.
///
/// The condition reads no row: PostgreSQL computes it once, before the first row and also where there is none, so that no setting of
/// an operation before it is left.
struct HandedKeys {
  /// The number of the level.
  private let level: Int
  /// The columns that levels below ask for, each once.
  private var columns: [Int] = []

  init(of level: Int) { self.level = level }

  var isEmpty: Bool { columns.isEmpty }

  mutating func add(_ column: Int) {
    if !columns.contains(column) { columns.append(column) }
  }

  /// The statement that reads a level's rows, and hands on their keys.
  /// - Parameters:
  ///   - values: what is selected, then the values of columns that only the levels below ask for.
  ///   - count: how many values are selected.
  ///   - repeats: whether a row may stand among the rows several times.
  ///   - select: the rows with a list of values selected, in their order.
  func statement(values: [SQL], selecting count: Int, repeats: Bool, _ select: (SQL) -> SQL) -> SQL {
    let names = values.indices.map { index -> SQL in "\(identifier: ColumnList.name(ofColumn: index))" }
    let list = zip(values, names).map { value, name -> SQL in "\(value) AS \(name)" }
    let settings = columns.map { column -> SQL in
      "set_config('\(unescaped: Self.setting(level, column))', array_to_string(array_agg(\(names[column])), ',', ''), true)"
    }
    let wanted = columns.map { names[$0] }
    let rows: SQL = repeats ? "(SELECT DISTINCT \(wanted.joined(separator: ", ")) FROM found) once" : "found"
    return """
      WITH found AS MATERIALIZED (\(select(list.joined(separator: ", ")))) \
      SELECT \(names.prefix(count).joined(separator: ", ")) FROM found \
      WHERE (SELECT \(settings.joined(separator: " || ")) FROM \(rows)) IS NOT NULL
      """
  }

  /// The array that a level has handed on.
  ///
  ///     string_to_array(current_setting('hatched.keys_2_1', true), ',', '')::uuid[]
  static func array(of level: Int, _ column: Int, _ type: SQLType) -> SQL {
    "string_to_array(current_setting('\(unescaped: setting(level, column))', true), ',', '')::\(unescaped: "\(type)")[]"
  }

  private static func setting(_ level: Int, _ column: Int) -> String { "hatched.keys_\(level)_\(column)" }
}
