/// The write that directives declare for a mutation, for code that does more than it.
package struct DeclaredWrite<Viewer: ViewerContext>: Sendable {
  /// The resolver of a mutation that runs the write among other things.
  package typealias Wrapper = @Sendable (DeclaredWrite) -> Resolver<Viewer>

  /// Who may run the mutation.
  package let access: Access<Viewer>
  package let write: Mutation<Viewer>.Write

  package init(access: Access<Viewer>, write: @escaping Mutation<Viewer>.Write) {
    self.access = access
    self.write = write
  }

  /// The mutation that runs the write alone.
  package var resolver: Resolver<Viewer> { .write(access: access, write) }
}
