import GraphQL
import Planning
import SQL
import SessionTokens

/// How people come to work at a school, and what they do there (BG-04).
struct StaffChange: Sendable {
  let services: IdentityServices?

  private static let maximumClasses = 20

  /// The code follows from the server's secrets and the invitation's id, so that the same input sent again has the same answer, and
  /// nothing but a hash is kept.
  var invite: Resolver<Viewer> {
    .placeMutation(access: .signedIn) { input throws(MutationFailure) in
      let secrets = try services.needed().secrets
      let days = try input.integer("expiresInDays") ?? 7
      guard (1...30).contains(days) else {
        throw .invalid("\"expiresInDays\" must be from 1 to 30, got \(days).", at: input.path(of: "expiresInDays"))
      }
      let (role, classes) = try Self.role(in: input)
      let id = try input.newID()
      let school = try input.requiredID("schoolId")
      let codes = secrets.derivedCodes(for: "staff invitation", school.bytes + id.bytes).map { JoinCode($0) }
      guard let code = codes.first else { throw .refused("Invitations are not set up.", code: .unavailable) }
      return { rows throws(MutationFailure) in
        let rows = try await rows.loadingStaffScopes()
        try rows.requireAdministration(of: school, input, "schoolId")
        _ = try await rows.locked(School.self, key: school, columns: [.id])
        guard try await rows.isNew(id, of: StaffInvitation.self, in: school, for: input) else {
          // Made with the secrets of then, which may not be those of now.
          for code in codes
          where try await rows.call(.staffInvitationHasCode(school: school, invitation: id, hash: code.hash)) {
            return .changed(["invitation": id], values: ["code": .text(code.grouped)], viewer: rows.viewer)
          }
          throw input.secretIsGone
        }
        let call = FunctionCall.createStaffInvitation(
          school: school, invitation: id, hash: code.hash, staffRole: role, classes: classes, days: days)
        switch try await rows.call(call) {
        case .done: return .changed(["invitation": id], values: ["code": .text(code.grouped)], viewer: rows.viewer)
        case .limit:
          throw .refused(
            "A school has at most 200 open invitations.", code: .limitExceeded, at: input.path(of: "schoolId"),
            extensions: [.init("limit", .string("staffInvitations")), .init("maximum", .number("200"))])
        case .class: throw Self.noSuchClass(input)
        case .none: throw input.notFound("schoolId")
        }
      }
    }
  }

  static var accept: Resolver<Viewer> {
    .mutation(access: .signedIn, limit: .join) { input throws(MutationFailure) in
      let path = input.path(of: "code")
      let given = try input.optionalText("name", characters: 1...200, lines: .name)
      let code = JoinCode(try input.text("code", characters: 1...64) ?? "", length: JoinCode.invitationLength)
      return { rows throws(MutationFailure) in
        _ = try await rows.lockedPlace()
        try await rows.requireConfirmedAddress()
        let account = try await JoiningAccount.profile(rows)
        guard let name = given ?? account.name else {
          throw .invalid("Say what the school is to call you.", at: input.path(of: "name"))
        }
        let accepted = try await rows.call(.acceptStaffInvitation(hash: code?.hash, staff: .timeOrdered(), staffName: name))
        switch accepted.outcome {
        case .done: break
        case .known: throw .conflict("You work at this school already: an administrator changes roles and classes.", at: path, version: nil)
        case .limit:
          throw .refused(
            "You work at as many schools, or teach as many classes, as one account may: 20.", code: .limitExceeded, at: path)
        case .none: throw .notFound("There is no open invitation with this code.", at: path)
        }
        let rows = try await rows.loadingStaffScopes()
        return .changed(accepted.schoolID.map { ["school": $0] } ?? [:], viewer: rows.viewer)
      }
    }
  }

  static var update: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let (role, classes) = try role(in: input)
      switch try await rows.call(.changeStaff(staff: id, staffRole: role, classes: classes)) {
      case .done: return ["staffMember": id]
      case .limit:
        throw .refused(
          "An account teaches at most \(maximumClasses) classes.", code: .limitExceeded, at: input.path(of: "classIds"))
      case .last: throw lastAdministrator(at: input.path(of: "id"))
      case .class: throw noSuchClass(input)
      case .none: throw input.notFound("id")
      }
    }
  }

  static var remove: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      switch try await rows.call(.removeStaff(staff: id)) {
      case .done: return ["id": id]
      case .last: throw lastAdministrator(at: input.path(of: "id"))
      case .none: throw input.notFound("id")
      }
    }
  }

  static var leave: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let school = try input.requiredID("schoolId")
      switch try await rows.call(.leaveStaff(school: school)) {
      case .done: return ["schoolId": school]
      case .last: throw lastAdministrator(at: input.path(of: "schoolId"))
      case .none: throw input.notFound("schoolId")
      }
    }
  }

  private static func lastAdministrator(at path: [String]) -> MutationFailure {
    .conflict("The last administrator of a school stays: make another one first.", at: path, version: nil)
  }

  /// The school has no such class, or another school has it.
  private static func noSuchClass(_ input: MutationInput) -> MutationFailure {
    .notFound("The school has no class with one of these \"classIds\".", at: input.path(of: "classIds"))
  }

  private static func role(in input: MutationInput) throws(MutationFailure) -> (String, [UUIDValue]) {
    let role = input.enumValue("role") ?? ""
    let classes = try input.ids("classIds", atLeast: 0, atMost: maximumClasses) ?? []
    guard role == "TEACHER" || classes.isEmpty else {
      throw .invalid("Only a teacher has classes.", at: input.path(of: "classIds"))
    }
    return (role, classes)
  }
}

/// How families come to see a school (BG-03).
enum SchoolRegistration {
  static var register: Resolver<Viewer> {
    .mutation(access: .parents, limit: .join) { input throws(MutationFailure) in
      let path = input.path(of: "code")
      let code = JoinCode(try input.text("code", characters: 1...64) ?? "", length: JoinCode.familyLength)
      return { rows throws(MutationFailure) in
        try await rows.requireConfirmedAddress()
        let registered = try await rows.call(.registerAtSchool(schoolCode: code?.text ?? ""))
        switch registered.outcome {
        case .done: break
        case .limit: throw .refused("A family is registered at 20 schools at most.", code: .limitExceeded, at: path)
        case .none: throw .notFound("No school has this code.", at: path)
        }
        let rows = try await rows.loadingStaffScopes()
        return .changed(registered.schoolID.map { ["school": $0] } ?? [:], viewer: rows.viewer)
      }
    }
  }
}
