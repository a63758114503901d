import GraphQL
import SQL

/// A number over many objects, from one of their fields: with the access rule of that field, as everything that is
/// asked about a field.
package enum Measure: Hashable, Sendable {
  /// How many objects there are.
  case count
  /// How many of them have a value.
  case countOf(String)
  /// The mean of the values there are, computed in `numeric` and rounded half away from zero to so many places. Null
  /// without a value.
  case mean(String, places: Int)

  /// The field that it is over.
  var field: String? {
    switch self {
    case .count: nil
    case .countOf(let field), .mean(let field, _): field
    }
  }

  var type: SQLType {
    switch self {
    case .count, .countOf: .int4
    case .mean: .numeric
    }
  }

  func sql(over value: SQL?) -> SQL {
    switch (self, value) {
    case (.countOf, let value?): "count(\(value))::int4"
    case (.mean(_, let places), let value?): SQL.mean(of: "(\(value))::numeric", places: places)
    case (.count, _), (_, nil): "count(*)::int4"
    }
  }
}

/// The key that groups objects.
package enum GroupKey: Hashable, Sendable {
  /// The value of a field.
  case field(String)
  /// The first day of the week that a field of type `Date` is in: of the calendar that the date is of.
  case week(of: String)
  /// The object that a way of to-one relations leads to.
  case relation([String])
}
