import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { isRecord } from '@sonde/ground/is-record.ts'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The parsed body; undefined when there is none or it is not JSON. */
  body: unknown
  /** What stands at a dotted path of the body (`request.assertions.0.source`); undefined when nothing does. */
  at(path: string): unknown
  /** The same where the test relies on a text being there. */
  textAt(path: string): string
  /** The body where the test relies on it being an object. */
  record(): Record<string, unknown>
}

export type RawRequest = {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  payload: string | Buffer | null
  /** Send the payload in pieces, without saying how long it is. */
  chunked?: boolean
}

export type HttpClient = { send(raw: RawRequest): Promise<Answer>; close(): void }

/** Real sockets, kept alive between requests as clients do. */
export function createHttpClient(port: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, payload, chunked = false }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      const length =
        payload === null || chunked ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          agent,
          headers: { ...length, ...headers },
        },
        (incoming) => {
          const pieces: Buffer[] = []
          incoming.on('data', (piece: Buffer) => pieces.push(piece))
          incoming.on('error', reject)
          incoming.on('end', () => {
            const text = Buffer.concat(pieces).toString()
            resolve(createAnswer(incoming.statusCode ?? 0, incoming.headers, text))
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(payload ?? undefined)
      return promise
    },
  }
}

function createAnswer(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  const isJson = headers['content-type']?.startsWith('application/json') === true && text !== ''
  const body: unknown = isJson ? JSON.parse(text) : undefined
  const at = (path: string) => valueAt(body, path)
  return {
    status,
    headers,
    text,
    body,
    at,
    textAt(path) {
      const found = at(path)
      if (typeof found !== 'string') throw new Error(`there is no text at ${path} of ${status} ${text}`)
      return found
    },
    record() {
      if (!isRecord(body)) throw new Error(`there is no object in ${status} ${text}`)
      return body
    },
  }
}

export function valueAt(root: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)]
    return isRecord(value) ? value[part] : undefined
  }, root)
}
