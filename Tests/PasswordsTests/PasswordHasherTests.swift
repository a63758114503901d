import Foundation
import Passwords
import SessionTokens
import Testing

@Suite struct PasswordHasherTests {
  private static let cheap = ScryptParameters(logarithm: 4, blockSize: 8, parallelism: 1)

  private func keys(_ secrets: String...) throws -> SecretKeys {
    try SecretKeys(secrets.map { Array("a secret of the tests, long enough, \($0)".utf8) })
  }

  private func password(_ text: String) throws -> Password { try #require(Password(text)) }

  @Test func `A hash matches its password, and no other`() async throws {
    let hasher = PasswordHasher(secrets: try keys("1"), parameters: Self.cheap, threads: 1)
    let hash = try await hasher.hash(try password("correct horse battery"))
    #expect(hash.hasPrefix("$scrypt$ln=4,r=8,p=1,k="))
    #expect(try await hasher.verify(try password("correct horse battery"), against: hash) == .matches(renewed: nil))
    #expect(try await hasher.verify(try password("correct horse batterx"), against: hash) == .differs)
    // Each has a salt of its own.
    #expect(try await hasher.hash(try password("correct horse battery")) != hash)
  }

  // A comparison that ends early or mixes up its operators takes one hash of some hundred for another.
  @Test func `None of thousands of wrong passwords matches`() async throws {
    let hasher = PasswordHasher(
      secrets: try keys("1"), parameters: ScryptParameters(logarithm: 1, blockSize: 1, parallelism: 1), threads: 1)
    let hash = try await hasher.hash(try password("correct horse battery"))
    for number in 1...4_000 {
      #expect(try await hasher.verify(try password("correct horse batter\(number)"), against: hash) == .differs)
    }
  }

  @Test func `Without an account no password matches, and text that is no hash is nobody's`() async throws {
    let hasher = PasswordHasher(secrets: try keys("1"), parameters: Self.cheap, threads: 1)
    for hash in [nil, "", "$scrypt$", "$scrypt$ln=40,r=8,p=1,k=a$AAAA$AAAA", "plain"] {
      #expect(try await hasher.verify(try password("any password at all"), against: hash) == .differs)
    }
    #expect(hasher.statistics.hashes >= 4)
  }

  @Test func `A password is the same however its letters are composed`() async throws {
    let hasher = PasswordHasher(secrets: try keys("1"), parameters: Self.cheap, threads: 1)
    let hash = try await hasher.hash(try password("caf\u{E9} au lait tous les jours"))
    #expect(try await hasher.verify(try password("cafe\u{301} au lait tous les jours"), against: hash) == .matches(renewed: nil))
    #expect(Password("") == nil)
    #expect(Password(String(repeating: "a", count: 1001)) == nil)
    #expect(try password("\u{1F40E}\u{1F40E}").characters == 2)
    let secret = try password("secret")
    #expect("\(secret)" == "Password" && Mirror(reflecting: secret).children.isEmpty)
  }

  @Test func `Parameters are raised, and another secret takes over, when the owner signs in`() async throws {
    let old = PasswordHasher(secrets: try keys("1"), parameters: Self.cheap, threads: 1)
    let given = try password("correct horse battery")
    let hash = try await old.hash(given)
    let new = PasswordHasher(
      secrets: try keys("2", "1"), parameters: ScryptParameters(logarithm: 5, blockSize: 8, parallelism: 1), threads: 1)
    guard case .matches(let renewed?) = try await new.verify(given, against: hash) else {
      Issue.record("the hash was not made anew")
      return
    }
    #expect(renewed.hasPrefix("$scrypt$ln=5,"))
    #expect(try await new.verify(given, against: renewed) == .matches(renewed: nil))
    #expect(try await new.verify(try password("correct horse batterx"), against: hash) == .differs)
    // A thief of the hash without the secret learns nothing from it, not even with the right password.
    let thief = PasswordHasher(secrets: try keys("3"), parameters: Self.cheap, threads: 1)
    #expect(try await thief.verify(given, against: hash) == .differs)
    #expect(try await PasswordHasher(secrets: try keys("2"), parameters: Self.cheap, threads: 1).verify(given, against: hash) == .differs)
  }

  @Test func `Few wait, and more are refused at once with a time`() async throws {
    let hasher = PasswordHasher(
      secrets: try keys("1"), parameters: ScryptParameters(logarithm: 12, blockSize: 8, parallelism: 1), threads: 1,
      maximumWaiting: 3)
    let given = try password("correct horse battery")
    let times = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          do throws(PasswordHasher.Busy) {
            _ = try await hasher.hash(given)
            return nil
          } catch {
            return error.retryAfter
          }
        }
      }
      var times: [Int] = []
      for await time in group { if let time { times.append(time) } }
      return times
    }
    #expect(times.count >= 20 - 4 - hasher.statistics.hashes && !times.isEmpty)
    #expect(times.allSatisfy { $0 >= 1 && $0 <= 60 })
    #expect(hasher.statistics.refused == times.count)
    #expect(hasher.statistics.hashes + times.count == 20)
    // There is room again.
    _ = try await hasher.hash(given)
  }

  @Test func `The threads of hashes give way to others, and have a share beside them`() async throws {
    let hasher = PasswordHasher(secrets: try keys("1"), parameters: Self.cheap, threads: 1)
    _ = try await hasher.hash(try password("correct horse battery"))
    var nice: [String: String] = [:]
    var policies: [String: String] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
      guard let stat = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8),
        let name = stat.split(separator: "(").last?.split(separator: ")").first
      else { continue }
      let values = stat.split(separator: ")")[1].split(separator: " ")
      // The values 19 and 41 of the line: see proc(5).
      nice[String(name)] = String(values[16])
      policies[String(name)] = String(values[38])
    }
    withExtendedLifetime(hasher) {}
    #expect(nice["passwords-1"] == "2", "\(nice.keys.sorted())")
    // SCHED_BATCH: see sched(7).
    #expect(policies["passwords-1"] == "3", "\(policies)")
  }
}
