import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import type { RequestPayload } from 'fastify'
import type { App } from './app-type.ts'
import { type Refusal, invalidInput } from '@sonde/actions/refusal.ts'
import { HttpRefusal } from './refusal.ts'
import { unstorableText } from './storable-text.ts'

/** Of the body after unpacking. */
export const bodyLimitBytes = 5 * 1024 * 1024

/** JSON is the only body, plain or gzipped. */
export function acceptJsonBodies(app: App): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const source = String(text)
    // Some clients announce JSON on every request, with a body or without.
    if (source === '') return done(null, undefined)
    return parse(request, source, (error, value) => {
      if (error) return done(unreadable(source))
      const { keepsAnyText = false } = request.routeOptions.config
      const unstorable = keepsAnyText ? null : unstorableText(source, value)
      return done(unstorable ? invalidInput([unstorable]) : null, value)
    })
  })

  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.routeOptions.config.ignoresBody === true) return done(null, payload)
    const encoding = request.headers['content-encoding']?.trim().toLowerCase()
    if (encoding === undefined || encoding === '' || encoding === 'identity') return done(null, payload)
    if (encoding === 'gzip' || encoding === 'x-gzip') return done(null, gunzip(payload))
    return done(new HttpRefusal(415, 'This Content-Encoding is not supported: send gzip or none'))
  })
}

/** The framework measures the unpacked stream against the limit, so a bomb ends where a large body does. */
function gunzip(payload: RequestPayload): RequestPayload {
  const unpacked: RequestPayload = createGunzip()
  unpacked.receivedEncodedLength = 0
  payload.on('data', (chunk: Buffer) => {
    unpacked.receivedEncodedLength = (unpacked.receivedEncodedLength ?? 0) + chunk.length
  })
  // Also when nobody reads the body, as on GET: an error without a listener would end the process.
  unpacked.on('error', () => payload.resume())
  pipeline(payload, unpacked as ReturnType<typeof createGunzip>, (error) => {
    // The error also reaches the reader of the unpacked stream, which answers it.
    if (error) payload.resume()
  })
  return unpacked
}

/** The parser refuses two things and says neither: what is no JSON, and names that reach a prototype. */
function unreadable(source: string): Refusal {
  const message = isJson(source)
    ? 'must not contain the names __proto__ or constructor.prototype'
    : 'is not valid JSON'
  return invalidInput([{ path: '', message }])
}

function isJson(source: string): boolean {
  try {
    JSON.parse(source)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
