import SQL
import SampleData
import TestSupport

/// A row of a family in memory.
struct OracleRow {
  let id: UUIDValue
  let typeName: String
  let values: [String: OracleValue]
  /// The keys of to-one relations.
  let keys: [String: UUIDValue]
}

/// A small family of random rows, in memory and in the database.
struct OracleFamily {
  let id: UUIDValue
  let rows: [OracleRow]

  static let types = ["Student", "Subject", "Course", "Assignment"]
  static let fields = [
    "Student": ["name"], "Subject": ["name", "description"], "Course": ["name", "description"],
    "Assignment": ["title", "instructions", "pointsPossible"],
  ]
  static let ones = [
    "Course": ["subject": "Subject"], "Assignment": ["student": "Student", "course": "Course"],
  ]
  /// The type of each list, and the relation that leads back.
  static let manys = [
    "Student": ["assignments": (type: "Assignment", key: "student")],
    "Subject": ["courses": (type: "Course", key: "subject")],
    "Course": ["assignments": (type: "Assignment", key: "course")],
  ]
  /// Few, so that they come several times: with letters of both cases, and such as mean something in a pattern.
  static let texts = ["a", "Ab", "a.b", "B", "x_y", "X%", "(é", "É"]

  func rows(_ typeName: String) -> [OracleRow] { rows.filter { $0.typeName == typeName } }

  func one(_ field: String, of row: OracleRow) -> OracleRow? {
    row.keys[field].flatMap { key in rows.first { $0.id == key } }
  }

  func many(_ field: String, of row: OracleRow) -> [OracleRow] {
    guard let (type, key) = Self.manys[row.typeName]?[field] else { return [] }
    return rows.filter { $0.typeName == type && $0.keys[key] == row.id }
  }

  /// At most three students, four subjects, five courses and nine assignments; some of each have none of the others.
  init(id: UUIDValue, random: inout SplitMix64) {
    self.id = id
    var rows: [OracleRow] = []
    func key(_ type: String) -> UUIDValue? { rows.filter { $0.typeName == type }.randomElement(using: &random)?.id }
    for (type, most) in [("Student", 3), ("Subject", 4), ("Course", 5), ("Assignment", 9)] {
      for _ in 0..<Int.random(in: 1...most, using: &random) {
        var values: [String: OracleValue] = [:]
        for field in Self.fields[type] ?? [] { values[field] = Self.value(field, &random) }
        var keys: [String: UUIDValue] = [:]
        for (field, target) in (Self.ones[type] ?? [:]).sorted(by: { $0.key < $1.key })
        where field != "course" || Int.random(in: 0..<4, using: &random) > 0 {
          keys[field] = key(target)
        }
        rows.append(
          OracleRow(
            id: UUIDValue(high: random.next(), low: random.next()), typeName: type, values: values, keys: keys))
      }
    }
    self.rows = rows
  }

  /// A value that a field may have: null for some where it may be.
  private static func value(_ field: String, _ random: inout SplitMix64) -> OracleValue {
    let isRequired = field == "name" || field == "title"
    if !isRequired && Int.random(in: 0..<3, using: &random) == 0 { return .null }
    if field == "pointsPossible" { return .number(Int.random(in: 1...3, using: &random)) }
    return .text(texts.randomElement(using: &random) ?? "")
  }

