import GraphQL
import SQL

/// A condition that an argument of a field has to meet for each row.
struct ArgumentRequirement<Viewer: ViewerContext>: Sendable {
  let argument: String
  /// The message of the error where the condition does not hold.
  let message: String
  let code: ErrorCode
  let condition: @Sendable (RowReference<Viewer>, ArgumentReferences) -> SQL
}
