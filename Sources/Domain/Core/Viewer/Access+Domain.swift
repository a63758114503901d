package import Planning
import SQL

/// The access rules of the school, each in one place: fields name them, nothing else decides.
extension Access where Viewer == Domain.Viewer {
  /// Everyone, with or without a token.
  package static var anyone: Access { Access("anyone") { _ in .allowed } }

  /// Everyone with a valid token, in a family or not.
  package static var signedIn: Access { withToken("signedIn") }

  /// The members of the family that the row belongs to. The row scope decides that the row is theirs: an account without a
  /// family has no rows. The rule itself is `signedIn` under the name that the access matrix shows.
  package static var family: Access { withToken("family") }

  /// The people of the school that the row belongs to: the row scope decides, as for `family`.
  package static var schoolPeople: Access { withToken("schoolPeople") }

  /// The staff of the class or the school that the row belongs to: the row scope decides.
  package static var staff: Access { withToken("staff") }

  /// The administrators of a school, for fields of the school itself. The places of the account decide, which no plan knows.
  package static var administrators: Access {
    Access("administrators", admitted: "administrators of the school") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .account, .parent, .student: .rows { school in "\(school["id"]) = ANY (\(school.viewer(.administeredSchoolIDs)))" }
      case .reader: .refused
      }
    }
  }

  /// The administrators of a school and the teachers of its classes, for fields of the school itself: they answer its tickets.
  package static var deskStaff: Access {
    Access("deskStaff", admitted: "administrators and teachers of the school") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .account, .parent, .student:
        .rows { school in
          """
          (\(school["id"]) = ANY (\(school.viewer(.administeredSchoolIDs))) OR EXISTS (SELECT 1 FROM school_classes taught \
          WHERE taught.school_id = \(school["id"]) AND taught.id = ANY (\(school.viewer(.staffClassIDs)))))
          """
        }
      case .reader: .refused
      }
    }
  }

  private static func withToken(_ name: String) -> Access {
    Access(name) { viewer in
      switch viewer {
      // The token of a card reader is no session.
      case .anonymous, .reader: .unauthenticated
      case .account, .parent, .student: .allowed
      }
    }
  }

  /// The card reader of the school that the row belongs to: the row scope decides.
  package static var reader: Access {
    Access("reader") { viewer in
      switch viewer {
      case .anonymous, .account, .parent, .student: .unauthenticated
      case .reader: .allowed
      }
    }
  }

  /// The card readers of schools, for what they do.
  package static var readers: Access {
    Access("readers", admitted: "card readers") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .reader: .allowed
      case .account, .parent, .student: .refused
      }
    }
  }

  /// Everyone who is in a family, for what is done in it.
  package static var members: Access {
    Access("members", admitted: "members of a family") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .parent, .student: .allowed
      case .account, .reader: .refused
      }
    }
  }

  /// The parents of the family, and its students for rows of their own. For mutations: the field admits the student,
  /// and ``Ownership`` compares the row that is written.
  package static var parentsAndOwner: Access {
    Access("parentsAndOwner", admitted: "members of a family") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .parent, .student: .allowed
      case .account, .reader: .refused
      }
    }
  }

  /// The parents of the family, and its students for rows that they keep, which ``Keeping`` compares.
  package static var parentsAndKeeper: Access {
    Access("parentsAndKeeper", admitted: "members of a family") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .parent, .student: .allowed
      case .account, .reader: .refused
      }
    }
  }

  /// The parents of the family, and its student while there is no parent, which the mutation checks.
  package static var parentsOrSoleStudent: Access {
    Access("parentsOrSoleStudent", admitted: "members of a family") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .parent, .student: .allowed
      case .account, .reader: .refused
      }
    }
  }

  /// The students of the family.
  package static var students: Access {
    Access("students", admitted: "students") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .student: .allowed
      case .account, .parent, .reader: .refused
      }
    }
  }

  /// The parents of the family.
  package static var parents: Access {
    Access("parents", admitted: "parents") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .parent: .allowed
      case .account, .student, .reader: .refused
      }
    }
  }

  /// Everyone with a valid token but students. For changes of bookings by their provider: the row scope decides whose they are.
  package static var providers: Access {
    Access("providers", admitted: "providers") { viewer in
      switch viewer {
      case .anonymous, .reader: .unauthenticated
      case .account, .parent: .allowed
      case .student: .refused
      }
    }
  }

  /// The parents of the family, and the member whose row it is.
  package static var parentsOrSelf: Access {
    Access("parentsOrSelf") { viewer in
      switch viewer {
      case .anonymous: .unauthenticated
      case .parent: .allowed
      case .account, .reader: .refused
      case .student: .rows { member in "\(member["id"]) = \(member.viewer(.memberID))" }
      }
    }
  }
}
