internal import CLibpq
import SQL

extension Connection {
  /// Queues a statement, its Parse before it if this connection has not prepared it yet. Nothing is waited for.
  func send(_ statement: Statement, as step: Pipeline.Step) throws(StatementError) {
    parameters.fill(with: statement.binds)
    if !configuration.preparedStatements {
      try sendUnnamed(statement, as: step)
      return
    }
    let (name, isNew) = statements.use(statement)
    if isNew {
      try sendParse(statement, name)
      var index: Int?
      if case .statement(let position) = step { index = position }
      pipeline.append(.parse(name: name, index: index))
    }
    let isSent = parameters.withPointers { count, values, lengths, formats in
      PQsendQueryPrepared(handle.pointer, name, count, values, lengths, formats, resultFormat)
    }
    if isSent == 0 { throw lost() }
    pipeline.append(step)
  }

  func sendCommand(_ text: String) throws(StatementError) {
    try send(Statement(text: text), as: .command)
  }

  /// Sends a Sync and whatever is still in libpq's buffer, as far as the socket takes it.
  func sendSync() throws(StatementError) {
    if PQpipelineSync(handle.pointer) == 0 { throw lost() }
    pipeline.append(.sync)
  }

  /// Queues a `DEALLOCATE` for each prepared statement beyond the limit.
  func sendEvictions() throws(StatementError) {
    if !configuration.preparedStatements { return }
    for name in statements.evict() {
      if PQsendQueryParams(handle.pointer, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, resultFormat) == 0 {
        throw lost()
      }
      pipeline.append(.deallocate(name: name))
    }
  }

  private func sendParse(_ statement: Statement, _ name: String) throws(StatementError) {
    let types = statement.binds.map { Oid($0.type.rawValue) }
    if PQsendPrepare(handle.pointer, name, statement.text, Int32(types.count), types) == 0 { throw lost() }
  }

  private func sendUnnamed(_ statement: Statement, as step: Pipeline.Step) throws(StatementError) {
    let types = statement.binds.map { Oid($0.type.rawValue) }
    let isSent = parameters.withPointers { count, values, lengths, formats in
      PQsendQueryParams(handle.pointer, statement.text, count, types, values, lengths, formats, resultFormat)
    }
    if isSent == 0 { throw lost() }
    pipeline.append(step)
  }

  /// All results are wanted in binary format.
  private var resultFormat: Int32 { 1 }
}