  /// Puts the rows in the place of those that the family has.
  func replaceRows(in database: SchoolDatabase) async throws {
    let family = SQLValue.uuid(id)
    var statements: [SQL] = ["notifications", "planner_tasks", "questions", "study_times", "notes", "assignments", "courses", "subjects"].map {
      "DELETE FROM \(identifier: $0) WHERE family_id = \(bind: family)"
    }
    for row in rows {
      let (id, text) = (SQLValue.uuid(row.id), { (field: String) in row.values[field]?.bind ?? .null(.text) })
      func key(_ field: String) -> SQLValue { row.keys[field].map { .uuid($0) } ?? .null(.uuid) }
      switch row.typeName {
      case "Student":
        statements.append(
          """
          INSERT INTO members (family_id, id, role, name)
          VALUES (\(bind: family), \(bind: id), 'STUDENT', \(bind: text("name")))
          """)
      case "Subject":
        statements.append(
          """
          INSERT INTO subjects (family_id, id, name, description)
          VALUES (\(bind: family), \(bind: id), \(bind: text("name")), \(bind: text("description")))
          """)
      case "Course":
        statements.append(
          """
          INSERT INTO courses (family_id, id, subject_id, name, description) VALUES (\(bind: family), \(bind: id),
            \(bind: key("subject")), \(bind: text("name")), \(bind: text("description")))
          """)
      default:
        let points: SQLValue = if case .number(let n)? = row.values["pointsPossible"] { .int4(Int32(n)) } else { .null(.int4) }
        statements.append(
          """
          INSERT INTO assignments (family_id, id, student_id, course_id, title, instructions, points_possible)
          VALUES (\(bind: family), \(bind: id), \(bind: key("student")), \(bind: key("course")), \(bind: text("title")),
            \(bind: text("instructions")), \(bind: points))
          """)
      }
    }
    try await database.load(statements)
  }
}

extension OracleValue {
  fileprivate var bind: SQLValue {
    if case .text(let text) = self { .text(text) } else { .null(.text) }
  }
}

// MARK: Random filters

extension OracleFilter {
  /// A filter of a type, so many deep at most.
  static func random(of type: String, depth: Int, _ random: inout SplitMix64) -> OracleFilter {
    func inner(_ type: String) -> OracleFilter { Self.random(of: type, depth: depth - 1, &random) }
    let ones = (OracleFamily.ones[type] ?? [:]).sorted { $0.key < $1.key }
    let manys = (OracleFamily.manys[type] ?? [:]).sorted { $0.key < $1.key }
    switch depth > 1 ? Int.random(in: 0..<12, using: &random) : 0 {
    case 0, 1: return comparison(of: type, &random)
    case 2: return .and((0..<Int.random(in: 0...2, using: &random)).map { _ in inner(type) })
    case 3: return .or((0..<Int.random(in: 0...2, using: &random)).map { _ in inner(type) })
    case 4: return .not(inner(type))
    case 5: return .all(Bool.random(using: &random) ? [] : [comparison(of: type, &random), .not(inner(type))])
    case let number:
      let isOne = manys.isEmpty || !ones.isEmpty && number < 9
      if isOne, let (field, target) = ones.randomElement(using: &random) {
        return .one(field: field, Int.random(in: 0..<5, using: &random) == 0 ? nil : inner(target))
      }
      guard let (field, target) = manys.randomElement(using: &random),
        let quantifier = Quantifier.allCases.randomElement(using: &random)
      else { return comparison(of: type, &random) }
      return .many(field: field, quantifier, inner(target.type))
    }
  }

  private static func comparison(of type: String, _ random: inout SplitMix64) -> OracleFilter {
    guard let field = OracleFamily.fields[type]?.randomElement(using: &random) else { return .all([]) }
    let isNumber = field == "pointsPossible"
    let comparisons: [Comparison] =
      isNumber ? [.eq, .ne, .in, .lt, .gte, .isNull] : [.eq, .ne, .in, .contains, .startsWith, .endsWith, .isNull]
    let comparison = comparisons.randomElement(using: &random) ?? .eq
    func value() -> OracleValue {
      isNumber
        ? .number(Int.random(in: 1...3, using: &random)) : .text(OracleFamily.texts.randomElement(using: &random) ?? "")
    }
    switch comparison {
    case .isNull: return .compare(field: field, .isNull, [.bool(Bool.random(using: &random))])
    case .in: return .compare(field: field, .in, (0..<Int.random(in: 0...2, using: &random)).map { _ in value() })
    case .eq, .ne: return .compare(field: field, comparison, [Int.random(in: 0..<5, using: &random) == 0 ? .null : value()])
    default: return .compare(field: field, comparison, [value()])
    }
  }
}
