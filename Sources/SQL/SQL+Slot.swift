extension SQL {
  /// A place for a value that is known only when the statement is run. Slots with equal sources are the same slot.
  public struct Slot: Sendable {
    // In a box, so that copies of SQL are cheap.
    private let box: Box

    public init(_ source: some SlotSource) { box = Box(source) }

    public var source: any SlotSource { box.source }
    public var type: SQLType { source.type }

    private final class Box: Sendable {
      let source: any SlotSource

      init(_ source: any SlotSource) { self.source = source }
    }
  }
}

/// The source of the value of a slot, in the terms of the planner that writes the statement.
///
/// SQL is put together from slots by their sources, before anything numbers them. The sources of a planner are one type,
/// which this target cannot name.
public protocol SlotSource: Hashable, Sendable {
  /// The type that the value is bound as.
  var type: SQLType { get }
}

extension SQL.Slot: Hashable {
  public static func == (left: SQL.Slot, right: SQL.Slot) -> Bool {
    left.box === right.box || left.source.equals(right.source)
  }

  public func hash(into hasher: inout Hasher) { source.hash(into: &hasher) }
}

extension SlotSource {
  fileprivate func equals(_ other: any SlotSource) -> Bool {
    guard let other = other as? Self else { return false }
    return other == self
  }
}
