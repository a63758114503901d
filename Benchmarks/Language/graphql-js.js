// Measures graphql-js as the other programs here are measured. Arguments: the schema, then queries.
'use strict'
const { readFileSync } = require('node:fs')
const { basename } = require('node:path')
const { buildSchema, parse, validate } = require('graphql')

const [schemaPath, ...paths] = process.argv.slice(2)
const schema = buildSchema(readFileSync(schemaPath, 'utf8'))

/** The median of a second of batches of at least 5 ms each, after half a second to warm up; µs for one. */
function measure(body) {
  const count = batchSize(body)
  const figures = []
  const end = performance.now() + 1000
  while (performance.now() < end) figures.push(batch(body, count))
  figures.sort((a, b) => a - b)
  return figures[figures.length >> 1]
}

function batchSize(body) {
  const end = performance.now() + 500
  let count = 1
  let time = 0
  while (performance.now() < end) {
    time = batch(body, count)
    if (time * count < 5000) count *= 2
  }
  return count
}

function batch(body, count) {
  const start = performance.now()
  for (let number = 0; number < count; number++) body()
  return ((performance.now() - start) * 1000) / count
}

for (const path of paths) {
  const text = readFileSync(path, 'utf8')
  const document = parse(text)
  const errors = validate(schema, document)
  if (errors.length > 0) throw errors[0]
  const figures = [
    () => parse(text),
    () => validate(schema, document),
    () => validate(schema, parse(text)),
  ].map(measure)
  console.log(basename(path, '.graphql'), ...figures.map((figure) => figure.toFixed(2)))
}
