import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Albums of a school and their pictures (TT-10).
@Suite struct AlbumTests {
  private func album(_ title: String, _ fields: String = "", as viewer: AccountViewer, in ground: PostGround) async throws -> JSONValue {
    try await ground.ask(
      #"mutation { createSchoolAlbum(input: {schoolId: "\#(PostGround.school)", title: "\#(title)"\#(fields)}) { schoolAlbum { id } } }"#,
      as: viewer)
  }

  private func id(_ answer: JSONValue) throws -> String {
    try #require(answer.at("data", "createSchoolAlbum", "schoolAlbum", "id")?.string, "\(answer)")
  }

  private func add(_ files: [UUIDValue], to album: String, as viewer: AccountViewer, in ground: PostGround) async throws -> JSONValue {
    let pictures = files.map { #"{fileId: "\#($0)", caption: "C"}"# }.joined(separator: ", ")
    return try await ground.ask(
      #"mutation { addSchoolPictures(input: {albumId: "\#(album)", pictures: [\#(pictures)]}) { schoolAlbum { pictures { id caption file { id } } } } }"#,
      as: viewer)
  }

  private func pictures(_ answer: JSONValue) throws -> [(id: String, file: String)] {
    let list = try #require(answer.at("data", "addSchoolPictures", "schoolAlbum", "pictures")?.array, "\(answer)")
    return try list.map { (try #require($0.at("id")?.string), try #require($0.at("file", "id")?.string)) }
  }

  /// The pictures of all albums, in lists and by filters.
  private func seen(as viewer: AccountViewer, in ground: PostGround) async throws -> [String] {
    let answer = try await ground.ask(
      "{ schools { albums { pictures { file { id } } named: pictures(where: {caption: {eq: \"C\"}}) { file { id } } } } }", as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    let albums = (answer.at("data", "schools")?.array ?? []).flatMap { $0.at("albums")?.array ?? [] }
    func files(_ name: String) -> [String] {
      albums.flatMap { $0.at(.key(name))?.array ?? [] }.compactMap { $0.at("file", "id")?.string }
    }
    #expect(files("pictures") == files("named"))
    return files("pictures")
  }

  @Test func `Staff make albums, and their audience sees them`() async throws {
    try await PostGround.run("albums") { ground in
      #expect(code(try await album("a", as: ground.teacher, in: ground)) == "FORBIDDEN")
      #expect(code(try await album("a", as: ground.dispatcher, in: ground)) == "FORBIDDEN")
      #expect(code(try await album("a", as: ground.parent, in: ground)) == "FORBIDDEN")
      #expect(code(try await album("a", as: try await ground.outsider(), in: ground)) == "NOT_FOUND")
      let owls = try id(try await album("owls", #", classIds: ["\#(PostGround.owls)"], date: "2026-09-07""#, as: ground.teacher, in: ground))
      _ = try id(try await album("all", as: ground.administrator, in: ground))
      func titles(_ viewer: AccountViewer) async throws -> Set<String> {
        let answer = try await ground.ask("{ schools { albums { title } } }", as: viewer)
        let schools = answer.at("data", "schools")?.array ?? []
        return Set(schools.flatMap { $0.at("albums")?.array ?? [] }.compactMap { $0.at("title")?.string })
      }
      for viewer in [ground.parent, ground.neighbour, ground.teacher, ground.dispatcher, ground.administrator] {
        #expect(try await titles(viewer) == ["owls", "all"])
      }
      #expect(try await titles(ground.otherTeacher) == ["all"])
      #expect(try await titles(try await ground.student()) == ["all"])
      let look = #"{ schoolAlbum(id: "\#(owls)") { date classIds grades } }"#
      #expect(try await ground.ask(look, as: ground.neighbour).at("data", "schoolAlbum", "date")?.string == "2026-09-07")
      #expect(try await ground.ask(look, as: ground.otherTeacher).at("data", "schoolAlbum") == .null)
    }
  }

  @Test func `Pictures are files of the school that the viewer sent or reads, each once`() async throws {
    try await PostGround.run("pictures_of_albums") { ground in
      let owls = try id(try await album("owls", #", classIds: ["\#(PostGround.owls)"]"#, as: ground.teacher, in: ground))
      let (own, document, theirs) = (
        try await ground.file(of: ground.teacher), try await ground.file("DOCUMENT", of: ground.teacher),
        try await ground.file(of: ground.administrator)
      )
      #expect(code(try await add([own], to: owls, as: ground.dispatcher, in: ground)) == "FORBIDDEN")
      #expect(code(try await add([own], to: owls, as: ground.parent, in: ground)) == "FORBIDDEN")
      #expect(code(try await add([own], to: owls, as: ground.otherTeacher, in: ground)) == "NOT_FOUND")
      #expect(code(try await add([], to: owls, as: ground.teacher, in: ground)) == "BAD_USER_INPUT")
      #expect(code(try await add([own, document], to: owls, as: ground.teacher, in: ground)) == "BAD_USER_INPUT")
      #expect(code(try await add([own, theirs], to: owls, as: ground.teacher, in: ground)) == "NOT_FOUND")
      #expect(try await seen(as: ground.neighbour, in: ground) == [])
      #expect(try pictures(try await add([own], to: owls, as: ground.teacher, in: ground)).map(\.file) == [own.description])
      #expect(try pictures(try await add([own], to: owls, as: ground.teacher, in: ground)).count == 1)
      // The teacher reads the administrator's picture in another album.
      let all = try id(try await album("all", as: ground.administrator, in: ground))
      _ = try pictures(try await add([theirs], to: all, as: ground.administrator, in: ground))
      #expect(try pictures(try await add([theirs], to: owls, as: ground.teacher, in: ground)).count == 2)
      #expect(Set(try await seen(as: ground.neighbour, in: ground)) == [own.description, theirs.description])
    }
  }

  @Test func `A hidden or reported picture is told by nothing`() async throws {
    try await PostGround.run("hidden_pictures") { ground in
      let all = try id(try await album("all", as: ground.administrator, in: ground))
      let file = try await ground.file(of: ground.administrator)
      let picture = try #require(try pictures(try await add([file], to: all, as: ground.administrator, in: ground)).first).id
      func opens(_ viewer: AccountViewer) async throws -> Bool { try await ground.opens(file, "SCHOOL_PICTURE", picture, as: viewer) }
      func expect(_ sees: Bool, _ viewer: AccountViewer, _ place: Int = #line) async throws {
        #expect(try await seen(as: viewer, in: ground) == (sees ? [file.description] : []), "\(place)")
        #expect(try await opens(viewer) == sees, "\(place)")
        let node = try await ground.ask(#"{ node(id: "\#(picture)") { id } }"#, as: viewer).at("data", "node", "id")?.string
        #expect((node == picture) == sees, "\(place)")
      }
      for viewer in [ground.parent, ground.neighbour, ground.teacher, ground.dispatcher, try await ground.student()] {
        try await expect(true, viewer)
      }
      #expect(code(try await ground.act("approvePost", picture, as: ground.administrator)) == "NOT_FOUND")
      // A parent's child is in it: it is hidden until staff decide.
      let report = try await ground.ask(
        #"mutation { report(input: {subjectId: "\#(picture)", reason: CHILD_IN_PICTURE}) { id } }"#, as: ground.parent)
      let reported = try #require(report.at("data", "report", "id")?.string, "\(report)")
      #expect(try await ground.state(of: "school_pictures", picture) == "HIDDEN")
      for viewer in [ground.parent, ground.neighbour, try await ground.student()] { try await expect(false, viewer) }
      try await expect(true, ground.administrator)
      let decided = try await ground.ask(
        #"mutation { decideReport(input: {id: "\#(reported)", action: KEEP}) { report { state } } }"#, as: ground.administrator)
      #expect(decided.at("errors") == nil, "\(decided)")
      try await expect(true, ground.neighbour)
      try await expect(false, ground.parent)
      #expect(code(try await ground.act("removeContent", picture, #", reason: "r""#, as: ground.administrator)) == nil)
      for viewer in [ground.neighbour, ground.teacher, ground.dispatcher] { try await expect(false, viewer) }
      try await expect(true, ground.administrator)
      // An album with a removed picture stays as long as the picture does.
      let delete = #"mutation { deleteSchoolAlbum(input: {id: "\#(all)"}) { id } }"#
      #expect(code(try await ground.ask(delete, as: ground.administrator)) == "CONFLICT")
      try await ground.database.run("UPDATE school_pictures SET removed_at = now() - interval '91 days' WHERE state = 'REMOVED'")
      try await ground.database.forgetContent()
      #expect(try await ground.state(of: "school_pictures", picture) == nil)
      #expect(code(try await ground.ask(delete, as: ground.administrator)) == nil)
      #expect(try await ground.database.run("SELECT FROM files WHERE unused_since IS NULL AND id = \(bind: .uuid(file))").count == 0)
    }
  }

  /// Every action in every state by every actor, as the written table has it. Pictures are never PENDING or REJECTED.
  @Test func `Each action, state and actor has its outcome on pictures`() async throws {
    try await PostGround.run("table_of_pictures") { ground in
      let actors: [(name: ContentAction.Actor, viewer: AccountViewer)] = [
        (.author, ground.teacher), (.administrator, ground.administrator), (.other, ground.neighbour),
      ]
      let mutations: [(action: ContentAction, mutation: String, fields: String)] = [
        (.hide, "hideContent", #", reason: "r""#), (.show, "showContent", ""), (.remove, "removeContent", #", reason: "r""#),
        (.appeal, "appealContent", #", text: "t""#), (.restore, "decideAppeal", ", restores: true"),
        (.dismiss, "decideAppeal", ", restores: false"),
      ]
      let owls = try id(try await album("owls", #", classIds: ["\#(PostGround.owls)"]"#, as: ground.teacher, in: ground))
      for state in [ContentState.published, .hidden, .removed] {
        for actor in actors {
          for (action, mutation, fields) in mutations {
            let file = try await ground.file(of: ground.teacher)
            let added = try pictures(try await add([file], to: owls, as: ground.teacher, in: ground))
            let picture = try #require(added.first { $0.file == file.description }).id
            try await ground.database.run(
              """
              UPDATE school_pictures SET state = \(bind: .text(state.rawValue)), \
              removed_at = \(unescaped: state == .removed ? "now()" : "NULL") WHERE id = \(bind: .uuid(try #require(UUIDValue(picture))))
              """)
            let answer = try await ground.act(mutation, picture, fields, as: actor.viewer)
            let left = try await ground.state(of: "school_pictures", picture)
            let place = "\(mutation) of \(state) by \(actor.name): \(answer)"
            // The author of a picture teaches the class: it moderates it, too.
            let outcomes = [actor.name] + (actor.name == .author ? [.moderator] : [])
            guard ContentTable.isSeen(in: state, by: actor.name) else {
              #expect(code(answer) == "NOT_FOUND" && left == state.rawValue, "\(place)")
              continue
            }
            switch outcomes.lazy.compactMap({ ContentTable.outcome(of: action, in: state, by: $0) }).first {
            case nil: #expect(code(answer) == "FORBIDDEN" && left == state.rawValue, "\(place)")
            case .move(let new)?: #expect(code(answer) == nil && left == new.rawValue, "\(place)")
            case .amend?, .unchanged?: #expect(code(answer) == nil && left == state.rawValue, "\(place)")
            case .conflict?: #expect(code(answer) == "CONFLICT" && left == state.rawValue, "\(place)")
            case .gone?, .notFound?: Issue.record("\(place)")
            }
            try await ground.database.run("DELETE FROM school_pictures")
          }
        }
      }
    }
  }

  @Test func `People see the pictures of staff and parents, and none of students`() async throws {
    try await PostGround.run("people") { ground in
      func picture(_ account: UUIDValue) async throws -> UUIDValue {
        let id = UUIDValue.random()
        try await ground.database.run(
          """
          INSERT INTO files (
            home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes, unused_since)
          VALUES (\(bind: .uuid(account)), \(bind: .uuid(id)), \(bind: .uuid(account)), 'f', 'image/png', 'PICTURE', 1, sha256('p'), 1, 1,
            1, 1, now())
          """)
        try await ground.database.run("UPDATE accounts SET picture_id = \(bind: .uuid(id)) WHERE id = \(bind: .uuid(account))")
        return id
      }
      let leo = try await ground.student()
      try await ground.database.run("UPDATE schools SET approves_posts = false")
      var files: [String: UUIDValue] = [:]
      for (text, viewer) in [("staff", ground.administrator), ("parent", ground.neighbour), ("student", leo)] {
        files[text] = try await picture(viewer.accountID)
        #expect(code(try await ground.write(text, as: viewer)) == nil)
      }
      func seen(_ viewer: AccountViewer) async throws -> [String: (person: String, file: String)] {
        let answer = try await ground.ask("{ schools { posts { text author { id picture { id url } } } } }", as: viewer)
        #expect(answer.at("errors") == nil, "\(answer)")
        let posts = (answer.at("data", "schools", 0, "posts")?.array ?? [])
        return posts.reduce(into: [:]) { known, post in
          guard let text = post.at("text")?.string, let file = post.at("author", "picture", "id")?.string else { return }
          known[text] = (post.at("author", "id")?.string ?? "", file)
        }
      }
      for viewer in [ground.parent, ground.dispatcher, leo] {
        #expect(try await seen(viewer).mapValues(\.file) == files.filter { $0.key != "student" }.mapValues(\.description))
      }
      let person = try #require(try await seen(ground.parent)["parent"]).person
      let file = try #require(files["parent"])
      #expect(try await ground.opens(file, "SCHOOL_PERSON", person, as: ground.parent))
      #expect(try await ground.opens(file, "SCHOOL_PERSON", person, as: try await ground.outsider()) == false)
      // The picture ends with the last enrolment.
      try await ground.database.run(
        """
        UPDATE enrolments SET state = 'ENDED', ended_at = now(), staff_school_id = NULL, class_id = NULL \
        WHERE family_id = \(bind: .uuid(try #require(ground.neighbour.membership).familyID))
        """)
      #expect(try await ground.opens(file, "SCHOOL_PERSON", person, as: ground.parent) == false)
      #expect(Set(try await seen(ground.parent).keys) == ["staff"])
      let shown = try await ground.database.run("SELECT people_school_ids::text FROM files WHERE id = \(bind: .uuid(file))")
      #expect(shown.text(row: 0, column: 0) == "{}")
    }
  }
}
