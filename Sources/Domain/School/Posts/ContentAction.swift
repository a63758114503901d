/// An action on content: a row of ``ContentTable``.
package enum ContentAction: CaseIterable, Hashable, Sendable {
  /// Somebody writes content that its audience sees at once.
  case create
  /// Somebody writes a post that staff approve first.
  case createForApproval
  /// The author changes content that its audience sees at once.
  case update
  /// The author changes a post that staff approve first.
  case updateForApproval
  /// A moderator publishes a post.
  case approve
  /// A moderator rejects a post.
  case reject
  /// A moderator hides content.
  case hide
  /// A moderator shows content again.
  case show
  /// A moderator removes content.
  case remove
  /// The author appeals.
  case appeal
  /// An administrator grants an appeal.
  case restore
  /// An administrator dismisses an appeal.
  case dismiss
  /// The author deletes content.
  case delete

  /// A kind of actor, by what it may do with content that is there.
  package enum Actor: CaseIterable, Hashable, Sendable {
    case author, moderator, administrator
    /// Somebody of the audience.
    case other
  }

  /// The actors that may take the action. The author may be a moderator as well.
  package var actors: Set<Actor> {
    switch self {
    case .create, .createForApproval: [.author, .moderator, .administrator, .other]
    case .update, .updateForApproval, .appeal, .delete: [.author]
    case .approve, .reject, .hide, .show, .remove: [.moderator, .administrator]
    case .restore, .dismiss: [.administrator]
    }
  }

  /// Whether it is of posts alone.
  package var isOfPosts: Bool { self == .approve || self == .reject || self == .createForApproval || self == .updateForApproval }

  /// The message of `FORBIDDEN`.
  package var refusal: String {
    switch self {
    case .create, .createForApproval: "The school does not admit you as an author: see School.postsBy."
    case .update, .updateForApproval, .appeal, .delete: "Only the author may do this: report the content instead."
    case .approve, .reject, .hide, .show, .remove: "Only administrators may do this, or a teacher where all classes are its own: ask one of them."
    case .restore, .dismiss: "Only administrators decide on appeals: ask one of them."
    }
  }
}
