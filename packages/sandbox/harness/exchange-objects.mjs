// @ts-check
import { bare } from './pipes.mjs'

const { entries, keys, create } = Object
const { byteLength } = Buffer
const { stringify } = JSON

/** Of what a script writes back. */
export const mostWrittenBytes = 262_144

/** @typedef {{ method: string, url: string, body: string, headers: Record<string, string>, queryParameters: Record<string, string> }} RequestView */

/** @param {RequestView} given @returns {RequestView} */
export function copyRequest({ method, url, body, headers, queryParameters }) {
  return { method, url, body, headers: { ...headers }, queryParameters: { ...queryParameters } }
}

/**
 * What the scripts have made of the request: the fields that are not as they were. Throws for what cannot be sent.
 *
 * @param {unknown} request
 * @param {RequestView} given
 */
export function changesOfRequest(request, given) {
  if (typeof request !== 'object' || request === null) throw new TypeError('request is no object any more')
  const changes = create(null)
  for (const name of /** @type {const} */ (['method', 'url', 'body'])) {
    const value = textOf(Reflect.get(request, name), `request.${name}`) ?? ''
    if (value !== given[name]) changes[name] = value
  }
  for (const name of /** @type {const} */ (['headers', 'queryParameters'])) {
    const value = pairsOf(Reflect.get(request, name), `request.${name}`)
    if (stringify(value) !== stringify(bare(given[name]))) changes[name] = value
  }
  checkSize(changes, 'request')
  return changes
}

/** @param {unknown} value @param {string} name */
export function checkSize(value, name) {
  if (byteLength(stringify(value)) > mostWrittenBytes)
    throw new RangeError(`${name} is too large: a script may write back 256 KB at most`)
}

/** @param {unknown} pairs @param {string} name */
function pairsOf(pairs, name) {
  if (typeof pairs !== 'object' || pairs === null || Array.isArray(pairs))
    throw new TypeError(`${name} must be an object`)
  const texts = create(null)
  for (const key of keys(pairs)) {
    const text = textOf(Reflect.get(pairs, key), `${name}.${key}`)
    if (text !== null) texts[key] = text
  }
  return texts
}

/** Null: it is to be left out. @param {unknown} value @param {string} name */
export function textOf(value, name) {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  throw new TypeError(
    `${name} must be a text, not ${Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`}`,
  )
}

/**
 * The response as teardown scripts see it: its body can be replaced, and whatever else is written is ignored.
 *
 * @param {Record<string, unknown>} fields
 * @param {string} body
 */
export function createResponse(fields, body) {
  const response = { body }
  for (const [name, value] of entries(fields)) {
    Object.defineProperty(response, name, { get: () => value, set() {}, enumerable: true })
  }
  return response
}
