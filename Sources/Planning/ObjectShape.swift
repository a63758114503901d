/// The selected fields of one object type, in the order of the request.
struct ObjectShape: Sendable {
  let typeName: String
  let fields: [PlannedField]
}
