import GraphQL
import Planning
import SQL

/// `createSchoolPost`, `updateSchoolPost` and `deleteSchoolPost` (TT-05).
enum PostWriting {
  private static let characters = 1...10_000
  private static let ages: ClosedRange<Int32> = 1...25

  static var create: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let (id, school) = (try input.newID(), try input.requiredID("schoolId"))
      let content = try content(input)
      let text = try input.text("text", characters: characters, lines: .many) ?? ""
      let grades = try input.texts("grades", characters: 1...50, atMost: 20) ?? []
      let classes = try input.ids("classIds", atLeast: 0, atMost: AudienceWriting.maximumOfClasses) ?? []
      let rules = try await rows.posting(at: school, input, "schoolId")
      guard try await rows.isNewContent(id, of: SchoolPost.self, at: school, input) else { return ["schoolPost": id] }
      let author = try await author(of: input, at: school, rules, grades, classes, rows)
      try await rows.count(
        "schoolPosts", "posts", by: try rows.account().accountID.description, atMost: 20, within: 86_400, at: input.place)
      let action: ContentAction = author.kind != .staff && rules.approvesPosts ? .createForApproval : .create
      guard case .move(let state) = ContentTable.outcome(of: action, in: nil) else { throw Content.notFound(at: input.place) }
      try await rows.insert(
        SchoolPost.self, key: id,
        [
          SchoolPost.set(.schoolID, .uuid(school)), SchoolPost.set(.authorID, .uuid(author.id)),
          SchoolPost.set(.authorName, .text(author.name)), SchoolPost.set(.authorKind, .text(author.kind.rawValue)),
          SchoolPost.set(.grades, .textArray(grades)), SchoolPost.set(.classIDs, .uuidArray(classes)),
          SchoolPost.set(.state, .text(state.rawValue)), SchoolPost.set(.isHeld, .bool(false)), SchoolPost.set(.text, .text(text)),
        ] + content)
      try await PostPicture.use(input, id, rows)
      return ["schoolPost": id]
    }
  }

  static var update: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      var values = try content(input)
      if input.isGiven("text") {
        guard let text = try input.text("text", characters: characters, lines: .many) else {
          throw .invalid("\"text\" must not be null.", at: input.path(of: "text"))
        }
        values.append(SchoolPost.set(.text, .text(text)))
      }
      if input.isGiven("pictureIds"), try input.ids("pictureIds", atLeast: 0, atMost: PostPicture.maximum) == nil {
        throw .invalid("\"pictureIds\" must not be null.", at: input.path(of: "pictureIds"))
      }
      let post = try await rows.locked(id, for: .update, of: [.post], at: input.path(of: "id"))
      try post.requireVersion(input)
      let needsApproval = try await rows.needsApproval(post)
      switch try post.outcome(of: needsApproval ? .updateForApproval : .update, at: input.path(of: "id")) {
      case .move(let state):
        values += [
          SchoolPost.set(.state, .text(state.rawValue)), SchoolPost.set(.stateReason, .null(.text)), SchoolPost.set(.appeal, .null(.text)),
          SchoolPost.set(.appealedAt, sql: "NULL"),
        ]
      case .amend, .unchanged, .gone, .conflict, .notFound: break
      }
      if !values.isEmpty || input.isGiven("pictureIds") { _ = try await rows.update(SchoolPost.self, key: id, values) }
      try await PostPicture.use(input, id, rows)
      return ["schoolPost": id]
    }
  }

  static var delete: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let post = try await rows.locked(id, for: .delete, of: [.post], at: input.path(of: "id"))
      try post.requireVersion(input)
      if try post.outcome(of: .delete, at: input.path(of: "id")) == .gone { _ = try await rows.delete(SchoolPost.self, key: id) }
      return ["id": id]
    }
  }

  /// The columns of a post besides its text that the input gives.
  private static func content(_ input: MutationInput) throws(MutationFailure) -> [ColumnValue] {
    var values: [ColumnValue] = []
    if input.isGiven("date") { values.append(ColumnValue("date", try input.date("date") ?? .null(.date))) }
    if input.isGiven("leastAge") {
      let age = try input.integer("leastAge")
      if let age, !ages.contains(age) {
        throw .invalid("\"leastAge\" must be from \(ages.lowerBound) to \(ages.upperBound), got \(age).", at: input.path(of: "leastAge"))
      }
      values.append(ColumnValue("least_age", age.map { .int4($0) } ?? .null(.int4)))
    }
    return values
  }

  /// The side on which the viewer writes for an audience.
  private static func author(
    of input: MutationInput, at school: UUIDValue, _ rules: PostingRules, _ grades: [String], _ classes: [UUIDValue],
    _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> SchoolSides.Side {
    let account = try rows.account()
    let isOfOwnClasses = grades.isEmpty && !classes.isEmpty && classes.allSatisfy(account.places.staffClasses.contains)
    if let staff = rules.sides.staff, account.places.administeredSchools.contains(school) || isOfOwnClasses {
      try await AudienceWriting.check(input, of: school, isNew: true, rows)
      return staff
    }
    let isTeacher = rules.sides.staff != nil && !account.places.staffSchools.contains(school)
    guard let family = rules.sides.family, rules.admits(family.kind) else {
      throw .forbidden(isTeacher ? AudienceWriting.refusal : ContentAction.create.refusal, at: input.path(of: "schoolId"))
    }
    let found = try await rows.found(SchoolClass.self, columns: [.id], computed: [{ "\($0["grade"])" }]) {
      "\($0[.schoolID]) = \(bind: .uuid(school))"
    }
    let known = (0..<found.count).compactMap { row in found.uuid(row: row, column: 0).map { ($0, found.text(row: row, column: 1)) } }
    if let index = classes.firstIndex(where: { id in !known.contains { $0.0 == id } }) {
      throw .notFound("The school has no class with this id.", at: input.path(of: "classIds") + ["\(index)"])
    }
    let heard = known.filter { account.places.audience.contains($0.0) }
    guard classes.allSatisfy({ id in heard.contains { $0.0 == id } }) else {
      throw .forbidden("You are of no such class: name classes of your own.", at: input.path(of: "classIds"))
    }
    guard grades.allSatisfy({ grade in heard.contains { $0.1 == grade } }) else {
      throw .forbidden("You are of no class of this grade: name grades of your own classes.", at: input.path(of: "grades"))
    }
    return family
  }
}

