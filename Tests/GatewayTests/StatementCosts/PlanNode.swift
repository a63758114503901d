import GraphQL
import TestSupport

/// A node of a plan that PostgreSQL has run, as `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` tells of it.
///
/// PostgreSQL tells how many rows a node gave and left out as a mean of its runs, rounded to whole rows: here they are
/// those of all runs, which may be wrong by half a row for each run. Pages are exact.
struct PlanNode: Sendable {
  /// As in `Index Scan`.
  let kind: String
  /// The relationship to the node above it, as in `Outer`; nil for the first.
  let place: String?
  let relation: String?
  let index: String?
  let hasIndexCondition: Bool
  let rowsGiven: Double
  /// Left out by a filter, or looked at again because of a bitmap that was too coarse.
  let rowsRemoved: Double
  /// Pages of tables and indexes that it touched, and those below it.
  let pages: Double
  /// Pages of files for what does not fit into memory.
  let temporaryPages: Double
  /// PostgreSQL's estimate of its cost.
  let estimate: Double
  let children: [PlanNode]

  init(_ json: JSONValue) {
    func number(_ key: String) -> Double { json[key]?.number ?? 0 }
    let runs = number("Actual Loops")
    kind = json["Node Type"]?.string ?? ""
    place = json["Parent Relationship"]?.string
    relation = json["Relation Name"]?.string
    index = json["Index Name"]?.string
    hasIndexCondition = json["Index Cond"] != nil
    rowsGiven = number("Actual Rows") * runs
    rowsRemoved = (number("Rows Removed by Filter") + number("Rows Removed by Index Recheck")) * runs
    pages = number("Shared Hit Blocks") + number("Shared Read Blocks")
    temporaryPages = number("Temp Read Blocks") + number("Temp Written Blocks")
    estimate = number("Total Cost")
    children = (json["Plans"]?.array ?? []).map(PlanNode.init)
  }

  /// It and all below it.
  var all: [PlanNode] { [self] + children.flatMap(\.all) }

  /// As in `Index Scan of members by members_by_name`.
  var name: String {
    kind + (relation.map { " of \($0)" } ?? "") + (index.map { " by \($0)" } ?? "")
  }

  // MARK: Own work

  var readsIndex: Bool { ["Index Scan", "Index Only Scan", "Bitmap Index Scan"].contains(kind) }

  /// Rows that it found in a table or an index. A bitmap's rows are counted where the index finds them.
  var rowsRead: Double { readsIndex || kind == "Seq Scan" ? rowsGiven + rowsRemoved : 0 }

  /// Rows of which it made sums, means and groups, of all of them or of those before each. Where these are sorted first, it may have
  /// no need of all groups.
  var rowsAggregated: Double {
    guard kind == "Aggregate" || kind == "WindowAgg", let source else { return 0 }
    return (source.kind == "Sort" ? source.source ?? source : source).rowsGiven
  }

  private var source: PlanNode? { children.first { $0.place == "Outer" } }

  var ownPages: Double { pages - children.reduce(0) { $0 + $1.pages } }
}
