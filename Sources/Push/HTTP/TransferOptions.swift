/// The options of all transfers of a client.
struct TransferOptions: Sendable {
  let authorities: String?
  /// Seconds.
  let timeout: Int
}
