import Derivation
import Domain
import GraphQL
import Planning

/// The places of the schema where what belongs to others can be given: each has to be attacked.
///
///     Query.course(id:)  Family.courses(where:)  CourseFilter.subject  UpdateCourseInput.subjectId
enum AttackPlaces {
  /// The places that are attacked elsewhere, or not at all, with the reasons.
  static let exceptions = ofNewRows.merging(ofSchools) { $1 }.merging(ofDays) { $1 }

  /// A day has no id, by which the walk would ask for it.
  private static let ofDays = [
    "SchoolDay.activities(where:)": "The rows and the filters of School.activities: AudienceWalkTests have the days.",
    "SchoolDay.events(where:)": "The rows and the filters of School.events: AudienceWalkTests have the days.",
    "CalendarEntry.members(where:)": "The members of the task or the event that the entry is of: CalendarTests have the days.",
  ]

  /// Staff find these rows by their ids alone: an id that is used is refused as one of the family's own. SharedIDTests and RetryTests
  /// have them.
  private static let ofSchools = Dictionary(
    uniqueKeysWithValues: (derivedOfSchools + [
      "CreateStaffInvitationInput.id",
      "CreateCardReaderInput.id",
      "CreateEnrolmentCodeInput.id",
      "SendClassMessageInput.id",
      "SendSchoolMessageInput.id",
      "EnrollStudentInput.id",
      "LinkCardInput.id",
      "CreateTicketInput.id",
      "WriteTicketInput.id",
      "CreateSchoolPostInput.id",
      "CreateSchoolCommentInput.id",
      "ReportInput.id",
      "StartConversationInput.id",
      "SendMessageInput.id",
    ]).map { ($0, "The id of a row that staff of schools read.") })

  /// The creations that directives declare, of types of schools and of those that a family shares with staff.
  private static let derivedOfSchools: [String] = {
    guard let walked = try? WalkedSchema.recipe else { return [] }
    let shared = walked.map.views(in: .enrolment)
    return walked.declarations.filter { type in
      type.creation.map { shared[type.name] != nil || $0.writers.isStaff } ?? false
    }.map { "Create\($0.name)Input.id" }
  }()

  private static let ofNewRows = [
    "CreateServiceInput.id": "The id of a service is unique among all providers: ServiceTests have it.",
    "CreateBusyTimeInput.id": "The id of a busy time is unique among all providers: ServiceTests have it.",
    "CreateFamilyInput.id": "The id of a family is everyone's: CreationTests has it.",
    "LinkProviderInput.provider": "It names a provider of the operator's file: ProviderSignInTests has it.",
    "SignInWithProviderInput.provider": "It names a provider of the operator's file: ProviderSignInTests has it.",
    "CreateGroupInput.id": "The id of a group is everyone's: GroupTests has it.",
    "CreateGroupPostInput.id": "The id of a post of several families: GroupTests has it.",
    "CreateGroupCommentInput.id": "The id of a comment of several families: GroupTests has it.",
    "CreateUploadInput.id": "The store keeps files under their ids alone: CreationTests has it.",
    "CreateShoppingListInput.id": "Guests of other families find lists by their ids alone: one that is used is refused as one of the family's own.",
    "CreateShoppingItemInput.id": "The same of items.",
    "CreateBookingInput.id": "Providers find bookings by their ids alone: one that is used is refused as one of the family's own.",
    "SplitSeriesInput.newId": "The id of a new row beside that of its original: SeriesTests have it.",
    "CopyCourseInput.newId": "The id of a new row beside that of its original: CourseCopyTests have it.",
    "CreateAssignmentsItem.id": "The id of a new row of several: AssignmentBatchTests have it.",
    "CreateAssignmentsQuestion.id": "The id of a new row of several: AssignmentBatchTests have it.",
  ]

