import SessionTokens
import Testing

@testable import Passwords

/// The next password to hash, and the one that leaves the queue where too many wait.
@Suite struct HashQueueStateTests {
  private static func owner(_ account: String, _ network: UInt8) -> HashOwner { HashOwner(account: account, network: [network]) }

  /// The outcome of one more request.
  private static func outcome(_ admission: HashQueueState<String>.Admission) -> String {
    switch admission {
    case .full: "full"
    case .waits(displaced: nil): "waits"
    case .waits(displaced: .some(let name)): "waits for \(name)"
    }
  }

  private static func all(_ queue: inout HashQueueState<String>) -> [String] {
    var names: [String] = []
    while let name = queue.next() { names.append(name) }
    return names
  }

  @Test func `A network that asks for much is served as often as one that asks for little`() {
    var queue = HashQueueState<String>(maximumWaiting: 20)
    for number in 0..<4 { _ = queue.add("a\(number)", of: Self.owner("a\(number)", 1)) }
    _ = queue.add("b", of: Self.owner("b", 2))
    _ = queue.add("c", of: Self.owner("c", 3))
    #expect(Self.all(&queue) == ["a0", "b", "c", "a1", "a2", "a3"])
    #expect(queue.waiting == 0)
  }

  @Test func `In a network the accounts take turns`() {
    var queue = HashQueueState<String>(maximumWaiting: 20)
    for number in 0..<3 { _ = queue.add("a\(number)", of: Self.owner("a", 1)) }
    for number in 0..<2 { _ = queue.add("b\(number)", of: Self.owner("b", 1)) }
    #expect(Self.all(&queue) == ["a0", "b0", "a1", "b1", "a2"])
  }

  @Test func `Where as many wait as may, the last of whoever asks for most leaves for another`() {
    var queue = HashQueueState<String>(maximumWaiting: 5)
    for number in 0..<5 { _ = queue.add("a\(number)", of: Self.owner("a\(number % 5)", 1)) }
    #expect(Self.outcome(queue.add("a5", of: Self.owner("a5", 1))) == "full")
    #expect(Self.outcome(queue.add("b", of: Self.owner("b", 2))) == "waits for a4")
    #expect(Self.outcome(queue.add("c", of: Self.owner("c", 3))) == "waits for a3")
    #expect(Self.outcome(queue.add("d", of: Self.owner("d", 4))) == "waits for a2")
    #expect(Self.outcome(queue.add("e", of: Self.owner("e", 5))) == "waits for a1")
    // One each: nobody has more than another.
    #expect(Self.outcome(queue.add("f", of: Self.owner("f", 6))) == "full")
    #expect(Self.all(&queue) == ["a0", "b", "c", "d", "e"])
  }

  @Test func `Who did not ask lately is next, however many networks ask without end`() {
    var queue = HashQueueState<String>(maximumWaiting: 20)
    for _ in 0..<2 {
      for network: UInt8 in 1...5 { _ = queue.add("\(network)", of: Self.owner("\(network)", network)) }
    }
    for _ in 0..<6 { _ = queue.next() }
    _ = queue.add("new", of: Self.owner("new", 9))
    #expect(queue.next() == "new")
    #expect(Self.all(&queue) == ["2", "3", "4", "5"])
  }

  @Test func `An account in a network of many gives way to another of the same network`() {
    var queue = HashQueueState<String>(maximumWaiting: 4)
    for number in 0..<4 { _ = queue.add("a\(number)", of: Self.owner("a", 1)) }
    #expect(Self.outcome(queue.add("b", of: Self.owner("b", 1))) == "waits for a3")
    #expect(Self.all(&queue) == ["a0", "b", "a1", "a2"])
  }

  @Test func `Networks that were served lately give way to one that was not`() {
    var queue = HashQueueState<String>(maximumWaiting: 3)
    for network: UInt8 in 1...3 { _ = queue.add("\(network)", of: Self.owner("\(network)", network)) }
    #expect(queue.next() == "1")
    _ = queue.add("1 again", of: Self.owner("1", 1))
    #expect(Self.outcome(queue.add("new", of: Self.owner("new", 9))) == "waits for 1 again")
    #expect(Self.all(&queue) == ["2", "3", "new"])
  }

