import SQL

/// The slots of a plan while it is made: one for each source, numbered as they come up.
final class SlotTable<Viewer: ViewerContext> {
  private(set) var sources: [SlotSource<Viewer>] = []
  private var slots: [SlotSource<Viewer>: SQL.Slot] = [:]

  func slot(for source: SlotSource<Viewer>) -> SQL.Slot {
    if let slot = slots[source] { return slot }
    let slot = SQL.Slot(index: sources.count, type: source.type)
    sources.append(source)
    slots[source] = slot
    return slot
  }
}
