/// The outcome of an action on content.
package enum ContentOutcome: Hashable, Sendable {
  /// The content gets the state.
  case move(to: ContentState)
  /// The content keeps its state, and gets what the input says of it: the text, or an appeal.
  case amend
  /// The content stays as it is, and the action succeeds.
  case unchanged
  /// The content is deleted.
  case gone
  /// `CONFLICT`.
  case conflict
  /// `NOT_FOUND`.
  case notFound
}
