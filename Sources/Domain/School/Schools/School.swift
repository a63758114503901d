import Planning
import SQL

/// `School` (BG-03): seen by all its people.
enum School: WritableType {
  enum Column: String, ColumnName {
    case id
    case postsBy = "posts_by"
    case approvesPosts = "approves_posts"
  }

  static let rules = WriteRules(
    checkViolations: [
      "schools_place": (["latitude", "longitude"], "\"latitude\" and \"longitude\" stand together."),
      "schools_hours": (
        ["pickupFrom", "pickupUntil"], "\"pickupFrom\" and \"pickupUntil\" stand together, and the first is earlier."
      ),
      "schools_language": (["language"], "\"language\" must be the tag of a language, such as de or de-AT."),
    ])

  static let constraints: [ConstraintRule] = [
    .unreachable("schools_name", "the input has the same bounds"),
    .unreachable("schools_address", "the input has the same bounds"),
    .unreachable("schools_code", "the database makes the code"),
    .unreachable("schools_by_code", "the database makes the code, of 50 random bits"),
  ]

  static let entity = Entity<Viewer>(
    "School", table: "schools", scope: .ownSchools, visibility: .wholeScope,
    extent: .small, order: [.ascending("name")],
    stored: [
      .schoolPeople: [
        "id", "name", "address", "latitude", "longitude", "timeZone", "pickupFrom", "pickupUntil", "createdAt", "updatedAt",
        "version", "confirmsByRoll", "language", "parentsWriteToParents", "postsBy", "approvesPosts",
      ]
    ],
    resolvers: [
      "code": .expression(.text, access: .administrators) { school, _ in
        "substr(\(school["code"]), 1, 5) || '-' || substr(\(school["code"]), 6)"
      },
      "classes": .toMany(access: .schoolPeople),
      "staff": .toMany(access: .administrators),
      "staffInvitations": .toMany(access: .administrators),
      "disclosures": .toMany(access: .administrators),
    ])
}
