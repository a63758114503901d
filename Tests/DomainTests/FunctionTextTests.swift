import Embedded
import Testing

/// The texts of `migrations/functions/`.
struct FunctionTextTests {
  private let files = EmbeddedFile.functions

  private func name(_ file: EmbeddedFile) -> Substring { file.name.split(separator: "/").last?.dropLast(4) ?? "" }

  @Test func `Each function has one file, in the folder of its context`() {
    let contexts: Set<Substring> = ["account", "core", "family", "learning", "school"]
    for file in files {
      let parts = file.name.split(separator: "/")
      #expect(parts.count == 2 && contexts.contains(parts[0]) && file.name.hasSuffix(".sql"), "\(file.name)")
      let defined = file.text.matches(of: /(?m)^CREATE OR REPLACE FUNCTION (\w+)\(/).map { $0.1 }
      #expect(!defined.isEmpty && defined.allSatisfy { $0 == name(file) }, "\(file.name)")
      #expect(!file.text.contains(/(?m)^CREATE FUNCTION/), "\(file.name)")
    }
    #expect(Set(files.map(name)).count == files.count)
  }

  @Test func `Each function with its owner's rights begins with what it does and why it has them, and pins its search path`() {
    var count = 0
    for file in files where file.text.contains("SECURITY DEFINER SET") {
      count += 1
      let comment = file.text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("--") }
      let reason = comment.firstIndex { $0.hasPrefix("-- Owner's rights: ") }
      #expect(reason.map { $0 >= 2 && comment[$0 - 1] == "--" } == true, "\(file.name)")
      #expect(comment.allSatisfy { $0.count <= 120 }, "\(file.name)")
      #expect(file.text.contains("SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$"), "\(file.name)")
      #expect(file.text.contains(/\nREVOKE ALL ON FUNCTION\s+\w+\([^;]*\)\s+FROM PUBLIC;\n/), "\(file.name)")
    }
    #expect(count == files.count { $0.text.contains("SECURITY DEFINER") && !$0.name.contains("/track_") })
    #expect(count > 100)
  }

  /// Made before the rules, by migrations before 0034.
  private static let exceptions: Set<String> = []

  @Test func `Functions keep the rules of migrations, but for those that were there before`() {
    var found: Set<String> = []
    for file in files {
      for rule in TableRule.ofMigrations where !rule.findings(in: file.name, file.text).isEmpty { found.insert("\(file.name): \(rule.name)") }
    }
    #expect(found == Self.exceptions)
  }
}
