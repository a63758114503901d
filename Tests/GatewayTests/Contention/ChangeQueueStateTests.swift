import Gateway
import SQL
import Testing

@Suite("The state of the queue of changes")
struct ChangeQueueStateTests {
  typealias State = ChangeQueueState<Int>

  private let family = ChangeKey.family(.random())
  private let ada = UUIDValue.random()
  private let ben = UUIDValue.random()

  private func state(waiting: Int = 4, waitingOfAccount: Int = 3) -> State {
    State(limits: ChangeQueueLimits(waiting: waiting, waitingOfAccount: waitingOfAccount))
  }

  @Test func `One change of a key is in flight, and the others follow in the order in which they came`() {
    var state = state()
    #expect(state.enter(family, of: ada, id: 1, 1) == .started)
    #expect(state.enter(family, of: ben, id: 2, 2) == .waits)
    #expect(state.enter(family, of: ada, id: 3, 3) == .waits)
    #expect(state.start(family) == false)
    #expect(state.waiting == 2)
    #expect(state.leave(family) == 2)
    #expect(state.enter(family, of: ben, id: 4, 4) == .waits)
    #expect(state.leave(family) == 3)
    #expect(state.leave(family) == 4)
    #expect(state.inFlight == 1)
    #expect(state.leave(family) == nil)
    #expect(state.inFlight == 0)
    #expect(state.start(family) == true)
  }

  @Test func `Changes of different keys do not wait for each other`() {
    var state = state()
    #expect(state.start(family) == true)
    #expect(state.start(.family(.random())) == true)
    #expect(state.start(.account(ada)) == true)
    #expect(state.start(.input(1)) == true)
    #expect(state.start(.input(1)) == false)
    #expect(state.inFlight == 4)
  }

  @Test func `No more wait than may, and no more of one account`() {
    var state = state(waiting: 4, waitingOfAccount: 3)
    #expect(state.start(family) == true)
    for id in 1...3 { #expect(state.enter(family, of: ada, id: UInt64(id), id) == .waits) }
    #expect(state.enter(family, of: ada, id: 4, 4) == .refused)
    #expect(state.enter(family, of: ben, id: 5, 5) == .waits)
    #expect(state.enter(family, of: ben, id: 6, 6) == .refused)
    #expect(state.leave(family) == 1)
    #expect(state.enter(family, of: ada, id: 7, 7) == .waits)
    #expect(state.waiting == 4)
  }

  @Test func `Who leaves out of turn is skipped`() {
    var state = state()
    #expect(state.start(family) == true)
    for id in 1...3 { _ = state.enter(family, of: ada, id: UInt64(id), id) }
    #expect(state.remove(family, id: 2) == 2)
    #expect(state.remove(family, id: 2) == nil)
    #expect(state.leave(family) == 1)
    // One that has started waits no longer.
    #expect(state.remove(family, id: 1) == nil)
    #expect(state.leave(family) == 3)
    #expect(state.leave(family) == nil)
    #expect(state.remove(family, id: 3) == nil)
  }

  @Test("Whatever the order of events, all that waited have started or left, each once", arguments: 0..<20)
  func anyOrder(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var state = state(waiting: 8, waitingOfAccount: 5)
    let keys = [family, .account(ada), .input(3)]
    var inFlight: [ChangeKey: Int] = [:]
    var waiting: [ChangeKey: [Int]] = [:]
    for id in 0..<400 {
      let key = keys[Int(random.next() % 3)]
      switch random.next() % 3 {
      case 0:
        switch state.enter(key, of: random.next() % 2 == 0 ? ada : ben, id: UInt64(id), id) {
        case .started:
          #expect(inFlight[key] == nil)
          inFlight[key] = id
        case .waits:
          #expect(inFlight[key] != nil)
          waiting[key, default: []].append(id)
        case .refused: #expect(waiting[key, default: []].count >= 5)
        }
      case 1 where inFlight[key] != nil:
        let next = state.leave(key)
        #expect(next == waiting[key]?.first)
        inFlight[key] = next
        if next != nil { waiting[key]?.removeFirst() }
      default:
        guard let gone = waiting[key]?.last else { continue }
        #expect(state.remove(key, id: UInt64(gone)) == gone)
        waiting[key]?.removeLast()
      }
      #expect(state.inFlight == inFlight.count)
      #expect(state.waiting == waiting.values.reduce(0) { $0 + $1.count })
    }
  }
}

/// SplitMix64: the same numbers each time.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
