import Passwords
import Testing

@Suite struct PasswordRulesTests {
  @Test(
    "A password that many people have, or that follows from its owner, is common",
    arguments: [
      "password", "PASSWORD1", "qwertyuiop", "iloveyou", "passwordpassword", "aaaaaaaaaaaaaaaa", "abcabcabcabcabcabc",
      "123456789012345", "9876543210987654", "abcdefghijklmnop", "monkeymonkeymonkey", "adarivera1234", "Ada Rivera 1815",
      "ada@example.org", "example.org ada!", "RiveraAdaRivera12",
    ])
  func common(text: String) throws {
    #expect(try PasswordRules.isCommon(#require(Password(text)), known: ["ada@example.org", "Ada Rivera"]))
  }

  @Test(
    "Others are not, whatever their letters",
    arguments: [
      "correct horse battery staple", "ein Pferd frisst keinen Gurkensalat", "\u{6587}\u{5B57}\u{5316}\u{3051}\u{306F}\u{5ACC}\u{3060}\u{306A}",
      "               ∴ quod erat", "aaaaaaaa quite a scream", "4815162342 and counting",
    ])
  func good(text: String) throws {
    #expect(try !PasswordRules.isCommon(#require(Password(text)), known: ["ada@example.org", "Ada Rivera", ""]))
  }
}
