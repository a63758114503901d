'use strict'
const { createHmac, timingSafeEqual } = require('node:crypto')

const maximumCount = 4096

/** Verifies session tokens: JSON Web Tokens signed with HS256. Verified ones are kept; their expiry counts each time. */
class Tokens {
  #verified = new Map()
  #secrets

  /** @param {string} secrets separated by commas, as the gateway has them. */
  constructor(secrets) {
    this.#secrets = secrets.split(',').map((secret) => Buffer.from(secret.trim()))
  }

  /** The viewer whom an `Authorization` header names, or null. */
  viewer(header) {
    let viewer = this.#verified.get(header)
    if (!viewer) {
      viewer = this.#verify(header)
      if (!viewer) return null
      if (this.#verified.size >= maximumCount) this.#verified.delete(this.#verified.keys().next().value)
      this.#verified.set(header, viewer)
    }
    return viewer.expiresAt * 1000 > Date.now() ? viewer : null
  }

  #verify(header) {
    const token = /^Bearer +([\w-]+\.[\w-]+)\.([\w-]+)$/i.exec(header ?? '')
    if (!token) return null
    const [, signed, signature] = token
    const [head, body] = signed.split('.').map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    if (head.alg !== 'HS256') return null
    const given = Buffer.from(signature, 'base64url')
    const isSigned = this.#secrets.some((secret) => {
      const expected = createHmac('sha256', secret).update(signed).digest()
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
    if (!isSigned || body.iss !== 'hatched' || body.aud !== 'hatched') return null
    return {
      expiresAt: body.exp, account: uuid(body.sub), session: uuid(body.sid), family: uuid(body.fam),
      member: uuid(body.mem), role: body.rol,
    }
  }
}

/** The same text, when it is a UUID: it may then stand in a statement. */
function uuid(text) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) throw new Error('A claim is no UUID.')
  return text
}

module.exports = { Tokens }