  /// The lists that have no rows of the viewer here, and why.
  static let empty = [
    "Student.assignmentsDue(where:)": "Nothing is due on the day of the test.",
    "Student.dismissals(where:)": "The student that is looked at has left its school.",
    "School.dismissals(where:)": "Nobody is asked for on the day of the test.",
    "SchoolClass.dismissals(where:)": "Nobody is asked for on the day of the test.",
    "Conversation.readers(where:)": "No student of the family has a conversation.",
    "SchoolPost.comments(where:)": "The comment that is looked for is of another post.",
    "CalendarFeed.members(where:)": "A feed of all members names none.",
    "Task.reminders(where:)": "The reminders of the task that is looked at are of another.",
    "Viewer.guestShoppingLists(where:)": "The viewer is nobody's guest.",
    "Viewer.blocks(where:)": "The person that is looked for is the viewer.",
    "SchoolClass.pickupRecords(where:)": "The records that the school keeps are of no class.",
  ]

  static func all(of schema: Schema) -> Set<String> {
    var places: Set<String> = []
    for name in schema.typeNames where !name.hasPrefix("__") {
      switch schema.types[name] {
      case .object(let type)?:
        for field in type.fields { places.formUnion(of(field, name, schema)) }
      case .inputObject(let type)?:
        for field in type.fields where isOpen(field, of: type, schema) { places.insert("\(name).\(field.name)") }
      default: break
      }
    }
    return places
  }

  private static func of(_ field: FieldType, _ type: String, _ schema: Schema) -> [String] {
    field.arguments.flatMap { argument -> [String] in
      let place = "\(type).\(field.name)(\(argument.name):)"
      if argument.type.namedType == "ID" || argument.isCursor { return [place] }
      if schema.inputObjectType(named: argument.type.namedType)?.isFilter == true { return [place] }
      guard field.isConnection, let values = schema.orderValues(of: argument) else { return [] }
      return values.map { "\(place)\($0)" }
    }
  }

  /// Whether a field of an input takes an id, or leads a filter to one or to a text.
  private static func isOpen(_ field: InputValueType, of type: InputObjectType, _ schema: Schema) -> Bool {
    if field.type.namedType == "ID" { return true }
    guard let target = schema.inputObjectType(named: field.type.namedType) else { return false }
    if type.isListFilter { return true }
    guard type.isFilter, !InputObjectType.combinators.contains(field.name) else { return false }
    if target.isListFilter { return target.fields.contains { schema.isOpenFilter($0) } }
    return target.isFilter ? schema.hasOpenField(target) : ["ID", "String"].contains(target.operand)
  }
}

extension InputObjectType {
  static let combinators = ["and", "or", "not"]

  var isFilter: Bool { Self.combinators.allSatisfy { name in fields.contains { $0.name == name } } }
  var isListFilter: Bool { fields.contains { $0.name == "some" } }
  /// The type of a comparison's operand: `ID`.
  var operand: String? { fields.first { $0.name == "eq" }?.type.namedType }
}

extension InputValueType {
  var isCursor: Bool { name == "after" || name == "before" }
}

extension FieldType {
  var isConnection: Bool { arguments.contains(where: \.isCursor) }
}

extension Schema {
  /// The values that an argument orders by; nil when it does not.
  func orderValues(of argument: InputValueType) -> [String]? {
    guard argument.name == "orderBy",
      let field = inputObjectType(named: argument.type.namedType)?.fields.first(where: { $0.name == "field" }),
      case .enum(let type)? = types[field.type.namedType]
    else { return nil }
    return type.values.map(\.name)
  }

  fileprivate func isOpenFilter(_ field: InputValueType) -> Bool {
    inputObjectType(named: field.type.namedType).map(hasOpenField) ?? false
  }

  /// Whether a filter compares an id or a text itself: one that only leads further, such as that of a line of a report
  /// card, is attacked through what it leads to.
  fileprivate func hasOpenField(_ filter: InputObjectType) -> Bool {
    filter.fields.contains {
      inputObjectType(named: $0.type.namedType)?.operand.map { ["ID", "String"].contains($0) } ?? false
    }
  }
}
