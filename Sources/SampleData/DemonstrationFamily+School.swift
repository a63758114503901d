package import SQL

extension DemonstrationFamily {
  /// Hill School: where the family is registered.
  package static let schoolID = key(.school, 1)
  /// With it families register at Hill School.
  package static let schoolCode = "7QX2M9KDPA"
  /// The id of an invitation for a teacher.
  package static let openStaffInvitationID = key(.staffInvitation, 3)

  /// An invitation to work at the school.
  private struct Invitation: Sendable {
    let role: String
    let schoolClass: DemonstrationClass?
    /// Days from the reference day.
    let expires: Int
    var isUsed = false
    var isRevoked = false
  }

  /// In the order of foreign keys: after accounts and families.
  var schoolTables: [SampleTable] {
    [
      schoolsTable, schoolClassesTable, schoolStaffTable, schoolStaffClassesTable, staffInvitationsTable,
      staffInvitationCodesTable, schoolFamiliesTable, endedMembershipsTable,
    ]
  }

  private var schoolsTable: SampleTable {
    table(
      "schools",
      [
        "id", "name", "code", "address", "latitude", "longitude", "time_zone", "pickup_from", "pickup_until", "created_at",
        "updated_at",
      ], ["Hill School"]
    ) { [created] name, text in
      text.appendRow(
        Self.schoolID, name, Self.schoolCode, "12 Hill Road\nIthaca, NY 14850", "42.443961", "-76.501881", Self.timeZone,
        "00:00:00", "23:59:59", created, created)
    }
  }

  private var schoolClassesTable: SampleTable {
    table(
      "school_classes", ["school_id", "id", "name", "grade", "created_at", "updated_at"], DemonstrationClass.allCases
    ) { [created] schoolClass, text in
      text.appendRow(Self.schoolID, schoolClass.id, schoolClass.name, schoolClass.grade, created, created)
    }
  }

  private var schoolStaffTable: SampleTable {
    table(
      "school_staff", ["school_id", "id", "account_id", "name", "role", "created_at", "updated_at"],
      DemonstrationStaff.allCases
    ) { [created] person, text in
      text.appendRow(Self.schoolID, person.id, person.accountID, person.name, person.role, created, created)
    }
  }

  private var schoolStaffClassesTable: SampleTable {
    table(
      "school_staff_classes", ["school_id", "id", "staff_id", "account_id", "class_id"],
      DemonstrationStaff.allCases.filter { $0.taughtClass != nil }
    ) { person, text in
      text.appendRow(
        Self.schoolID, Self.key(.staffClass, person.rawValue), person.id, person.accountID, person.taughtClass?.id)
    }
  }

  /// Omar Nasser came with the first one; the school looks for another teacher of the Owls.
  private var invitations: [Invitation] {
    [
      Invitation(role: "TEACHER", schoolClass: .foxes, expires: -30, isUsed: true),
      Invitation(role: "DISPATCHER", schoolClass: nil, expires: -20, isRevoked: true),
      Invitation(role: "TEACHER", schoolClass: .owls, expires: SampleFamilies.sessionDays),
    ]
  }

  private var staffInvitationsTable: SampleTable {
    let made = Moment(referenceDay.adding(days: -40), offset: 16 * Moment.hour)
    let ended = Moment(referenceDay.adding(days: -35), offset: 16 * Moment.hour)
    return table(
      "staff_invitations",
      ["school_id", "id", "role", "class_ids", "expires_at", "used_at", "revoked_at", "created_at", "updated_at"],
      Array(invitations.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, invitation) = numbered
      text.appendRow(
        Self.schoolID, Self.key(.staffInvitation, index + 1), invitation.role,
        "{\(invitation.schoolClass.map { $0.id.description } ?? "")}",
        Moment(referenceDay.adding(days: invitation.expires)), invitation.isUsed ? ended : nil,
        invitation.isRevoked ? ended : nil, made, invitation.isUsed || invitation.isRevoked ? ended : made)
    }
  }

  /// No code is known to hash to zeros: these invitations cannot be used.
  private var staffInvitationCodesTable: SampleTable {
    table("staff_invitation_codes", ["school_id", "invitation_id", "code_hash"], Array(invitations.indices)) { index, text in
      text.appendRow(
        Self.schoolID, Self.key(.staffInvitation, index + 1), "\\x" + String(repeating: "00", count: 32))
    }
  }

  /// The dispatcher was in a family once.
  private var endedMembershipsTable: SampleTable {
    table(
      "ended_memberships", ["account_id", "id", "family_name", "reason", "ended_by", "created_at"], [DemonstrationStaff.dispatcher]
    ) { [created] person, text in
      text.appendRow(person.accountID, Self.key(.endedMembership, 1), "Whitfield", "REMOVED", "Joan Whitfield", created)
    }
  }

  private var schoolFamiliesTable: SampleTable {
    table("school_families", ["family_id", "school_id", "created_at"], [Self.id]) { [created] family, text in
      text.appendRow(family, Self.schoolID, created)
    }
  }
}
