package import SQL

/// The questions that the preparation of a mutation may ask the database: calls of functions, each in a short transaction of its own, so that no
/// connection and no lock is held while something slow is done.
///
/// An answer may be out of date when the change runs, which compares.
package struct PreparationLookups<Viewer: ViewerContext>: Sendable {
  /// The viewer that asks.
  package let viewer: Viewer
  /// The network that the request comes from, as bytes; nil where it is not known.
  package let network: [UInt8]?
  private let run: @Sendable ([Statement]) async throws(MutationFailure) -> [Rows]

  /// - Parameter run: runs statements in a transaction of their own, in the viewer's scope.
  package init(
    viewer: Viewer, network: [UInt8]?, run: @escaping @Sendable ([Statement]) async throws(MutationFailure) -> [Rows]
  ) {
    self.viewer = viewer
    self.network = network
    self.run = run
  }

  /// Calls a function of the database: it commits by itself.
  package func call<Result>(_ call: FunctionCall<Result>) async throws(MutationFailure) -> Result {
    try call.result(try await run([call.sql.statement])[0])
  }
}
