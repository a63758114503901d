import Planning
import SQL
import Domain
import Testing

struct MembershipCheckTests {
  /// The rows of the check's two statements: the scope's, then a row for each role; nil for null.
  private func answer(roles: [String?]) -> [Rows] {
    var scope = Rows(columns: [.text, .text])
    scope.append(nil)
    scope.append(nil)
    var check = Rows(columns: [.text])
    for role in roles {
      if let role {
        Array(role.utf8).withUnsafeBufferPointer { check.append($0) }
      } else {
        check.append(nil)
      }
    }
    return [scope, check]
  }

  @Test(
    "A token holds as long as its session lives and the role is still the one that it names",
    arguments: [
      (.parent, ["PARENT"], true), (.student, ["STUDENT"], true), (nil, [nil], true),
      (.parent, ["STUDENT"], false), (.student, ["PARENT"], false), (.parent, [nil], false),
      (.student, [nil], false), (nil, ["PARENT"], false), (nil, ["STUDENT"], false), (.parent, [], false),
      (.student, [], false), (nil, [], false), (.parent, ["PARENT", "PARENT"], false), (nil, [nil, nil], false),
      (.parent, ["parent"], false), (.parent, ["PARENTS"], false), (.parent, [""], false), (nil, [""], false),
    ] as [(Role?, [String?], Bool)])
  func holds(role: Role?, roles: [String?], holds: Bool) {
    #expect(MembershipCheck(of: .of(role)).holds(in: answer(roles: roles)) == holds)
  }

  @Test func `A token does not hold without an answer`() {
    let check = MembershipCheck(of: .of(nil))
    #expect(!check.holds(in: []))
    #expect(!check.holds(in: Array(answer(roles: [nil]).prefix(1))))
  }

  @Test func `Rows of other statements may follow`() {
    let rows = answer(roles: ["PARENT"]) + [Rows(columns: [.text])]
    #expect(MembershipCheck(of: .of(.parent)).holds(in: rows))
  }

  @Test func `The scope is set for the transaction, before it is needed`() {
    #expect(
      MembershipCheck(of: .of(.parent)).statements.first
        == Statement(
          text: "SELECT set_config('hatched.account_id', $1, true), set_config('hatched.family_id', $2, true)",
          binds: [.text(UUIDValue.key(1).description), .text(UUIDValue.key(3).description)]))
  }

  @Test func `Without a family the scope of families is unset`() {
    #expect(MembershipCheck(of: .of(nil)).statements.first?.binds.last == .text(""))
  }

  @Test func `The check names account, session, family and member`() {
    let statements = MembershipCheck(of: .of(.student)).statements
    #expect(statements.count == 2)
    #expect(statements.last?.binds == [.uuid(.key(1)), .uuid(.key(2)), .uuid(.key(3)), .uuid(.key(4))])
    #expect(MembershipCheck(of: .of(nil)).statements.last?.binds == [.uuid(.key(1)), .uuid(.key(2))])
  }

  @Test func `The text is the same for all members`() {
    let texts = [Role.parent, .student].map { MembershipCheck(of: .of($0)).statements.map(\.text) }
    #expect(Set(texts).count == 1)
  }

  @Test func `Without a family the check reads no table of families, and has the same columns`() {
    let scope = VersionScope([.version("REQUESTS")])
    let texts = [nil, Role.parent].compactMap { MembershipCheck(of: .of($0), reading: scope).statements.last?.text }
    #expect(["members", "family_versions", "pickup_guardians"].allSatisfy { !texts[0].contains($0) })
    #expect(texts[0].hasPrefix("SELECT NULL::text, now(), sessions.expires_at, false, epochs.epoch, own.stamp, NULL::uuid, NULL::uuid FROM"))
    #expect(texts[1].hasPrefix("SELECT members.role, now(), sessions.expires_at, EXISTS ("))
  }

  @Test func `A change sets its lock timeout with its scope, and locks in one statement`() {
    for role in [Role.parent, .student, nil] {
      let statements = MembershipCheck(of: .of(role)).lockingStatements(ending: .own)
      #expect(statements.count == 2)
      #expect(statements.first?.text.hasSuffix("set_config('lock_timeout', $3, true) END") == true)
      #expect(statements.first?.binds.last == .text("2000ms"))
      #expect(statements.last?.text == "SELECT lock_membership($1, $2, $3, $4, $5, $6)")
      #expect(statements.last?.binds.last == .text("OWN"))
    }
  }
}
