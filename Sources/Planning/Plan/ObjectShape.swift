/// The selected fields of one object type, in the order of the request.
final class ObjectShape: Sendable {
  let typeName: String
  let fields: [PlannedField]
  /// A step for each field.
  let steps: [WriteStep]
  /// The keys of all fields, one after the other, as they are written, with what stands before them:
  /// `{"id":,"name":`
  let keys: [UInt8]

  init(typeName: String, fields: [PlannedField]) {
    self.typeName = typeName
    self.fields = fields
    var keys: [UInt8] = []
    steps = fields.map { field in
      let start = keys.count
      keys.append(contentsOf: "\(keys.isEmpty ? "{" : ",")\"\(field.responseKey)\":".utf8)
      return WriteStep(field, keyStart: start, keyEnd: keys.count)
    }
    self.keys = keys
  }

  var approximateSize: Int {
    fields.reduce(0) { size, field in
      if case .embedded(let object, _) = field.output { size + 512 + object.approximateSize } else { size + 512 }
    }
  }
}
