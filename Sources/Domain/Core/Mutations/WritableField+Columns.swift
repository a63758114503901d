import Derivation
import Planning
import SQL

extension WritableField {
  /// The column that the input writes, if it gives the field.
  typealias Write = @Sendable (MutationInput) throws(MutationFailure) -> EntityMutations.Values

  /// How the column of the field gets its value from an input: `.invalid` for a value outside the bounds, or for null where
  /// inputs refuse it. The column is the one that is read: it follows from the field's name, unless a resolver names another.
  /// - Returns: nil for a type of which no column follows.
  func write(to entity: Entity<Viewer>) -> Write? {
    let (name, isRequired, allowsEmpty, column) = (input, isRequired, allowsEmpty, column(of: entity))
    switch kind {
    // No column: ``EntityMutations`` writes rows of another table.
    case .references: return nil
    case .reference:
      return { input throws(MutationFailure) in try input.reference(name, column, isRequired: isRequired) }
    case .enumeration:
      return { input throws(MutationFailure) in
        try input.value(name, column, .text, input.enumValue(name).map { .text($0) }, isRequired: isRequired)
      }
    case .enumerations:
      return { input throws(MutationFailure) in
        let values = try input.enumValues(name, allowsEmpty: allowsEmpty)
        return try input.value(name, column, .textArray, values.map { .textArray($0) }, isRequired: isRequired)
      }
    case .items(let scalar, let most):
      guard let (type, items) = items(scalar, atMost: most) else { return nil }
      return { input throws(MutationFailure) in
        try input.value(name, column, type, try items(input), isRequired: isRequired)
      }
    case .scalar("String"):
      guard case .text(let characters, let lines)? = bounds else { return nil }
      if lines == .telephone {
        return { input throws(MutationFailure) in
          try input.value(name, column, .text, try input.telephone(name, characters: characters), isRequired: isRequired)
        }
      }
      return { input throws(MutationFailure) in
        try input.text(
          name, column, characters: characters, lines: lines == .many ? .many : .name, isRequired: isRequired)
      }
    case .scalar("TimeZone"): return { input throws(MutationFailure) in try input.timeZone(name, column) }
    case .scalar(let type):
      guard let (sqlType, value) = scalar(type) else { return nil }
      return { input throws(MutationFailure) in
        try input.value(name, column, sqlType, value(input), isRequired: isRequired)
      }
    }
  }

  /// The column type of a list of a scalar, and its values in an input; nil when the input has none.
  private func items(
    _ scalar: String, atMost most: Int
  ) -> (SQLType, @Sendable (MutationInput) throws(MutationFailure) -> SQLValue?)? {
    let name = input
    switch (scalar, bounds) {
    case ("ID", _):
      return (.uuidArray, { input throws(MutationFailure) in try input.ids(name, atLeast: 0, atMost: most).map { .uuidArray($0) } })
    case ("String", .text(let characters, _)):
      return (
        .textArray,
        { input throws(MutationFailure) in try input.texts(name, characters: characters, atMost: most).map { .textArray($0) } }
      )
    case ("Date", _):
      return (
        .dateArray,
        { input throws(MutationFailure) in
          try input.dates(name, atMost: most).map { .literal("{\($0.joined(separator: ","))}", .dateArray) }
        }
      )
    default: return nil
    }
  }

  /// The column that the field is written to.
  func column(of entity: Entity<Viewer>) -> String {
    let suffix = if case .reference = kind { "_id" } else { "" }
    return entity.namedColumn(of: field) ?? field.databaseName + suffix
  }

  /// The column type of a scalar, and its value in an input; nil when the input has none.
  private func scalar(
    _ type: String
  ) -> (SQLType, @Sendable (MutationInput) throws(MutationFailure) -> SQLValue?)? {
    let name = input
    switch (type, bounds) {
    case ("Boolean", _): return (.bool, { input throws(MutationFailure) in input.boolean(name) })
    case ("Int", .integer(let range)):
      return (.int4, { input throws(MutationFailure) in try input.integer(name, within: range) })
    case ("Float", .number(let number)):
      let bounds = DecimalBounds(
        minimum: number.minimum, includesMinimum: number.includesMinimum, limit: number.limit,
        includesLimit: number.includesLimit, decimals: number.decimals)
      return (.numeric, { input throws(MutationFailure) in try input.decimal(name, bounds) })
    case ("Date", _): return (.date, { input throws(MutationFailure) in try input.date(name) })
    case ("Time", _): return (.time, { input throws(MutationFailure) in try input.time(name) })
    case ("DateTime", _): return (.timestamptz, { input throws(MutationFailure) in try input.dateTime(name) })
    case ("Color", _): return (.text, { input throws(MutationFailure) in try input.color(name) })
    case ("URL", _): return (.text, { input throws(MutationFailure) in try input.url(name) })
    case ("Decimal", _): return (.numeric, { input throws(MutationFailure) in try input.exactDecimal(name) })
    case ("Currency", _): return (.text, { input throws(MutationFailure) in try input.currency(name) })
    case ("EmailAddress", _): return (.text, { input throws(MutationFailure) in try input.emailAddress(name) })
    default: return nil
    }
  }
}

extension MutationInput {
  /// An integer within bounds; nil when it is absent or null.
  fileprivate func integer(_ name: String, within range: ClosedRange<Int>) throws(MutationFailure) -> SQLValue? {
    guard let number = try integer(name) else { return nil }
    guard range.contains(Int(number)) else {
      throw .invalid(
        "\"\(name)\" must be from \(range.lowerBound) to \(range.upperBound), got \(number).", at: path(of: name))
    }
    return .int4(number)
  }
}
