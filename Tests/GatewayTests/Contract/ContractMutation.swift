import Derivation
import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// A field of the mutation type as the schema has it, for tests that hold for every such field, the one that is added
/// next included.
struct ContractMutation: Sendable, CustomTestStringConvertible {
  let name: String
  /// Nil for those that take nothing.
  let input: InputObjectType?
  let payload: ObjectType

  var testDescription: String { name }

  /// Those of the school.
  static let all: [ContractMutation] = (try? all(of: WalkedSchema.domain.schema)) ?? []
  /// And those of other types that tests walk.
  private static let walked: [ContractMutation] = {
    guard let schema = try? WalkedSchema.recipe.schema else { return [] }
    return all(of: schema).filter { !$0.hasItems(schema) }
  }()

  static func all(of schema: Schema) -> [ContractMutation] {
    guard let type = schema.mutationType, case .object(let mutation)? = schema.types[type] else { return [] }
    return mutation.fields.compactMap { field in
      guard case .object(let payload)? = schema.types[field.type.namedType] else { return nil }
      let argument = field.arguments.first { $0.name == "input" }
      var input: InputObjectType?
      if let argument, case .inputObject(let type)? = schema.types[argument.type.namedType] { input = type }
      return ContractMutation(name: field.name, input: input, payload: payload)
    }
  }

  /// The mutations that make a row of a family whose id the client may choose, and answer with it. `RetryTests` have
  /// those of schools.
  static let creations = walked.filter {
    $0.field("id") != nil && $0.name.hasPrefix("create") && $0.payload.fields[$0.objectName] != nil && !$0.isOfSchool && !$0.isOfProvider
  }
  /// A place at a school is changed as a whole: Schools/StaffTests.
  static let updates = walked.filter { $0.name.hasPrefix("update") && $0.name != "updateSchoolStaff" }
  /// Each text that is no scalar with a form of its own. A card reader sends that of `checkInByCard`: PickupCards/CardTests. That of
  /// `importCalendar` is a file: Calendar/CalendarFeedTests.
  static let texts = walked.filter { !["checkInByCard", "importCalendar"].contains($0.name) }.flatMap { mutation in
    (mutation.input?.fields ?? []).filter { $0.type.namedType == "String" }.map {
      ContractText(mutation: mutation, field: $0.name, isItem: $0.type.itemType != nil)
    }
  }

  /// Whether administrators of a school send it, who need no family.
  var isOfSchool: Bool {
    if Self.ofPickupStaff.contains(name) { return true }
    let isOfPlace = subject.hasPrefix("School") && subject != "SchoolYear" || Self.administered.contains(subject)
    return isOfPlace && !Self.ofFamiliesAtSchools.contains(name) && !name.hasPrefix("accept")
  }

  /// Whether a provider of services sends it, who is in no family.
  var isOfProvider: Bool {
    [
      "applyAsProvider", "setWorkingHours", "createService", "updateService", "deleteService", "createBusyTime", "deleteBusyTime",
      "confirmBooking", "declineBooking", "completeBooking",
    ].contains(name)
  }

  /// The types that administrators write by directives.
  private static let administered: Set<String> = {
    let declarations = (try? WalkedSchema.recipe.declarations) ?? []
    return Set(declarations.filter { $0.writers.contains(where: \.isStaff) }.map(\.name))
  }()

  /// The creation of a type, whoever sends it.
  static func creation(of subject: String) -> ContractMutation? { walked.first { $0.name == "create\(subject)" } }

  /// The mutations of parents that have a school's name.
  private static let ofFamiliesAtSchools: Set = ["leaveSchool", "sendSchoolMessage", "markSchoolMessagesRead"]
  /// The mutations of the staff of schools for students.
  private static let ofPickupStaff: Set = [
    "callStudents", "markReady", "markNotReady", "handOver", "cancelDismissals", "reopenDismissal", "markAbsent", "placeStudent",
    "removeStudentFromSchool", "barGuardian", "addToRoll", "removeFromRoll",
    "createCardReader", "revokeCardReader", "leaveSchoolStaff", "sendClassMessage", "markClassMessagesRead", "registerStaffDevice",
    "unregisterStaffDevice",
    "createEnrolmentCode", "confirmGuardian", "acceptStudentName", "decideAbsenceReport",
    "approvePost", "rejectPost", "hideContent", "showContent", "removeContent", "decideAppeal", "decideReport", "exportComplaint",
    "addSchoolPictures", "answerTicket",
  ]

  /// The words of the name after its verb: `PlannerTask`.
  var subject: String { String(name.drop { !$0.isUppercase }) }

  /// The inputs of mutations, and those of their items.
  static func inputs(of schema: Schema) -> Set<String> {
    var found: Set<String> = []
    var open = all(of: schema).compactMap(\.input)
    while let input = open.popLast() {
      guard found.insert(input.name).inserted else { continue }
      for field in input.fields {
        if case .inputObject(let item)? = schema.types[field.type.namedType] { open.append(item) }
      }
    }
    return found
  }

  /// Whether the input is a list of items: what holds for one row is tested with the mutation of one row.
  private func hasItems(_ schema: Schema) -> Bool {
    input?.fields.contains { field in field.type.itemType.map { !schema.isLeaf($0.namedType) } ?? false } ?? false
  }

  func field(_ name: String) -> InputValueType? { input?.fields.first { $0.name == name } }

  /// The field of the payload that is the object which was changed.
  var object: FieldType? { payload.fields[objectName] ?? payload.fields.first }

  private var objectName: String { subject.prefix(1).lowercased() + subject.dropFirst() }

  /// Asks for all that can be compared of the object, but when it last changed.
  ///
  ///     mutation ($input: CreateCourseInput!) { createCourse(input: $input) { course { id name … subject { id } } } }
  func document(_ schema: Schema) throws -> String {
    let input = try #require(input)
    let object = try #require(object)
    return "mutation ($input: \(input.name)!) { \(name)(input: $input) { \(object.name) \(selection(of: object, schema)) } }"
  }

  private func selection(of field: FieldType, _ schema: Schema) -> String {
    if schema.isLeaf(field.type.namedType) { return "" }
    guard case .object(let type)? = schema.types[field.type.namedType] else { return "{ __typename }" }
    let names = type.fields.compactMap { field -> String? in
      guard !field.arguments.contains(where: \.isRequired), field.name != "updatedAt" else { return nil }
      if schema.isLeaf(field.type.namedType) { return field.name }
      // An object that the input has as one, or none.
      if let given = self.field(field.name), schema.inputObjectType(named: given.type.namedType) != nil { return "\(field.name) { __typename }" }
      // Those that an input refers to: one object with an id, or none.
      guard self.field("\(field.name)Id") != nil else { return nil }
      return "\(field.name) { id }"
    }
    return "{ \(names.joined(separator: " ")) }"
  }

  func answered(_ answer: JSONValue) -> JSONValue? {
    object.flatMap { answer.at("data", .key(name), .key($0.name)) }
  }
}

struct ContractText: Sendable, CustomTestStringConvertible {
  let mutation: ContractMutation
  let field: String
  /// Whether it is an item of a list: a text stands for a list of it alone.
  let isItem: Bool

  /// The path of an error.
  var path: String { isItem ? "input.\(field).0" : "input.\(field)" }

  var testDescription: String { "\(mutation.name).\(field)" }
}
