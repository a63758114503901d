package import SQL

/// The posts of Hill School and their comments, a report, and what the parents have hidden from themselves.
extension DemonstrationFamily {
  /// A post of the administrator for all.
  package static let postID = key(.schoolPost, 1)
  /// The report that staff have not decided.
  package static let openReportID = key(.schoolReport, 1)
  /// An album for all.
  package static let albumID = key(.schoolAlbum, 1)

  /// A side of somebody at Hill School. The ids are those that `audience_key` gives there.
  private struct Author: Sendable {
    let id: UUIDValue?
    let name: String
    let kind: String

    static func staff(_ person: DemonstrationStaff) -> Author { Author(id: person.personID, name: person.name, kind: "STAFF") }

    static let elena = Author(id: UUIDValue("3805a866-6c97-471c-9018-3f4949326a2e"), name: "Elena Rivera", kind: "PARENT")
    static let mateo = Author(id: UUIDValue("cd9d913e-835e-0709-5574-4e457a0775c4"), name: "Mateo Rivera", kind: "PARENT")
    /// Ada is in no class there.
    static let ada = Author(id: UUIDValue("4f108b47-3155-dabb-b8b1-b3db4bc9cf18"), name: "Ada Rivera", kind: "STUDENT")
  }

  private struct Written: Sendable {
    let number: Int
    let author: Author
    let text: String
    var state = "PUBLISHED"
    var reason: String?
    var appeal: String?
    /// The number of the post of a comment, or of the album of a picture.
    var post = 0
    var leastAge: Int?
    var grades = "{}"
    var classes = "{}"
  }

  /// In the order of foreign keys: after those of enrolments, with which the people of the school come.
  var postTables: [SampleTable] {
    [
      schoolPostsTable, postPicturesTable, schoolCommentsTable, schoolAlbumsTable, schoolPicturesTable, schoolReportsTable,
      contentHidingsTable,
    ]
  }

  private var schoolPostsTable: SampleTable {
    table(
      "school_posts",
      [
        "school_id", "id", "author_id", "author_name", "author_kind", "grades", "class_ids", "state", "state_reason", "is_held", "appeal",
        "appealed_at", "removed_at", "text", "date", "least_age", "created_at", "updated_at",
      ],
      [
        Written(number: 1, author: .staff(.administrator), text: "The new library is open. Come and have a look."),
        Written(
          number: 2, author: .staff(.teacher), text: "We planted beans today.", leastAge: 6,
          classes: "{\(DemonstrationClass.owls.id)}"),
        Written(number: 3, author: .elena, text: "Who has a spare pair of rubber boots, size 30?", state: "PENDING"),
        Written(
          number: 4, author: .mateo, text: "Our garage sale is on Saturday.", state: "HIDDEN", reason: "No advertising, please.",
          appeal: "All of it is for the school.", grades: "{2}"),
        Written(number: 5, author: .mateo, text: "Buy our lamps!", state: "REMOVED", reason: "Advertising."),
      ]
    ) { [referenceDay] post, text in
      let made = Moment(referenceDay.adding(days: -3), offset: 15 * Moment.hour) + post.number * Moment.hour
      let decided = Moment(referenceDay.adding(days: -2), offset: 15 * Moment.hour)
      text.appendRow(
        Self.schoolID, Self.key(.schoolPost, post.number), post.author.id, post.author.name, post.author.kind, post.grades, post.classes,
        post.state, post.reason, "f", post.appeal, post.appeal == nil ? nil : decided, post.state == "REMOVED" ? decided : nil, post.text,
        post.number == 2 ? referenceDay.adding(days: -3) : nil, post.leastAge.map(String.init), made, made)
    }
  }

  private var postPicturesTable: SampleTable {
    table("school_post_pictures", ["school_id", "id", "file_id", "post_id", "created_at"], [2]) { [referenceDay] post, text in
      text.appendRow(
        Self.schoolID, Self.key(.postPicture, post), DemonstrationPicture.beans.id, Self.key(.schoolPost, post),
        Moment(referenceDay.adding(days: -3), offset: 18 * Moment.hour))
    }
  }

  private var schoolAlbumsTable: SampleTable {
    table(
      "school_albums", ["school_id", "id", "author_id", "title", "date", "grades", "class_ids", "created_at", "updated_at"],
      [
        Written(number: 1, author: .staff(.administrator), text: "The school's garden"),
        Written(number: 2, author: .staff(.teacher), text: "Our beans", classes: "{\(DemonstrationClass.owls.id)}"),
      ]
    ) { [referenceDay] album, text in
      let made = Moment(referenceDay.adding(days: -3), offset: 16 * Moment.hour)
      text.appendRow(
        Self.schoolID, Self.key(.schoolAlbum, album.number),
        (album.number == 1 ? DemonstrationStaff.administrator : .teacher).id, album.text, referenceDay.adding(days: -4), album.grades,
        album.classes, made, made)
    }
  }

