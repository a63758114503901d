import Domain
import SQL
import SessionTokens
import TestSupport
import Testing

@testable import Gateway

extension PickupGround {
  /// Whether the server serves a file at an address that one of its answers had.
  func isGood(_ address: String?) async throws -> Bool {
    let keys = try SecretKeys(TestGateway.secrets.map { Array($0.utf8) })
    let now = try await database.run("SELECT extract(epoch FROM now())::bigint").int8(row: 0, column: 0)
    guard let read = FileAddress.Signer(keys).read(try #require(address), at: try #require(now)) else { return false }
    return try await FileRights(pool: gateway.pool).file(read.address) != nil
  }
}
