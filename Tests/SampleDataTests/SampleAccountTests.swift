import SQL
import SampleData
import Testing

struct SampleAccountTests {
  let sample: SampleFamilies

  init() throws {
    sample = try SampleFamilies(count: 15, seed: 4)
  }

  @Test func `All accounts of all families are those of the tables`() throws {
    let accounts = (0..<sample.count).flatMap(sample.accounts(of:))
    let tables = sample.tables
    let strangers = try tables.rows("join_requests").map { try $0.required("account_id") }
    #expect(!strangers.isEmpty)
    #expect(
      Set(try tables.rows("accounts").map { try $0.required("id") })
        == Set(accounts.map(\.account.description) + strangers))
    try expectRows(of: accounts, in: tables)
  }

  @Test func `A family's first accounts are a parent's and a student's`() throws {
    for family in 0..<sample.count {
      let accounts = sample.accounts(of: family)
      let parent = sample.parentAccount(of: family)
      let student = try #require(sample.studentAccount(of: family))
      #expect(parent.role == .parent)
      #expect(student.role == .student)
      #expect(accounts.first == parent)
      #expect(accounts.first { $0.role == .student } == student)
      #expect(Set(accounts.map(\.family)) == [sample.familyID(family)])
    }
  }

  @Test func `A sample without students has no student's account`() throws {
    let sample = try SampleFamilies(count: 1, seed: 4, studentsPerFamily: 0)
    #expect(sample.studentAccount(of: 0) == nil)
    #expect(sample.accounts(of: 0).allSatisfy { $0.role == .parent })
  }

  @Test func `Keys of students and courses are those of the tables`() throws {
    let tables = sample.tables
    let students = try tables.rows("members").filter { try $0.required("role") == "STUDENT" }
    #expect(
      Set(try students.map { try $0.required("id") })
        == Set((0..<sample.count).flatMap(sample.studentIDs).map(\.description)))
    #expect(
      Set(try tables.rows("courses").map { try $0.required("id") })
        == Set((0..<sample.count).flatMap(sample.courseIDs).map(\.description)))
  }
}

/// Each account has its session and its member, as the tables have them.
func expectRows(of accounts: [SampleAccount], in tables: [SampleTable]) throws {
  let sessions = Set(try tables.rows("sessions").map { try ["account_id", "id"].map($0.required) })
  let members = Set(
    try tables.rows("members").map { row in
      try ["family_id", "id", "role", "name"].map(row.required) + [try row.optional("account_id") ?? ""]
    })
  for account in accounts {
    #expect(sessions.contains([account.account.description, account.session.description]))
    #expect(
      members.contains([
        account.family.description, account.member.description, account.role.rawValue, account.name,
        account.account.description,
      ]))
  }
}