  /// A picture of each album, of which staff have removed one. The database copies the audience.
  private var schoolPicturesTable: SampleTable {
    table(
      "school_pictures",
      [
        "school_id", "id", "album_id", "file_id", "author_id", "author_name", "author_kind", "state", "state_reason", "is_held", "appeal",
        "appealed_at", "removed_at", "text", "created_at", "updated_at",
      ],
      [
        Written(number: 1, author: .staff(.administrator), text: "The first beans.", post: 1),
        Written(
          number: 2, author: .staff(.teacher), text: "Mia's beans.", state: "REMOVED", reason: "It names a child.", appeal: "It names beans.",
          post: 2),
      ]
    ) { [referenceDay] picture, text in
      let made = Moment(referenceDay.adding(days: -3), offset: 17 * Moment.hour)
      text.appendRow(
        Self.schoolID, Self.key(.schoolPicture, picture.number), Self.key(.schoolAlbum, picture.post), DemonstrationPicture.beans.id, picture.author.id,
        picture.author.name, picture.author.kind, picture.state, picture.reason, "f", picture.appeal,
        picture.appeal == nil ? nil : made, picture.state == "REMOVED" ? made : nil, picture.text, made, made)
    }
  }

  /// The database copies the audience and the state of each post.
  private var schoolCommentsTable: SampleTable {
    table(
      "school_comments",
      [
        "school_id", "id", "post_id", "author_id", "author_name", "author_kind", "state", "state_reason", "is_held", "appeal",
        "appealed_at", "removed_at", "text", "created_at", "updated_at",
      ],
      [
        Written(number: 1, author: .elena, text: "Mia told us all about it.", post: 2),
        Written(number: 2, author: .staff(.teacher), text: "They are as high as a thumb by now.", post: 2),
        Written(
          number: 3, author: .mateo, text: "Beans are boring.", state: "HIDDEN", reason: "Be kind.", appeal: "I was joking.", post: 2),
        Written(number: 4, author: .mateo, text: "Lamps for sale.", state: "REMOVED", reason: "Advertising.", post: 1),
      ]
    ) { [referenceDay] comment, text in
      let made = Moment(referenceDay.adding(days: -2), offset: 15 * Moment.hour) + comment.number * Moment.hour
      text.appendRow(
        Self.schoolID, Self.key(.schoolComment, comment.number), Self.key(.schoolPost, comment.post), comment.author.id, comment.author.name,
        comment.author.kind, comment.state, comment.reason, "f", comment.appeal, comment.appeal == nil ? nil : made,
        comment.state == "REMOVED" ? made : nil, comment.text, made, made)
    }
  }

  private var schoolReportsTable: SampleTable {
    table(
      "school_reports",
      [
        "school_id", "id", "author_id", "author_kind", "grades", "class_ids", "subject_kind", "subject_id", "subject_by", "subject_text",
        "reason", "text", "state", "decided_by", "decided_at", "created_at", "updated_at",
      ], [false, true]
    ) { [referenceDay] isDecided, text in
      let made = Moment(referenceDay.adding(days: -2), offset: 20 * Moment.hour)
      text.appendRow(
        Self.schoolID, Self.key(.schoolReport, isDecided ? 2 : 1), Author.elena.id, "PARENT", "{}",
        isDecided ? "{\(DemonstrationClass.owls.id)}" : "{}", "COMMENT", Self.key(.schoolComment, isDecided ? 3 : 4), "Mateo Rivera",
        isDecided ? "Beans are boring." : "Lamps for sale.", isDecided ? "ABUSE" : "SPAM", isDecided ? nil : "Again!",
        isDecided ? "HIDDEN" : "OPEN", isDecided ? DemonstrationStaff.teacher.name : nil, isDecided ? made : nil, made, made)
    }
  }

  /// Elena has reported two comments, and blocked somebody who is not at the school any more.
  private var contentHidingsTable: SampleTable {
    table(
      "content_hidings", ["account_id", "id", "hidden_id", "cause", "own_id", "created_at"],
      [
        (Self.key(.schoolComment, 3), "REPORT", UUIDValue?.none), (Self.key(.schoolComment, 4), "REPORT", nil),
        (Author.ada.id ?? Self.key(.schoolComment, 4), "BLOCK", Author.elena.id),
      ].enumerated().map { (number: $0 + 1, hidden: $1.0, cause: $1.1, own: $1.2) }
    ) { [referenceDay] hiding, text in
      text.appendRow(
        DemonstrationPerson.elena.accountID, Self.key(.contentHiding, hiding.number), hiding.hidden, hiding.cause, hiding.own,
        Moment(referenceDay.adding(days: -2), offset: 20 * Moment.hour))
    }
  }
}
