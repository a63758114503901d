import GraphQL
import Testing

@testable import Planning
@testable import Domain

struct DomainSchemaTests {
  @Test func `The schema and its resolvers fit`() throws {
    let map = try EntityMap(domain: .domain())
    #expect(map.schema.queryType == "Query")
    #expect(map.entity("Student")?.table == "members")
  }

  @Test func `Whatever the SDL defines is described`() throws {
    let schema = try Schema.domain()
    let builtIn: Set = ["Int", "Float", "String", "Boolean", "ID"]
    var undescribed: [String] = []
    func check(_ description: String?, _ coordinate: String) {
      if (description ?? "").allSatisfy(\.isWhitespace) { undescribed.append(coordinate) }
    }
    check(schema.description, "schema")
    for name in schema.typeNames where !name.hasPrefix("__") && !builtIn.contains(name) {
      let type = try #require(schema.types[name])
      check(type.description, name)
      for field in type.fields.map(Array.init) ?? [] {
        check(field.description, "\(name).\(field.name)")
        for argument in field.arguments { check(argument.description, "\(name).\(field.name)(\(argument.name):)") }
      }
      if case .enum(let type) = type {
        for value in type.values { check(value.description, "\(name).\(value.name)") }
      }
      if case .inputObject(let type) = type {
        for field in type.fields { check(field.description, "\(name).\(field.name)") }
      }
    }
    #expect(undescribed == [])
  }

