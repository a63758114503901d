import GraphQL

/// The upper bound of the cost of an operation. It is known before execution, from the sizes of the requested pages,
/// whatever the database holds.
///
///     { family { students(first: 10) { name assignments(first: 5) { title } } } }
///
///     the root       1, for a value
///     family        12 = 10 for the statement +  1 row  × (1 + 1 value)
///     students      40 = 10                   + 10 rows × (1 + 2 values)
///     assignments  110 = 10                   + 50 rows × (1 + 1 value)
///
/// The reads of other rows (`CostWeight.read`) are added, a row for each that `offset` skips, and the rows that
/// filters and orders may have to read however short the page is (`ScanCost`). A list has at most as many rows as a
/// family may keep of its type (`Quota`), whatever the product is.
package struct OperationCost: Hashable, Sendable {
  /// The share of a field of the root.
  package struct Part: Hashable, Sendable {
    package let responseKey: String
    package fileprivate(set) var cost: Int
  }

  package private(set) var total = 0
  /// In the order of the response.
  package private(set) var parts: [Part] = []

  /// Adds to the share of a field.
  mutating func add(_ cost: Int, for responseKey: String) {
    total = total.saturatingSum(cost)
    if let index = parts.firstIndex(where: { $0.responseKey == responseKey }) {
      parts[index].cost = parts[index].cost.saturatingSum(cost)
    } else {
      parts.append(Part(responseKey: responseKey, cost: cost))
    }
  }
}