  @Test func `An account has few that wait, from however many networks`() {
    var queue = HashQueueState<String>(maximumWaiting: 20)
    for network: UInt8 in 1...5 { #expect(Self.outcome(queue.add("\(network)", of: Self.owner("a", network))) == "waits") }
    #expect(Self.outcome(queue.add("6", of: Self.owner("a", 6))) == "full")
    #expect(Self.outcome(queue.add("7", of: Self.owner("b", 7))) == "waits")
  }

  @Test func `Those who ask now and then are served at once beside five that ask without end`() {
    var queue = HashQueueState<String>(maximumWaiting: 20)
    var longest = 0
    for round in 0..<200 {
      for hostile: UInt8 in 1...5 {
        for number in 0..<5 { _ = queue.add("hostile", of: Self.owner("h\(hostile)-\(number % 4)", hostile)) }
      }
      let network = UInt8(10 + round % 14)
      #expect(Self.outcome(queue.add("other", of: Self.owner("o\(round % 14)", network))) != "full")
      var turns = 1
      while let name = queue.next(), name != "other" { turns += 1 }
      longest = max(longest, turns)
    }
    #expect(longest <= 6)
  }

  @Test func `A network that was served lately has its turn beside networks that each ask once, and these are forgotten`() {
    var queue = HashQueueState<String>(maximumWaiting: 20)
    let school = HashOwner(account: "school", network: [1])
    _ = queue.add("school", of: school)
    #expect(queue.next() == "school")
    _ = queue.add("school again", of: school)
    var turn: Int?
    for number in 0..<1000 {
      let network = [UInt8(number / 256), UInt8(number % 256)]
      _ = queue.add("other", of: HashOwner(account: "other \(number)", network: network))
      if queue.next() == "school again" { turn = number }
    }
    #expect(turn.map { $0 <= 40 } == true, "\(String(describing: turn))")
    #expect(queue.keyCount <= 200, "\(queue.keyCount)")
  }

  @Test func `In a network an account has its turn beside accounts that each ask once, and these are forgotten`() {
    var queue = HashQueueState<String>(maximumWaiting: 20)
    _ = queue.add("teacher", of: Self.owner("teacher", 1))
    #expect(queue.next() == "teacher")
    _ = queue.add("teacher again", of: Self.owner("teacher", 1))
    var turn: Int?
    for number in 0..<1000 {
      _ = queue.add("other", of: Self.owner("other \(number)", 1))
      if queue.next() == "teacher again" { turn = number }
    }
    #expect(turn.map { $0 <= 40 } == true, "\(String(describing: turn))")
    #expect(queue.keyCount <= 200, "\(queue.keyCount)")
  }

  @Test func `An account and a network have so many hashes in an hour, and a known device is not held up by its network`()
    async throws
  {
    let hasher = PasswordHasher(
      secrets: try SecretKeys([Array("a secret of the tests, long enough".utf8)]),
      parameters: ScryptParameters(logarithm: 1, blockSize: 1, parallelism: 1), threads: 1,
      allowance: HashAllowance(perAccount: 3, perNetwork: 5))
    let password = try #require(Password("correct horse battery"))
    let stored = try await hasher.hash(password)
    /// The allowance that is used up; nil where the password was checked.
    func check(_ owner: HashOwner) async -> ExceededHashes? {
      do throws(PasswordHasher.Busy) {
        // Also one that is right is counted.
        let verdict = try await hasher.verify(password, against: stored, for: owner)
        #expect(verdict == .matches(renewed: nil))
        return nil
      } catch {
        #expect(error.retryAfter > 600)
        return error.exceeded
      }
    }
    for _ in 1...3 { #expect(await check(Self.owner("a", 1)) == nil) }
    #expect(await check(Self.owner("a", 1)) == .account(3))
    for _ in 1...2 { #expect(await check(Self.owner("b", 1)) == nil) }
    #expect(await check(Self.owner("b", 1)) == .network(5))
    #expect(await check(HashOwner(account: "b", network: [1], isKnown: true)) == nil)
    #expect(await check(Self.owner("c", 2)) == nil)
    // Strangers who guess use up nothing of what an account may.
    let wrong = try #require(Password("another horse battery"))
    for _ in 1...10 { #expect(try await hasher.verify(wrong, against: stored, for: Self.owner("d", 3)) == .differs) }
    #expect(await check(Self.owner("d", 3)) == nil)
  }
}
