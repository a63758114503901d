import ArgumentParser
import Planning
import Domain

/// How much a family may keep, where an operator wants it otherwise than the program declares it.
struct QuotaOptions: ParsableArguments {
  @Option(
    name: .customLong("quota"),
    help: ArgumentHelp(
      """
      The most rows and bytes that a family may keep of a kind, such as assignments=200000:134217728; may be repeated. \
      Kinds that are not named have the program's quotas. (HATCHED_QUOTAS, separated by commas)
      """, valueName: "kind=rows:bytes"))
  var quotas: [String] = []

  /// - Throws: for a quota that is not of this form, or out of range, or of a kind that there is not.
  func quotas(of map: EntityMap<Viewer>) throws -> StorageQuotas {
    var all = StorageQuotas(of: map)
    let variable = EnvironmentVariable.quotas.value?.split(separator: ",").map(String.init) ?? []
    let (given, name) = quotas.isEmpty ? (variable, EnvironmentVariable.quotas.rawValue) : (quotas, "--quota")
    for text in given {
      guard let match = text.wholeMatch(of: /([a-z_]+)=(\d+):(\d+)/) else {
        throw ValidationError("\(name) has \"\(text)\", which is not of the form kind=rows:bytes.")
      }
      let rows = try NumberRange("The rows of \(name) \(match.1)", 1...10_000_000).number(in: String(match.2))
      let bytes = try NumberRange("The bytes of \(name) \(match.1)", 1_024...2_000_000_000).number(in: String(match.3))
      guard all.set(Quota(rows: rows, bytes: bytes), of: String(match.1)) else {
        throw ValidationError(
          "\(name) names \"\(match.1)\", but the kinds are \(all.byKind.keys.sorted().joined(separator: ", ")).")
      }
    }
    return all
  }

  func validate() throws { _ = try quotas(of: EntityMap(domain: .domain())) }
}
