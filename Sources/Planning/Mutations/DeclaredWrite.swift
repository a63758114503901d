/// The write that directives declare for a mutation, for code that does more than it.
package struct DeclaredWrite<Viewer: ViewerContext>: Sendable {
  /// The resolver of a mutation that runs the write among other things.
  package typealias Wrapper = @Sendable (DeclaredWrite) -> Resolver<Viewer>

  /// The access rule of the mutation.
  package let access: Access<Viewer>
  /// The columns that the fields of the input write.
  package let columns: [String]
  /// Whether the viewer writes as staff of a school, outside of a family.
  package let isStaffWrite: Bool
  package let write: Mutation<Viewer>.Write

  package init(
    access: Access<Viewer>, columns: [String] = [], isStaffWrite: Bool = false, write: @escaping Mutation<Viewer>.Write
  ) {
    self.access = access
    self.columns = columns
    self.isStaffWrite = isStaffWrite
    self.write = write
  }
}

/// A mutation of several rows, made of the writes that directives declare for one row.
package struct DeclaredBatch<Viewer: ViewerContext>: Sendable {
  package typealias Maker = @Sendable ([DeclaredWrite<Viewer>]) -> Resolver<Viewer>

  /// The coordinate of the mutation: `Mutation.createAssignments`.
  package let coordinate: String
  /// The coordinates of the writes, in the order in which `make` has them.
  package let writes: [String]
  package let make: Maker

  package init(_ coordinate: String, of writes: [String], _ make: @escaping Maker) {
    self.coordinate = coordinate
    self.writes = writes
    self.make = make
  }
}