/// The people whom a school admits as authors, and the sides of the viewer there.
struct PostingRules: Sendable {
  let postsBy: String
  let approvesPosts: Bool
  let sides: SchoolSides

  /// Whether people of a kind may write.
  func admits(_ kind: SchoolPerson.Kind) -> Bool {
    switch kind {
    case .staff: true
    case .parent: postsBy != "STAFF"
    case .student: postsBy == "EVERYONE"
    }
  }
}

extension Content {
  /// Refuses a change of content that has another version than the input says.
  fileprivate func requireVersion(_ input: MutationInput) throws(MutationFailure) {
    guard let given = try input.integer("ifVersion"), given != version else { return }
    throw .conflict("It has changed since that version: read it again.", at: input.path(of: "ifVersion"), version: version)
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The rules by which the viewer writes at a school: as not found where it knows no such school. The consent and the terms that a
  /// writer needs are asked for here.
  func posting(at school: UUIDValue, _ input: MutationInput, _ name: String) async throws(MutationFailure) -> PostingRules {
    let found = try await found(School.self, columns: [.postsBy, .approvesPosts]) { "\($0[.id]) = \(bind: .uuid(school))" }
    guard found.count == 1, try account().places.audience.contains(school) else { throw input.notFound(name) }
    return PostingRules(
      postsBy: found.text(row: 0, column: 0) ?? "STAFF", approvesPosts: found.isTrue(row: 0, column: 1), sides: try await sides(at: school))
  }

  /// Keeps the id of new content, so that the same input sent again makes no second one.
  func isNewContent<Type: EntityType<Viewer>>(
    _ id: UUIDValue, of type: Type.Type, at school: UUIDValue, _ input: MutationInput
  ) async throws(MutationFailure) -> Bool {
    guard try account().places.audience.contains(school) else {
      throw .forbidden(ContentAction.create.refusal, at: input.place)
    }
    return try await isNew(
      id, of: type, for: input.adding(["by": try account().accountID.description]),
      in: IDRegister(table: "school_used_ids", column: "school_id", owner: .uuid(school)))
  }

  /// Whether a changed post of the viewer's own waits for approval.
  fileprivate func needsApproval(_ post: Content) async throws(MutationFailure) -> Bool {
    let school = try await found(School.self, columns: [.approvesPosts]) { "\($0[.id]) = \(bind: .uuid(post.school))" }
    let own = try await found(SchoolPerson.self, columns: [.kind]) { "\($0[.id]) = \(bind: .uuid(post.author))" }
    guard school.count == 1, own.count == 1 else { return true }
    return school.isTrue(row: 0, column: 0) && own.text(row: 0, column: 0) != SchoolPerson.Kind.staff.rawValue
  }
}
