// A GraphQL server as one writes it with care on graphql-js and node-postgres: what the gateway is compared with.
//
//     DATABASE_URL=… HATCHED_TOKEN_SECRETS=… node server.js SCHEMA.graphql PORT CONNECTIONS
//
// A process for each processor; parsing and validation cached; a level of the answer is one prepared statement.
// CONNECTIONS to the database has each process at most.
'use strict'
const cluster = require('node:cluster')
const http = require('node:http')
const os = require('node:os')
const { execute } = require('graphql')
const { Pool } = require('pg')
const { Documents } = require('./documents')
const { Request } = require('./request')
const { makeSchema } = require('./schema')
const { Tokens } = require('./tokens')

const [schemaPath, port, connections] = process.argv.slice(2)

if (cluster.isPrimary) {
  for (let number = 0; number < os.availableParallelism(); number++) cluster.fork()
  cluster.on('exit', (worker, code) => process.exit(code || 1))
} else {
  serve()
}

function serve() {
  const schema = makeSchema(schemaPath)
  const documents = new Documents(schema)
  const tokens = new Tokens(process.env.HATCHED_TOKEN_SECRETS)
  const pool = new Pool({
    connectionString: process.env.DATABASE_URL,
    max: Number(connections),
    // Its statements' plans do not depend on what they bind: the gateway's connections say so, too.
    options: '-c plan_cache_mode=force_generic_plan',
  })

  const server = http.createServer(async (request, response) => {
    try {
      const viewer = tokens.viewer(request.headers.authorization)
      if (viewer === null) return send(response, 401, failure('There is no valid token.'))
      const { query, variables } = JSON.parse(await bodyOf(request))
      const { errors, document, fields } = documents.find(query)
      if (errors) return send(response, 200, JSON.stringify({ errors }))
      await answer(response, viewer, document, fields, variables)
    } catch (error) {
      send(response, error instanceof SyntaxError ? 400 : 500, failure(error.message))
    }
  })
  server.keepAliveTimeout = 60_000
  server.listen({ port: Number(port), host: '127.0.0.1', backlog: 1024 })

  /** Runs the operation in a transaction of its own. The answer does not wait for COMMIT: it only read. */
  async function answer(response, viewer, document, fields, variables) {
    const client = await pool.connect()
    const context = new Request(client, viewer, fields)
    let broken
    try {
      context.begin()
      const result = await execute({ schema, document, variableValues: variables, contextValue: context })
      if (await context.isMember()) send(response, 200, JSON.stringify(result))
      else send(response, 401, failure('The session or the membership has ended.'))
    } finally {
      await client.query('COMMIT').catch((error) => (broken = error))
      client.release(broken)
    }
  }
}

function bodyOf(request) {
  return new Promise((resolve, reject) => {
    const parts = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => resolve(parts.length === 1 ? parts[0].toString() : Buffer.concat(parts).toString()))
    request.on('error', reject)
  })
}

function send(response, status, text) {
  if (response.headersSent) return
  const body = Buffer.from(text)
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length })
  response.end(body)
}

function failure(message) {
  return JSON.stringify({ errors: [{ message }] })
}
