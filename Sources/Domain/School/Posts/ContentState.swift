/// The state of content: `ContentState` of the SDL, the column `state` of the tables of content.
package enum ContentState: String, CaseIterable, Hashable, Sendable {
  case pending = "PENDING"
  case published = "PUBLISHED"
  case rejected = "REJECTED"
  case hidden = "HIDDEN"
  case removed = "REMOVED"
}
