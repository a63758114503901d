import Foundation

/// The identity providers that an operator has listed in a file.
///
///     [{"id": "school", "name": "School account", "issuer": "https://id.example.org", "clientIds": ["org.example.hatched"]}]
package struct ProviderList: Sendable {
  package struct Provider: Hashable, Sendable {
    /// The name that clients send.
    package let id: String
    /// The name that people read.
    package let name: String
    package let issuer: ProviderIssuer
    package let clientIDs: Set<String>
  }

  /// The reason why a list cannot be used, with its place in it.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  package static let maximumCount = 50
  /// The largest file, in bytes.
  package static let maximumSize = 1 << 16

  package let providers: [Provider]

  /// - Throws: ``Problem``.
  package init(json: [UInt8]) throws(Problem) {
    guard json.count <= Self.maximumSize else { throw Problem(description: "has more than \(Self.maximumSize) bytes") }
    let entries: [Entry]
    do {
      entries = try JSONDecoder().decode([Entry].self, from: Data(json))
    } catch {
      throw Problem(description: Self.place(of: error))
    }
    guard entries.count <= Self.maximumCount else { throw Problem(description: "has more than \(Self.maximumCount) providers") }
    var providers: [Provider] = []
    for (index, entry) in entries.enumerated() {
      let provider = try Provider(entry, at: "[\(index)]")
      if let other = providers.firstIndex(where: { $0.id == provider.id || $0.issuer == provider.issuer }) {
        throw Problem(description: "[\(index)] has the id or the issuer of [\(other)]")
      }
      providers.append(provider)
    }
    self.providers = providers
  }

  fileprivate struct Entry: Decodable {
    let id: String
    let name: String
    let issuer: String
    let clientIds: [String]
  }

  /// `[1].issuer is missing`
  private static func place(of error: any Error) -> String {
    func text(_ path: [any CodingKey]) -> String {
      path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context): return "\(text(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      return "\(text(context.codingPath)) has another type: id, name and issuer are strings, and clientIds is an array of them"
    default: return "is no JSON array of providers"
    }
  }
}

extension ProviderList.Provider {
  fileprivate init(_ entry: ProviderList.Entry, at place: String) throws(ProviderList.Problem) {
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
    guard (1...40).contains(entry.id.utf8.count), entry.id.allSatisfy(letters.contains) else {
      throw .init(description: "\(place).id must have 1 to 40 lower case letters, digits and hyphens")
    }
    guard (1...100).contains(entry.name.count), entry.name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw .init(description: "\(place).name must have 1 to 100 characters")
    }
    guard let issuer = ProviderIssuer(entry.issuer) else {
      throw .init(description: "\(place).issuer must be an https URL without a query, of at most \(ProviderIssuer.maximumLength) characters")
    }
    guard (1...50).contains(entry.clientIds.count), entry.clientIds.allSatisfy({ (1...255).contains($0.utf8.count) }) else {
      throw .init(description: "\(place).clientIds must name 1 to 50 clients, each of at most 255 characters")
    }
    self.init(id: entry.id, name: entry.name, issuer: issuer, clientIDs: Set(entry.clientIds))
  }
}
