import SQL

/// A value that a plan binds, filled by each request.
struct PlannedSlot<Viewer: ViewerContext>: Sendable {
  let source: BindSource<Viewer>
  /// The index of the planned arguments that the value is part of; nil for other sources.
  let list: Int?
}
