import ArgumentParser
import Domain
import Foundation

/// Where requests go that families ask for: those to webhooks, and to calendars elsewhere.
struct OutgoingOptions: ParsableArguments {
  @Option(
    name: .customLong("reachable-host"),
    help: """
      A host that webhooks and calendars elsewhere may lead to wherever it is, also by http, as in nas.local or 192.168.0.7:8123; more by \
      commas or by repeating the option. Other hosts must be public. (HATCHED_REACHABLE_HOSTS) [none]
      """)
  var reachableHosts: [String] = []

  /// - Throws: when one is no host.
  func hosts() throws -> ReachableHosts {
    let given = reachableHosts.isEmpty ? [EnvironmentVariable.reachableHosts.value ?? ""] : reachableHosts
    let names = given.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    let form = /([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?|([0-9A-Fa-f.]*:){2,}[0-9A-Fa-f.]*/
    for name in names where name.wholeMatch(of: form) == nil {
      throw ValidationError("\"\(name)\" is no host: use a name or an address, and perhaps a port, as in nas.local:8123.")
    }
    return ReachableHosts(names)
  }
}
