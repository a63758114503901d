'use strict'
const { parse, specifiedRules, TypeInfo, validate, visit, visitWithTypeInfo } = require('graphql')

const maximumCount = 1000

/** Documents by their text: each is parsed and validated once. */
class Documents {
  #known = new Map()
  #schema

  constructor(schema) {
    this.#schema = schema
  }

  /** @returns {{errors?: Error[], document?: object, fields?: Set<string>}} */
  find(text) {
    let found = this.#known.get(text)
    if (found) return found
    found = this.#read(text)
    if (!found.errors) {
      // The oldest goes; a Map keeps the order in which keys came.
      if (this.#known.size >= maximumCount) this.#known.delete(this.#known.keys().next().value)
      this.#known.set(text, found)
    }
    return found
  }

  #read(text) {
    let document
    try {
      document = parse(text)
    } catch (error) {
      return { errors: [error] }
    }
    const errors = validate(this.#schema, document, specifiedRules)
    return errors.length > 0 ? { errors } : { document, fields: this.#fieldsOf(document) }
  }

  /** Which fields are asked for, as in `Course.grade`: so that what they need can be read ahead. */
  #fieldsOf(document) {
    const fields = new Set()
    const types = new TypeInfo(this.#schema)
    const note = (node) => void fields.add(`${types.getParentType()?.name}.${node.name.value}`)
    visit(document, visitWithTypeInfo(types, { Field: note }))
    return fields
  }
}

module.exports = { Documents }
