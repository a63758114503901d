/// How bytes of the database become an address of this server. The database writes down what the address stands for, and the server signs
/// it: no secret reaches the database.
package struct AddressForm: Sendable {
  /// Names it among all forms of the program.
  let name: String
  /// - Returns: nil for bytes that are not of this form.
  let address: @Sendable ([UInt8]) -> String?

  package init(_ name: String, address: @escaping @Sendable ([UInt8]) -> String?) {
    self.name = name
    self.address = address
  }
}

extension AddressForm: Hashable {
  package static func == (left: AddressForm, right: AddressForm) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
