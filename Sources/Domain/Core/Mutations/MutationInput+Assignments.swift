import Planning
import SQL

extension MutationInput {
  /// The column of a text that people write, if the field is given. Null is refused where the column takes none: a field that
  /// is left out stays as it is. Where it takes null, blank text is null.
  func text(
    _ name: String, _ column: String, characters: ClosedRange<Int>, lines: TextLines = .name, isRequired: Bool = false
  ) throws(MutationFailure) -> EntityMutations.Values {
    guard isGiven(name) else { return [] }
    let text =
      isRequired
      ? try text(name, characters: characters, lines: lines) : try optionalText(name, characters: characters, lines: lines)
    guard let text else {
      if isRequired { throw .invalid("\"\(name)\" must not be null.", at: path(of: name)) }
      return [.init(column, .null(.text))]
    }
    return [.init(column, .text(text))]
  }

  /// The column that refers to the row that a field names, if the field is given.
  func reference(
    _ name: String, _ column: String, isRequired: Bool = false
  ) throws(MutationFailure) -> EntityMutations.Values {
    guard isGiven(name) else { return [] }
    if isNull(name) {
      if isRequired { throw .invalid("\"\(name)\" must not be null.", at: path(of: name)) }
      return [.init(column, .null(.uuid))]
    }
    return [.init(column, .uuid(try requiredID(name)))]
  }

  /// The column of a field, if the field is given. Null is refused where the column takes none.
  func value(
    _ name: String, _ column: String, _ type: SQLType, _ value: SQLValue?, isRequired: Bool = false
  ) throws(MutationFailure) -> EntityMutations.Values {
    guard isGiven(name) else { return [] }
    if isRequired && value == nil { throw .invalid("\"\(name)\" must not be null.", at: path(of: name)) }
    return [.init(column, value ?? .null(type))]
  }

  /// The column of a `TimeZone`, if the field is given. Which zones there are is the database's to say.
  func timeZone(_ name: String, _ column: String) throws(MutationFailure) -> EntityMutations.Values {
    guard isGiven(name) else { return [] }
    guard let zone = try timeZone(name) else {
      throw .invalid("\"\(name)\" must not be null.", at: path(of: name))
    }
    return [.init(column, sql: "known_time_zone(\(bind: zone))")]
  }
}
