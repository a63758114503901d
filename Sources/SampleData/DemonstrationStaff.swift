package import SQL

/// The staff of the demonstration school, each with an account of its own. The raw values are the numbers in their keys.
package enum DemonstrationStaff: Int, CaseIterable, Sendable {
  case administrator = 1, dispatcher, teacher, otherTeacher

  package var name: String {
    switch self {
    case .administrator: "Hannah Osei"
    case .dispatcher: "Daniel Whitfield"
    case .teacher: "Thea Becker"
    case .otherTeacher: "Omar Nasser"
    }
  }

  /// `school_staff.role`.
  package var role: String {
    switch self {
    case .administrator: "ADMINISTRATOR"
    case .dispatcher: "DISPATCHER"
    case .teacher, .otherTeacher: "TEACHER"
    }
  }

  var email: String {
    switch self {
    case .administrator: "hannah@hill.example.com"
    case .dispatcher: "daniel@hill.example.com"
    case .teacher: "thea@hill.example.com"
    case .otherTeacher: "omar@hill.example.com"
    }
  }

  /// The class that a teacher has.
  package var taughtClass: DemonstrationClass? {
    switch self {
    case .administrator, .dispatcher: nil
    case .teacher: .owls
    case .otherTeacher: .foxes
    }
  }

  /// `school_staff.id`.
  package var id: UUIDValue { DemonstrationFamily.key(.staffMember, rawValue) }

  /// The id among the people of the school, as `audience_key` gives it.
  package var personID: UUIDValue? {
    switch self {
    case .administrator: UUIDValue("2b79aa3b-63b5-4924-bd0f-3a07d5f2eccd")
    case .dispatcher: UUIDValue("3128b906-dfcd-31a1-444d-362e4366fd5c")
    case .teacher: UUIDValue("33f45d3b-5be3-3e62-a67a-73eb5be9ae8d")
    case .otherTeacher: UUIDValue("cf428ff9-6fdd-b0d6-09ff-28fa6b9cbbe8")
    }
  }
  /// After the accounts of the family and of the joining person.
  package var accountID: UUIDValue { DemonstrationFamily.key(.account, 6 + rawValue) }
  package var sessionID: UUIDValue { DemonstrationFamily.key(.session, 6 + rawValue) }
}

/// The classes of the demonstration school. The raw values are the numbers in their keys.
package enum DemonstrationClass: Int, CaseIterable, Sendable {
  case owls = 1, foxes

  package var name: String {
    switch self {
    case .owls: "Owls"
    case .foxes: "Foxes"
    }
  }

  var grade: String {
    switch self {
    case .owls: "2"
    case .foxes: "5"
    }
  }

  package var id: UUIDValue { DemonstrationFamily.key(.schoolClass, rawValue) }
}
