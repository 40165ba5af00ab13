import { createGunzip } from 'node:zlib'
import { pipeline, Transform } from 'node:stream'
import type { FastifyRequest, RequestPayload } from 'fastify'
import { invalidInput } from '@sonde/actions/refusal.ts'
import type { App } from '../app-type.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { countBytes, createAgentBodies } from './agent-bodies.ts'
import type { BodyBytes } from './byte-budget.ts'
import { type JsonLimits, usualLimits } from './json-limits.ts'
import { parseLargeJson } from './large-json.ts'
import { type ParsedJson, parseJson } from './parse-json.ts'
import { HttpRefusal } from '../refusal.ts'

/** Of the body after unpacking. */
export const bodyLimitBytes = 5 * 1024 * 1024

/** Where nobody has shown a key: enough for a form. */
const publicLimitBytes = 16 * 1024

/**
 * Agents bring a thousand results at once; what a message has too much, they bring in smaller ones. What an assertion of
 * a gRPC check found may be a hundred messages deep, each of them an object in a list: a result that is refused for it
 * is lost.
 */
const agentLimits: JsonLimits = { values: 300_000, depth: 300 }

/** What JSON of people is packed by is 5 to 30; the first bytes are free, since small bodies may repeat themselves. */
const mostUnpackRatio = 100
const freeUnpackedBytes = 1024 * 1024

/** What is unpacked at once of what agents send. */
const agentChunkBytes = 256 * 1024

/** Beyond this a route with `largeBody` parses on another thread. */
const ownThreadBytes = 64 * 1024

/** JSON is the only body, plain or gzipped. */
export function acceptJsonBodies(app: App, clock: Clock): void {
  const agentBodies = createAgentBodies(clock)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    // Some clients announce JSON on every request, with a body or without.
    if (bytes.length === 0) return done(null, undefined)
    const { keepsAnyText = false, largeBody, access } = request.routeOptions.config
    if (largeBody !== undefined && bytes.length > ownThreadBytes) {
      parseLargeJson(bytes, largeBody).then((parsed) => conclude(parsed, done), done)
      return undefined
    }
    const limits = access?.kind === 'agent' ? agentLimits : usualLimits
    return conclude(parseJson(bytes, { limits, keepsAnyText }), done)
  })

  // Some clients announce a form on every POST, which has no say where there is no body: axios does.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['content-length'] === '0') delete request.headers['content-type']
    done()
  })

  app.addHook('onRoute', (route) => {
    const { access, ignoresBody = false, largeBody } = route.config ?? {}
    if (access?.kind === 'public' && !ignoresBody) route.bodyLimit ??= publicLimitBytes
    if (largeBody !== undefined && route.preParsing === undefined) {
      throw new Error(`${route.url} takes large bodies, and any number of them at once`)
    }
  })

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.routeOptions.config.ignoresBody === true) return done(null, payload)
    const encoding = request.headers['content-encoding']?.trim().toLowerCase()
    const isPacked = encoding !== undefined && encoding !== '' && encoding !== 'identity'
    const bytes = agentBodies.admit(request, reply, isPacked)
    if (!isPacked) return done(null, bytes === null ? payload : counted(request, payload, bytes))
    if (isPublic(request)) {
      return done(
        new HttpRefusal(415, 'A compressed body is not accepted here: send it without Content-Encoding'),
      )
    }
    if (encoding === 'gzip' || encoding === 'x-gzip') return done(null, gunzip(payload, bytes))
    return done(new HttpRefusal(415, 'This Content-Encoding is not supported: send gzip or none'))
  })
}

function conclude(parsed: ParsedJson, done: (error: Error | null, value?: unknown) => void): void {
  switch (parsed.kind) {
    case 'parsed':
      return done(null, parsed.value)
    case 'invalid':
      return done(invalidInput([parsed.violation]))
    case 'too-large':
      return done(new HttpRefusal(413, parsed.message))
  }
}

function isPublic({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.access?.kind === 'public'
}

/** A body of known length counts at once: it is refused as soon as it is longer. */
function counted({ headers }: FastifyRequest, payload: RequestPayload, bytes: BodyBytes): RequestPayload {
  const length = headers['content-length']
  if (length === undefined) return pipeline(payload, countBytes(bytes), () => payload.resume())
  bytes.count(Number(length))
  bytes.end()
  return payload
}

/**
 * The framework measures the unpacked stream against the limit, so a bomb ends where a large body does. Long before
 * that it ends by its ratio; results of agents do not, since it is their targets who say what is in them: of those the
 * bytes of each key are limited.
 */
function gunzip(payload: RequestPayload, bytes: BodyBytes | null): RequestPayload {
  let packedBytes = 0
  let unpackedBytes = 0
  const measured =
    bytes === null
      ? new Transform({
          transform(chunk: Buffer, _encoding, done) {
            unpackedBytes += chunk.length
            const isTooMuch = unpackedBytes > freeUnpackedBytes + packedBytes * mostUnpackRatio
            if (isTooMuch) done(unpacksToTooMuch())
            else done(null, chunk)
          },
        })
      : countBytes(bytes)
  const unpacked: RequestPayload = measured
  unpacked.receivedEncodedLength = 0
  payload.on('data', (chunk: Buffer) => {
    packedBytes += chunk.length
    unpacked.receivedEncodedLength = packedBytes
  })
  // Also when nobody reads the body, as on GET: an error without a listener would end the process.
  unpacked.on('error', () => payload.resume())
  // Each piece is a way to another thread and back, and messages of agents are of a hundred kilobytes.
  const unzip = createGunzip(bytes === null ? {} : { chunkSize: agentChunkBytes })
  pipeline(payload, unzip, measured, (error) => {
    // The error also reaches the reader of the unpacked stream, which answers it.
    if (error) payload.resume()
  })
  return unpacked
}

function unpacksToTooMuch(): HttpRefusal {
  return new HttpRefusal(
    413,
    `The body is more than ${mostUnpackRatio} times as large when decompressed: send it uncompressed`,
  )
}
