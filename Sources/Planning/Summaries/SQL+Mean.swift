package import SQL

extension SQL {
  /// The mean of a `numeric` column, rounded half away from zero: in `numeric`, so that it does not depend on the
  /// order of rows.
  ///
  ///     round(round(avg(graded.percentage), 15), 2)
  ///
  /// Quotients such as 100 ÷ 3 are kept to 16 decimals, small ones to more, and `avg` keeps as many as the longest:
  /// three times 33.3… and 0.02 are a little less than 100.02, and their mean, a tie at 25.005, would seem to be
  /// below it. The loss is less than 2·10⁻¹⁶: rounded to 15 places first, it is the tie again.
  ///
  /// - Parameter value: at most 10,000, with at least 16 decimals unless it is exact with fewer.
  package static func mean(of value: SQL, places: Int) -> SQL {
    "round(round(avg(\(value)), 15), \(unescaped: "\(places)"))"
  }
}
