'use strict'
const statements = require('./statements')

/**
 * What one request reads: one transaction, and a statement for each level of the answer. A connection of node-postgres
 * sends a statement when the one before it has been answered; nothing here waits in between.
 */
class Request {
  #client
  #viewer
  #fields
  #membership
  #byFamily = new Map()
  #assignments = new Map()

  constructor(client, viewer, fields) {
    this.#client = client
    this.#viewer = viewer
    this.#fields = fields
  }

  /** Sends what does not depend on anything read before: the scope, the check, and the levels that a family bounds. */
  begin() {
    const { account, family, member, session } = this.#viewer
    // One message for three statements; the ids are known to be UUIDs.
    handled(this.#client.query(
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ' +
      `SET LOCAL hatched.account_id = '${account}'; SET LOCAL hatched.family_id = '${family}'`))
    this.#membership = handled(this.#query(statements.membership, [family, member, account, session]))
    if (this.#fields.has('Query.family')) this.family()
    if (this.#fields.has('Assignment.course')) this.#familys(this.#coursesStatement())
    if (this.#fields.has('Course.subject')) this.#familys(statements.subjects)
  }

  /** Whether the viewer still is what the token says. */
  async isMember() {
    const { rows } = await this.#membership
    return rows.length === 1 && rows[0].role === this.#viewer.role
  }

  async family() {
    const [family] = await this.#familys(statements.family).loading
    return family ?? null
  }

  async viewer() {
    const { rows } = await this.#query(statements.viewer, [this.#viewer.family, this.#viewer.member])
    return rows[0]
  }

  async students({ first, offset }) {
    return (await this.#query(statements.students, [this.#viewer.family, first, offset])).rows
  }

  /** A level: the lists of all students that are asked for in the same turn, by one statement. */
  assignments(student, { first, offset }) {
    const key = `${first} ${offset}`
    let level = this.#assignments.get(key)
    if (!level) {
      level = { students: [] }
      level.rows = new Promise((resolve, reject) => {
        // After all that is ready now: then the whole level has asked.
        process.nextTick(() => {
          this.#assignments.delete(key)
          const binds = [this.#viewer.family, level.students, first, offset]
          this.#query(statements.assignments, binds).then(({ rows }) => resolve(grouped(rows, 'studentId')), reject)
        })
      })
      this.#assignments.set(key, level)
    }
    level.students.push(student)
    return level.rows.then((rows) => rows.get(student) ?? [])
  }

  course(id) {
    return this.#one(this.#coursesStatement(), id)
  }

  subject(id) {
    return this.#one(statements.subjects, id)
  }

  #coursesStatement() {
    return this.#fields.has('Course.grade') ? statements.gradedCourses : statements.courses
  }

  /** A row of a level that is read by family: without a promise when it is there, as it mostly is. */
  #one(statement, id) {
    const level = this.#familys(statement)
    return level.byID ? level.byID.get(id) : level.loading.then(() => level.byID.get(id))
  }

  #familys(statement) {
    let level = this.#byFamily.get(statement)
    if (!level) {
      level = { byID: null }
      level.loading = handled(this.#query(statement, [this.#viewer.family]).then(({ rows }) => {
        level.byID = new Map(rows.map((row) => [row.id, row]))
        return rows
      }))
      this.#byFamily.set(statement, level)
    }
    return level
  }

  #query({ name, text, types }, values) {
    return this.#client.query({ name, text, types, values })
  }
}

/** What fails also fails for whoever waits for it; that nobody does must not end the process. */
function handled(promise) {
  promise.catch(() => {})
  return promise
}

function grouped(rows, key) {
  const groups = new Map()
  for (const row of rows) {
    const group = groups.get(row[key])
    if (group) group.push(row)
    else groups.set(row[key], [row])
  }
  return groups
}

module.exports = { Request }
