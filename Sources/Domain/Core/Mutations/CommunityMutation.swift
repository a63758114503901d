import Planning

extension Resolver where Viewer == Domain.Viewer {
  /// A mutation that is done as what the viewer is at its places and in its family: parents and students write for the people of their
  /// schools.
  static func communityMutation(_ change: @escaping Mutation<Viewer>.KeyChange) -> Resolver {
    communityMutation(answering: { input, rows throws(MutationFailure) in
      .changed(try await change(input, rows), viewer: rows.viewer)
    })
  }

  /// The same for a mutation that gives values which are in no row.
  static func communityMutation(
    answering change: @escaping @Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> MutationOutcome<Viewer>
  ) -> Resolver {
    .mutation(access: .signedIn, changesViewer: true) { input throws(MutationFailure) in
      { rows throws(MutationFailure) in try await change(input, try await rows.loadingStaffScopes()) }
    }
  }
}
