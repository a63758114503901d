import Testing

@testable import Gateway

@Suite struct DeadTokensTests {
  @Test func `An unregistered device is forgotten, whatever was before`() {
    let tokens = DeadTokens()
    for _ in 1...30 { #expect(tokens.verdict(on: "Unregistered") == .forget) }
  }

  @Test func `A bad token is forgotten while APNs accepts as many`() {
    let tokens = DeadTokens()
    #expect(tokens.verdict(on: "BadDeviceToken") == .keepAndWarn)
    #expect(tokens.verdict(on: "BadDeviceToken") == .keep)
    for _ in 1...3 { tokens.noteAccepted() }
    #expect(tokens.verdict(on: "BadDeviceToken") == .forget)
    // Three and three; then the bad ones are more.
    #expect(tokens.verdict(on: "BadDeviceToken") == .keepAndWarn)
    for _ in 1...40 { tokens.noteAccepted() }
    for _ in 1...10 { #expect(tokens.verdict(on: "BadDeviceToken") == .forget) }
    #expect(tokens.verdict(on: "BadDeviceToken") == .keepAndWarn)
  }
}
