import ArgumentParser
import Domain
import Foundation
import Gateway
import IdentityTokens
import Logging

/// The file of `--sign-in-providers`.
enum SignInProvidersFile {
  /// The providers of a file, each with its own keys, which are asked for once a token needs them. A slow one delays no other.
  /// - Parameter path: nil for no providers.
  /// - Throws: `ValidationError` that names the file and the place in it.
  static func providers(at path: String?, logger: Logger) throws -> [SignInProvider.Listed] {
    guard let path else { return [] }
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else {
      throw ValidationError("There are no providers to be read at \(path) (--sign-in-providers).")
    }
    defer { try? file.close() }
    let list: ProviderList
    do throws(ProviderList.Problem) {
      list = try ProviderList(json: Array((try? file.read(upToCount: ProviderList.maximumSize + 1)) ?? Data()))
    } catch {
      throw ValidationError("\(path) (--sign-in-providers): \(error)")
    }
    return list.providers.map { provider in
      let keys = ProviderKeySet(.discovery(provider.issuer), algorithms: Set(ProviderKeys.Algorithm.allCases))
      let verifier = IdentityTokenVerifier(
        keys: keys, issuer: provider.issuer.description, audiences: provider.clientIDs, rules: .openIDConnect
      ) { Date().timeIntervalSince1970 }
      let identity = IdentityProvider(issuer: provider.issuer.description)
      return SignInProvider.Listed(
        id: provider.id, name: provider.name, issuer: provider.issuer.description,
        verifier: IdentityTokenSignIn(identity, verifier, logger: logger))
    }
  }
}
