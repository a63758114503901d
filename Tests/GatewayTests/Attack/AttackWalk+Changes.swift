import GraphQL
import TestSupport
import Testing

extension AttackWalk {
  typealias Inputs = (ContractMutation, _ field: String) throws -> [String: JSONValue]

  /// Every id that a mutation takes, but the one that a new row is to have: the others are the viewer's own.
  /// - Parameter input: a valid input of a mutation except for one field, without the id of the changed row.
  func changes(_ input: Inputs) throws -> [Attack] {
    try ContractMutation.all(of: schema).flatMap { mutation -> [Attack] in
      let fields = mutation.input?.fields.filter { $0.type.namedType == "ID" && !mutation.makes($0) } ?? []
      return try fields.compactMap { try attack(.change, mutation, $0, .anyID, input(mutation, $0.name)) }
        + items(of: mutation, input)
    }
  }

  /// Every id that an item of a mutation of several rows takes, in an input of that item alone.
  private func items(of mutation: ContractMutation, _ input: Inputs) throws -> [Attack] {
    guard var outer = mutation.input, let list = outer.fields.first(where: { $0.type.itemType != nil }),
      let item = schema.inputObjectType(named: list.type.namedType)
    else { return [] }
    outer.fields.removeAll { $0.name == list.name }
    let around = try input(ContractMutation(name: mutation.name, input: outer, payload: mutation.payload), "")
    let inside = ContractMutation(name: mutation.name, input: item, payload: mutation.payload)
    return try item.fields.filter { $0.type.namedType == "ID" && !mutation.makes($0) }.compactMap { field in
      let place = "\(item.name).\(field.name)"
      var given = try input(inside, field.name == "id" ? "" : field.name).filter { $0.key != field.name }
      if field.name != "id", item.fields.contains(where: { $0.name == "id" && $0.isRequired }) {
        guard let target = mutation.target(in: schema), let row = own[target] else { return nil }
        given["id"] = .string(row)
      }
      let others = try item.fields.compactMap { field in
        try given[field.name].map { "\(field.name): \(try literal($0, of: field.type.namedType))" }
      }
      let outside = try outer.fields.compactMap { field in
        try around[field.name].map { "\(field.name): \(try literal($0, of: field.type.namedType))" }
      }
      let items = "\(list.name): [{\((["\(field.name): $hole"] + others).joined(separator: ", "))}]"
      return Attack(
        kind: .change,
        document: """
          mutation($hole: ID!) {
            \(mutation.name)(input: {\((outside + [items]).joined(separator: ", "))}) \(payload(of: mutation))
          }
          """,
        holes: ["hole": .anyID], covers: [place], isOfSchool: mutation.isOfSchool)
    }
  }

  /// The id of every new row.
  func creations(_ input: Inputs) throws -> [Attack] {
    try ContractMutation.all(of: schema).compactMap { mutation -> Attack? in
      guard let field = mutation.field("id"), mutation.makes(field),
        AttackPlaces.exceptions["\(try #require(mutation.input).name).\(field.name)"] == nil
      else { return nil }
      let type = mutation.target(in: schema) ?? "Notification"
      return try attack(.creation, mutation, field, .id(of: type), input(mutation, field.name))
    }
  }

  private func attack(
    _ kind: Attack.Kind, _ mutation: ContractMutation, _ field: InputValueType, _ hole: Attack.Hole,
    _ input: [String: JSONValue]
  ) throws -> Attack? {
    let place = "\(try #require(mutation.input).name).\(field.name)"
    if AttackPlaces.exceptions[place] != nil { return nil }
    var given = input.filter { $0.key != field.name }
    if field.name != "id", let id = mutation.field("id"), !mutation.makes(id) {
      guard let target = mutation.target(in: schema), let row = own[target] else { return nil }
      given["id"] = .string(row)
    }
    // A note is on one of them, and may be on the other.
    if mutation.name == "updateNote", let other = ["courseId": "assignmentId", "assignmentId": "courseId"][field.name] {
      given[other] = .null
    }
    let others = try mutation.input?.fields.compactMap { field in
      try given[field.name].map { "\(field.name): \(try literal($0, of: field.type.namedType))" }
    }
    let attacked = "\(field.name): \(field.type.itemType == nil ? "$hole" : "[$hole]")"
    return Attack(
      kind: kind,
      document: """
        mutation($hole: ID!) {
          \(mutation.name)(input: {\(([attacked] + (others ?? [])).joined(separator: ", "))}) \(payload(of: mutation))
        }
        """,
      holes: ["hole": hole], covers: [place], isOfSchool: mutation.isOfSchool)
  }

  private func literal(_ value: JSONValue, of type: String) throws -> String {
    switch value {
    case .array(let items): return "[\(try items.map { try literal($0, of: type) }.joined(separator: ", "))]"
    case .object(let members):
      let fields = schema.inputObjectType(named: type)?.fields ?? []
      let texts = try members.map { member in
        let field = try #require(fields.first { $0.name == member.key })
        return "\(member.key): \(try literal(member.value, of: field.type.namedType))"
      }
      return "{\(texts.joined(separator: ", "))}"
    default:
      if case .enum? = schema.types[type] { return try #require(value.string) }
      return value.indented()
    }
  }

  /// The selection that identifies the owner of the changed objects. A code and a session are new each time.
  private func payload(of mutation: ContractMutation) -> String {
    let parts = mutation.payload.fields.compactMap { field -> String? in
      let type = field.type.namedType
      if schema.isLeaf(type) { return type == "ID" ? field.name : nil }
      guard let fields = schema.types[type]?.fields, fields["id"] != nil else { return nil }
      let texts = fields.filter { ["ID", "String"].contains($0.type.namedType) && $0.arguments.isEmpty }
      return "\(field.name) { \(texts.map(\.name).joined(separator: " ")) }"
    }
    return "{ __typename \(parts.joined(separator: " ")) }"
  }
}

extension ContractMutation {
  /// Whether a field is the id that a new row is to have, which the client may choose.
  func makes(_ field: InputValueType) -> Bool { field.name == "id" && !field.isRequired || field.name == "newId" }

  /// The type of what the mutation is about, by its name: `DeclineJoinRequest`, `markNotificationRead`.
  func target(in schema: Schema) -> String? {
    if subject == "Member" { return "Student" }
    if subject == "SchoolStaff" { return "SchoolStaffMember" }
    switch name {
    case "placeStudent", "removeStudentFromSchool", "acceptStudentName": return "ClassStudent"
    case "barGuardian", "confirmGuardian": return "ClassGuardian"
    case "blockCard": return "PickupCard"
    case "leaveOutOccurrence", "restoreOccurrence", "changeOccurrence", "splitSeries": return "Event"
    case "handOver", "reopenDismissal": return "ClassDismissal"
    case "approvePost", "rejectPost", "hideContent", "showContent", "removeContent", "appealContent", "decideAppeal": return "SchoolPost"
    case "decideReport", "exportComplaint", "report": return "SchoolReport"
    case "blockPerson", "unblockPerson": return "SchoolPerson"
    case "addSchoolPictures": return "SchoolAlbum"
    case "sendMessage", "markConversationRead": return "Conversation"
    case "answerGroupRequest": return "GroupRequest"
    case "inviteToGroup", "acceptGroupInvitation", "requestToJoinGroup", "leaveGroup": return "Group"
    case "reportGroupContent", "hideGroupContent": return "GroupComment"
    case "blockGroupFamily", "removeGroupFamily": return "GroupFamily"
    default: break
    }
    return (schema.possibleTypes["Node"] ?? []).filter { subject.hasPrefix($0) }.max { $0.count < $1.count }
  }
}
