import Foundation
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

  @Test func `The schema and the docs name the lengths that the rules have, and no others`() throws {
    var root = URL(filePath: #filePath)
    for _ in 1...3 { root.deleteLastPathComponent() }
    let lengths = Set([PasswordRules.soleMinimum, PasswordRules.minimum, Password.maximumCharacters])
    var found = 0
    for folder in ["schema", "docs"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      for name in names where name.hasSuffix(".graphql") || name.hasSuffix(".md") {
        let text = try String(contentsOf: root.appending(path: "\(folder)/\(name)"), encoding: .utf8)
        // A description or an item of a list, over its lines.
        for sentence in text.matches(of: /[^"\n]*[Pp]assword(?: has|: \d)[^"|]{0,200}/) {
          for number in sentence.output.matches(of: /\b(\d[\d,]*)(?: or more)?(?: characters| if| where|;)/) {
            let value = try #require(Int(number.output.1.filter { $0 != "," }))
            #expect(lengths.contains(value), "\(folder)/\(name): \(sentence.output)")
            found += 1
          }
        }
      }
    }
    #expect(found >= 5)
    #expect(PasswordRules.soleRule == "at least 15 characters")
    #expect(PasswordRules.rule.hasPrefix(PasswordRules.soleRule) && PasswordRules.rule.contains("\(PasswordRules.minimum)"))
  }
}
