import SQL

extension RowSet {
  /// The rows that the statement reads besides those it returns: for its filter and its order, and for those of the
  /// levels above, which it repeats.
  var scans: ScanCost { scans(isForKeys: false) }

  private func scans(isForKeys: Bool) -> ScanCost {
    switch origin {
    case .lookup, .lookups, .keyed: ScanCost()
    case .scopeList: filterScans + orderScans
    case .matches(let parent, _), .targetsOfRows(let parent, _): parent.scans(isForKeys: true)
    case .targets(let parent, _): readsAll && !isForKeys ? ScanCost() : parent.scans(isForKeys: true)
    case .childLists(let parent, _, _), .tiedLists(let parent, _, _): filterScans + orderScans + parent.scans(isForKeys: true)
    case .linkedLists(let parent, let junction, _):
      filterScans + orderScans + .scan(of: junction.entity) + parent.scans(isForKeys: true)
    case .summaries(let parent, _), .groups(let parent, _, _, _):
      filterScans + .scan(of: entity) + parent.scans(isForKeys: true)
    }
  }

  /// An order of its own is that of no index: all rows are sorted.
  private var orderScans: ScanCost {
    order.clause() == usualOrder.clause() ? ScanCost() : .sort(of: entity, by: order.map(\.sql))
  }
}
