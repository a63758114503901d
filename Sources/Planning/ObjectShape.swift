/// The selected fields of one object type, in the order of the request.
final class ObjectShape: Sendable {
  let typeName: String
  let fields: [PlannedField]

  init(typeName: String, fields: [PlannedField]) {
    self.typeName = typeName
    self.fields = fields
  }

  var approximateSize: Int { 512 * fields.count }
}
