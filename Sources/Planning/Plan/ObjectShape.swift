/// The selected fields of one object type, in the order of the request.
///
/// Steps and keys lie in memory of their own, which thousands of objects are written by without a check of its bounds
/// or a count of references. It is safe to send: written once, by `init`, and given back by `deinit`.
final class ObjectShape: Sendable {
  let typeName: String
  let fields: [PlannedField]
  /// A step for each field.
  nonisolated(unsafe) let steps: UnsafeBufferPointer<WriteStep>
  /// The keys of all fields, one after the other, as they are written, with what stands before them:
  /// `{"id":,"name":`
  nonisolated(unsafe) let keys: UnsafeBufferPointer<UInt8>

  init(typeName: String, fields: [PlannedField]) {
    self.typeName = typeName
    self.fields = fields
    var keys: [UInt8] = []
    let steps = fields.map { field in
      let start = keys.count
      keys.append(contentsOf: "\(keys.isEmpty ? "{" : ",")\"\(field.responseKey)\":".utf8)
      return WriteStep(field, keyStart: start, keyEnd: keys.count)
    }
    self.steps = Self.copy(of: steps)
    self.keys = Self.copy(of: keys)
  }

  deinit {
    steps.deallocate()
    keys.deallocate()
  }

  private static func copy<Element>(of elements: [Element]) -> UnsafeBufferPointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = copy.initialize(from: elements)
    return UnsafeBufferPointer(copy)
  }

  var approximateSize: Int {
    fields.reduce(0) { size, field in
      if case .embedded(let object, _) = field.output { size + 512 + object.approximateSize } else { size + 512 }
    }
  }
}