  @Test func `Every list says how many items it has at most`() throws {
    let schema = try Schema.domain()
    for case .object(let type)? in schema.typeNames.map({ schema.types[$0] }) where !type.name.hasPrefix("__") {
      for field in type.fields {
        // A connection's edges and nodes are as many as the connection is asked for.
        let isConnection = field.type.namedType.hasSuffix("Connection")
        let isList = field.type.itemType.map { schema.isComposite($0.namedType) } ?? false
        // The input of a mutation bounds the objects that it changes.
        guard isConnection || isList && !type.name.hasSuffix("Connection") && !type.name.hasSuffix("Payload") else { continue }
        if field.arguments.contains(where: { $0.type.namedType == "SeriesStep" }) {
          let last = field.arguments.first { $0.name == "to" }
          #expect(last?.description?.contains("\(PeriodArguments.mostPeriods)") == true, "\(type.name).\(field.name)(to:)")
          continue
        }
        // Bounded by the argument of `Family.changes`.
        if field.type.namedType == "FamilyRecord" { continue }
        for bound in isConnection ? ["first", "last"] : field.type.namedType == "Node" ? ["ids"] : ["first"] {
          let argument = field.arguments.first { $0.name == bound || bound == "first" && $0.name == "days" }
          #expect(
            argument?.description?.contains("\(RequestLimits().pageSize)") == true, "\(type.name).\(field.name)(\(bound):)")
        }
      }
    }
  }

  /// Generators of typed clients make every non-null input required, with a default or not.
  @Test func `An input with a default is nullable, and its description says what null is`() throws {
    let schema = try Schema.domain()
    var inputs: [(coordinate: String, value: InputValueType)] = []
    for name in schema.typeNames where !name.hasPrefix("__") {
      switch schema.types[name] {
      case .object(let type)?:
        for field in type.fields { inputs += field.arguments.map { ("\(name).\(field.name)(\($0.name):)", $0) } }
      case .inputObject(let type)?: inputs += type.fields.map { ("\(name).\($0.name)", $0) }
      default: break
      }
    }
    let defaulted = inputs.filter { $0.value.defaultValue != nil && !Self.requiredDefaults.contains($0.coordinate) }
    #expect(defaulted.count > 50)
    for (coordinate, value) in defaulted {
      #expect(!value.type.isNonNull, "\(coordinate)")
      #expect(value.description?.lowercased().contains("null is") == true, "\(coordinate)")
    }
  }

  /// Arguments that requirement GT-11 gives as `Boolean! = true`.
  private static let requiredDefaults: Set = [
    "Student.gradePointAverage(weighted:)", "Student.gradePointAverageProgress(weighted:)",
  ]

  /// Lists that are neither filtered nor ordered.
  private static let plainLists: Set = [
    // One for each kind.
    "Family.storage",
    // The terms of one sum.
    "Course.gradeExplanation",
    // Periods that follow each other, and a line for each course.
    "Course.gradeProgress", "Student.meanProgress", "Student.gradePointAverageProgress", "Student.focus",
    "Student.studyTimeSeries", "Student.studyTimeByCourse",
    // Days that follow each other.
    "Query.planner",
    // Tasks and assignments in the order of the clock: rows of two tables, of one day.
    "PlannerDay.entries",
    // Days, entries of a day and open tasks in the order of the clock: computed.
    "Query.calendar", "CalendarDay.entries", "Query.toDo",
    // Providers of all families, by name: the arguments say which. Lists of one provider, and times, in their order.
    "Query.services", "Provider.services", "Provider.workingHours", "Provider.freeTimes", "ProviderPlace.bookings", "ProviderPlace.busyTimes",
    // The days of the week of a rule, as they were given.
    "Recurrence.byDay",
    // In the order of the file.
    "Viewer.calendarFeeds",
    // In the order of the changes.
    "FamilyChanges.changed",
    // Computed, in the order of the week.
    "Student.timeSlotOverlaps",
    // Computed, as they are in every family.
    "Family.readyMadeGradeSteps",
    // At most 20, and at most 15 of a parent at a school.
    "Viewer.devices", "Family.pickupCards",
    // Open requests of one account.
    "Viewer.joinRequests",
    // At most 20 of each object, in the order of their uploads; and the uploads of a day.
    "Note.files", "Course.files", "Assignment.files", "PortfolioItem.files", "Viewer.uploads",
    // The days of a school that follow each other; passages by how well they fit, and their parts.
    "School.calendar", "School.search", "SchoolPassage.excerpt",
    // At most 20 of each piece of information, in their order.
    "SchoolInformation.links", "SchoolInformation.files",
    // At most 10 of each post, in the order of their uploads.
    "SchoolPost.pictures",
    // At most 20 of each message and each report, in the order of their uploads.
    "ConversationMessage.files", "TicketMessage.files", "AbsenceReport.files", "ClassAbsenceReport.files",
    // A handful for each account.
    "Viewer.signInWays", "Query.signInProviders", "Viewer.schoolPlaces", "Viewer.staffDevices", "Viewer.endedMemberships", "Query.schools",
    // Sums in the order of their keys, and at most 20 of each expense.
    "Family.expenseSummary", "Expense.files",
    // In the order of the rules.
    "Family.suggestions",
    // In the order of the recipe.
    "Recipe.ingredients",
    // One of each kind, and the versions of an operator.
    "Student.consents", "Query.terms", "Viewer.termsToAccept",
  ]

  @Test func `Every other list takes a filter and an order`() throws {
    let map = try EntityMap(domain: .domain())
    var plain: Set<String> = []
    for case .object(let type)? in map.schema.typeNames.map({ map.schema.types[$0] }) {
      for field in type.fields {
        switch map.resolver(of: field.name, on: type.name)?.kind {
        case .relation(.toMany), .relation(.all), .connection:
          let arguments = field.arguments.map(\.name)
          if !(arguments.contains("where") && arguments.contains("orderBy")) { plain.insert("\(type.name).\(field.name)") }
        default: break
        }
      }
    }
    #expect(plain == Self.plainLists)
  }

  @Test func `Whatever has an id can be asked for by its id alone`() throws {
    let map = try EntityMap(domain: .domain())
    let types = map.schema.typeNames.filter { name in
      // An account learns no more of its own requests than the list has: they belong to families that it is not in.
      // Its ways to sign in are rows of two tables that no statement but a function's reads. The profile of a school
      // is the school's own row, as families see it. Providers of sign-in are configuration. An
      // entry of the calendar is computed, of an object that can be asked for. An event of a calendar elsewhere is no row of the family's making.
      map.entity(name) != nil && !["CalendarEntry", "ExternalEvent", "OwnJoinRequest", "SignInWay", "SignInProvider", "SchoolProfile", "SchoolClassProfile"].contains(name)
        && map.schema.field("id", of: name)?.type == .nonNull(.named("ID"))
    }
    #expect(types.count > 10)
    for name in types { #expect(map.schema.types[name]?.interfaces.contains("Node") == true, "\(name)") }
  }
}
