import GraphQL
import Domain
import TestSupport
import Testing

/// Every mutation by itself locks versions, and counts of attempts by kind, in one order, which the table of `LockOrder` states. A
/// deadlock of two that do not happens once in a thousand times; the trace shows the order each time. A kind is locked by id in
/// one call of a function: two calls come to the ids in no order.
struct LockTraceTests {
  /// Mutations that the family of the walk has no row for in the right state, or for the first of its people.
  private static let refused: Set = [
    "acceptGroupInvitation", "acceptTerms", "addSchoolPictures", "appealContent", "blockPerson", "changeAddress",
    "changePassword", "checkInByCard", "completeBooking", "confirmAddress", "confirmPassword", "confirmPickups", "decideAppeal",
    "deleteCourse", "deleteGradeScale", "deleteGroupComment", "deleteSchoolClass", "deleteSchoolPost", "deleteSchoolYear",
    "deleteSubject", "deleteUpload", "deleteWeightGroup", "linkApple", "linkProvider", "markClassMessagesRead",
    "markConversationRead", "recordSchoolAttendance", "registerStaffDevice", "rejectPost", "reopenDismissal",
    "report", "resetPassword", "sendMessage", "signIn", "signInWithProvider", "unlinkSignIn", "updateGroupComment",
    "updateSchoolPost", "updateShoppingList",
  ]
  /// Tables of a few rows, whatever number of families there is; and that of the trace itself.
  private static let small: Set = ["directory_versions", "published_terms", "push_senders", "version_epochs", "traced_locks"]
  /// In the order of `LockOrder`.
  private static let versions = [
    "account_versions", "directory_versions", "CLASS", "SCHOOL", "GROUP_DIRECTORY", "AUDIENCE", "ADMINISTRATION",
  ]
  /// Those that functions lock by id, of which each kind is locked in one call.
  private static let versionsOfCalls = ["account_versions", "CLASS", "SCHOOL", "GROUP_DIRECTORY", "AUDIENCE"]
  /// Without that of the administration, which a deferred trigger bumps at the end.
  private static let versionsBeforeEnd = versions.dropLast()

  @Test func `Each change locks versions by kind and id, counts attempts before them all or after, and reads by index`() async throws {
    // A trace is of changes: a nested loop changes rows in the order in which it locks them, other joins lock all of them first.
    let settings = ["enable_hashjoin = off", "enable_mergejoin = off"]
    let ground = try await ContentionGround("lock_trace", try ContentionTests.apple.get(), try Schema.domain(), settings: settings)
    try await ground.noteLocks()
    // Mutations by a kind of attempts, and whether it was counted after a version was locked.
    var counted: [String: [Bool: [String]]] = [:]
    var traced = 0
    for change in ContendingChange.all {
      let name = change.testDescription
      let (trace, errors) = try await ground.run(change)
      #expect(errors.isEmpty != Self.refused.contains(name), "\(name): \(errors)")
      if !trace.rows.isEmpty { traced += 1 }
      for (index, later) in Self.versions.enumerated() {
        for earlier in Self.versions[..<index] { #expect(!trace.has(earlier, after: later), "\(name): \(trace)") }
      }
      for kind in Self.versionsOfCalls {
        let calls = trace.calls[kind] ?? []
        #expect(calls.count <= 1, "\(name): \(kind) by \(calls)")
      }
      for kind in trace.attempts {
        for isAfter in [true, false]
        where Self.versionsBeforeEnd.contains(where: { isAfter ? trace.has(kind, after: $0) : trace.has($0, after: kind) }) {
          counted[kind, default: [:]][isAfter, default: []].append(name)
        }
      }
    }
    for (kind, sides) in counted where sides.count > 1 {
      Issue.record("\(kind) after versions: \(sides[true] ?? []), and before: \(sides[false] ?? [])")
    }
    #expect(traced > 100)
    let scans = try await ground.end()
    #expect(scans.counts.filter { !Self.small.contains($0.key) } == [:])
    #expect(scans.counts["traced_locks"] != nil)
  }
}
