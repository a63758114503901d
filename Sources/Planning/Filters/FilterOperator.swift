import GraphQL
import SQL

/// The operators that the fields of a filter input object such as `StringFilter` stand for.
enum FilterOperator: String, CaseIterable {
  case eq, ne, `in`, lt, lte, gt, gte, contains, startsWith, endsWith, isNull

  /// How the operand is bound, for a field of an SQL type.
  func conversion(_ type: SQLType) -> ArgumentConversion? {
    let type = type == .numeric ? .float8 : type
    return switch self {
    case .eq, .ne, .lt, .lte, .gt, .gte: .operand(type)
    case .in: type.arrayType == nil ? nil : .operands(type)
    case .contains: .pattern(.contains)
    case .startsWith: .pattern(.startsWith)
    case .endsWith: .pattern(.endsWith)
    case .isNull: .operand(.bool)
    }
  }

  /// The same for a field of a type of the SDL: text that is compared with a `URL` is written as that is.
  func conversion(_ type: SQLType, for scalar: String) -> ArgumentConversion? {
    let conversion = conversion(type)
    return scalar == "URL" && self != .isNull ? conversion.map { .address($0) } : conversion
  }

  /// Whether null has a meaning as operand: `{eq: null}` is true of what has no value.
  var takesNull: Bool { self == .eq || self == .ne }

  /// The condition; true or false for every row but that it may be null for a value that is null.
  func condition(on value: SQL, _ operand: SQL, _ type: SQLType) -> SQL {
    switch type {
    case .timestamptz: condition(onMoment: value, operand)
    // As clients have it: a `Float` is a double — specification section 3.5.2. A third of 100 has more digits here.
    case .numeric: condition(on: "(\(value))::float8", operand)
    // A set that PostgreSQL computes once for a statement. `= ANY` compares with one text after the other: with 200 of them
    // it takes 7 µs for each row, which is as long as to read 40.
    case .text where self == .in, .varchar where self == .in: "(\(value) IN (SELECT unnest(\(operand)))) IS TRUE"
    default: condition(on: value, operand)
    }
  }

  private func condition(on value: SQL, _ operand: SQL) -> SQL {
    switch self {
    case .eq: "\(value) = \(operand)"
    // A null value is not equal to any.
    case .ne: "\(value) IS DISTINCT FROM \(operand)"
    case .in: "\(value) = ANY (\(operand))"
    case .lt: "\(value) < \(operand)"
    case .lte: "\(value) <= \(operand)"
    case .gt: "\(value) > \(operand)"
    case .gte: "\(value) >= \(operand)"
    // The time that a regular expression takes grows with the text alone. The time of `ILIKE` grows with the text
    // times the pattern where much of the pattern is found often: 200 letters in 100,000 took 18 ms and not 0.3 ms.
    case .contains, .startsWith, .endsWith: "\(value) ~* \(operand)"
    case .isNull: "(\(value) IS NULL) = \(operand)"
    }
  }

  /// Moments are compared as answers show them, cut to the millisecond: so each finds what it was taken from. All but `in`
  /// in a form that an index can serve.
  ///
  ///     notifications_1.created_at >= $4 AND notifications_1.created_at < $4 + interval '1 millisecond'
  ///
  /// - Parameter start: a whole millisecond, or several of them for `in`; for `isNull` a flag.
  private func condition(onMoment value: SQL, _ start: SQL) -> SQL {
    let end: SQL = "\(start) + interval '1 millisecond'"
    return switch self {
    case .eq: "\(value) >= \(start) AND \(value) < \(end)"
    case .ne: "(\(value) >= \(start) AND \(value) < \(end)) IS NOT TRUE"
    case .in: "date_trunc('milliseconds', \(value)) = ANY (\(start))"
    case .lte: "\(value) < \(end)"
    case .gt: "\(value) >= \(end)"
    case .lt, .gte, .contains, .startsWith, .endsWith, .isNull: condition(on: value, start)
    }
  }

  /// Whether the whole text is read to compare it, however long it is. Texts that have to be equal are compared by their
  /// lengths first.
  var searchesText: Bool { self == .contains || self == .startsWith || self == .endsWith }

  /// How many comparisons of two values this is about as much work as.
  var comparisons: Int { self == .in ? 4 : 1 }

  /// Checks whether the SDL may declare the operand with this type.
  func fits(_ operand: TypeReference, field: TypeReference, _ type: SQLType) -> Bool {
    let isText = type == .text || type == .varchar
    func isLeaf(_ operand: TypeReference) -> Bool {
      operand.itemType == nil
        && (operand.namedType == field.namedType || isText && operand.namedType == "String")
    }
    switch self {
    case .eq, .ne: return isLeaf(operand)
    case .lt, .lte, .gt, .gte: return isLeaf(operand) && type != .uuid && type != .bool
    case .in: return operand.itemType.map { $0.isNonNull && isLeaf($0) } ?? false
    case .contains, .startsWith, .endsWith: return isText && operand == .named("String")
    case .isNull: return operand == .named("Boolean")
    }
  }
}
