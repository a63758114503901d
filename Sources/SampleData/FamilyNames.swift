/// The names of the people of one family: one surname, and no given name twice.
struct FamilyNames {
  private let parentCount: Int
  private let surname: String
  private let pattern: Int
  private let parents: StridedOrder
  private let students: StridedOrder

  init(parentCount: Int, using generator: SplitMix64) {
    var generator = generator
    self.parentCount = parentCount
    surname = generator.draw(from: Self.surnames)
    pattern = generator.draw(below: 4)
    parents = StridedOrder(count: Self.parentNames.count, using: &generator)
    students = StridedOrder(count: Self.studentNames.count, using: &generator)
  }

  /// The family's own name: some families name themselves as a school.
  var household: String {
    switch pattern {
    case 0: "\(surname) Academy"
    case 1: "The \(surname) Family"
    default: surname
    }
  }

  func fullName(of person: Int) -> String {
    "\(givenName(of: person)) \(surname)"
  }

  /// The part of an e-mail address before the `@`, for example `noemi.obrien`: ASCII letters only.
  func mailbox(of person: Int) -> String {
    "\(Self.folded(givenName(of: person))).\(Self.folded(surname))"
  }

  private func givenName(of person: Int) -> String {
    person < parentCount
      ? Self.parentNames[parents[person]] : Self.studentNames[students[person - parentCount]]
  }

  private static func folded(_ name: String) -> String {
    var letters = String.UnicodeScalarView()
    for scalar in name.lowercased().unicodeScalars {
      switch scalar {
      case "a"..."z": letters.append(scalar)
      case "á", "ä", "å": letters.append("a")
      case "é", "è", "ë": letters.append("e")
      case "í": letters.append("i")
      case "ó", "ö", "ø": letters.append("o")
      case "ü": letters.append("u")
      case "ñ", "ń": letters.append("n")
      case "ł": letters.append("l")
      default: break
      }
    }
    return String(letters)
  }
}

extension FamilyNames {
  private static let surnames = [
    "Abernathy", "Achebe", "Adeyemi", "Ahmed", "Åkesson", "Anderson", "Bauer", "Bennett", "Brooks",
    "Carter", "Castillo", "Chen", "Choi", "Cohen", "Cooper", "Dang", "Delgado", "Diaz", "Dubois", "Edwards",
    "Evans", "Fischer", "Flores", "Foster", "García", "Goldberg", "Gómez", "Gupta", "Haddad", "Hansen",
    "Hernández", "Hughes", "Ibrahim", "Ito", "Jackson", "Jensen", "Johnson", "Kaur", "Kim", "Kowalski",
    "Larsen", "Lee", "López", "Martin", "McAllister", "Mensah", "Mitchell", "Müller", "Nakamura", "Nguyen", "Novak",
    "Núñez", "O'Brien", "Okafor", "Olsen", "Ortiz", "Park", "Patel", "Pereira", "Petrov", "Quinn", "Ramirez",
    "Reed", "Robinson", "Rossi", "Sanders", "Schröder", "Silva", "Singh", "Smith", "Sørensen", "Sullivan",
    "Tanaka", "Thompson", "Torres", "Tran", "Turner", "Vargas", "Walker", "Washington", "Weber", "Williams",
    "Wójcik", "Wong", "Wright", "Yamamoto", "Young", "Zhang", "Zimmermann",
  ]

  private static let parentNames = [
    "Aaron", "Amara", "Andrea", "Anjali", "Benjamin", "Brian", "Carlos", "Caroline", "Daniel", "Dana",
    "Deborah", "Elena", "Emeka", "Erin", "Farah", "Gabriel", "Grace", "Hannah", "Ingrid", "Isaac", "James",
    "Jennifer", "Jorge", "Julia", "Karen", "Keisha", "Kenji", "Laura", "Luis", "Marcus", "María", "Mei",
    "Michael", "Naomi", "Nathan", "Olga", "Omar", "Patrick", "Priya", "Rachel", "René", "Robert", "Ruth",
    "Samuel", "Sarah", "Stephen", "Tamika", "Thomas", "Victoria", "Wei", "Yusuf",
  ]

  private static let studentNames = [
    "Abigail", "Adele", "Aiden", "Alice", "Amelia", "Anika", "Asher", "Ava", "Beatrix", "Caleb", "Chloé",
    "Clara", "Daisy", "David", "Eleanor", "Eli", "Emma", "Ethan", "Ezra", "Felix", "Fiona", "Freya",
    "Gideon", "Hazel", "Henry", "Imani", "Iris", "Isla", "Jack", "Jonah", "José", "Josephine", "Kai", "Layla", "Leila",
    "Liam", "Lucas", "Lucy", "Maya", "Mateo", "Micah", "Nadia", "Noah", "Noémi", "Nora", "Oliver", "Owen",
    "Penelope", "Ravi", "Rosa", "Ruby", "Silas", "Simon", "Sofía", "Sophie", "Theo", "Violet", "Willa", "Zara",
  ]
}
