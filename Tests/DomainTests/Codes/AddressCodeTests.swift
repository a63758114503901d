import SQL
import Domain
import SessionTokens
import Testing

@Suite struct AddressCodeTests {
  private static let old = [UInt8](repeating: 1, count: 32)
  private static let new = [UInt8](repeating: 2, count: 32)
  private static let id = UUIDValue(high: 0x0199_3f5e_7b01_7c23, low: 0x8d45_6789_abcd_ef00)

  @Test(arguments: AddressCode.Purpose.allCases)
  func `A link token names its id to the server that made it`(purpose: AddressCode.Purpose) throws {
    let secrets = try SecretKeys([Self.new])
    let token = try #require(AddressCode(purpose, id: Self.id).linkTokens(secrets).first)
    #expect(token.utf8.count == AddressCode.linkLength)
    #expect(AddressCode.id(ofLink: token, purpose, secrets) == Self.id)
  }

  @Test func `A link token is none for another purpose, another server, or another id`() throws {
    let secrets = try SecretKeys([Self.new])
    let token = try #require(AddressCode(.confirmEmail, id: Self.id).linkTokens(secrets).first)
    #expect(AddressCode.id(ofLink: token, .resetPassword, secrets) == nil)
    #expect(AddressCode.id(ofLink: token, .confirmEmail, try SecretKeys([Self.old])) == nil)
    let other = AddressCode(.confirmEmail, id: UUIDValue(high: 1, low: 2)).linkTokens(secrets)[0]
    // The id of one and the proof of the other.
    #expect(AddressCode.id(ofLink: String(token.prefix(22) + other.dropFirst(22)), .confirmEmail, secrets) == nil)
  }

  @Test func `A text with one character changed, added or missing is no link token`() throws {
    let secrets = try SecretKeys([Self.new])
    let token = try #require(AddressCode(.confirmEmail, id: Self.id).linkTokens(secrets).first)
    for index in token.indices {
      var changed = token
      changed.replaceSubrange(index...index, with: token[index] == "A" ? "B" : "A")
      #expect(AddressCode.id(ofLink: changed, .confirmEmail, secrets) == nil)
    }
    for text in ["", token + "A", String(token.dropLast()), token + "=", " " + token.dropFirst()] {
      #expect(AddressCode.id(ofLink: text, .confirmEmail, secrets) == nil)
    }
  }

  @Test func `A token of a secret that was replaced is good as long as the secret is known`() throws {
    let before = try SecretKeys([Self.old])
    let rotated = try SecretKeys([Self.new, Self.old])
    let token = AddressCode(.resetPassword, id: Self.id).linkTokens(before)[0]
    #expect(AddressCode.id(ofLink: token, .resetPassword, rotated) == Self.id)
    #expect(AddressCode(.resetPassword, id: Self.id).linkTokens(rotated)[1] == token)
    #expect(
      AddressCode(.resetPassword, id: Self.id).shortCodes(rotated)[1]
        == AddressCode(.resetPassword, id: Self.id).shortCodes(before)[0])
  }

  @Test func `Short codes have eight digits and differ by id and purpose`() throws {
    let secrets = try SecretKeys([Self.new])
    var codes: Set<String> = []
    for low in 0..<500 {
      for purpose in AddressCode.Purpose.allCases {
        let code = AddressCode(purpose, id: UUIDValue(high: 7, low: UInt64(low))).shortCodes(secrets)[0]
        #expect(code.utf8.count == 8 && code.utf8.allSatisfy { (0x30...0x39).contains($0) })
        codes.insert(code)
      }
    }
    // 1,500 of 100,000,000: two alike are seen once in 90 runs of another set of ids, and these ids are fixed.
    #expect(codes.count >= 1_499)
  }
}
