import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { http } from '@sonde/ground/node-http.ts'

/** A request whose body, or answer, is too large for memory. */
export type StreamedRequest = {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: Readable | null
  /** How long the connection may be silent. */
  silenceMs: number
}

/** To be read to its end, or destroyed. */
export type StreamedAnswer = {
  status: number
  headers: Readonly<IncomingHttpHeaders>
  body: IncomingMessage
}

/**
 * One request to an address that the operator has named, over a connection of its own. Resolves with the head of the
 * answer; rejects when there is none. Redirects are not followed.
 */
export function sendStreamed({
  method,
  url,
  headers,
  body,
  silenceMs,
}: StreamedRequest): Promise<StreamedAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? https.request : http.request
    const outgoing = send(url, { method, headers, agent: false, timeout: silenceMs })
    const fail = (error: unknown) => {
      body?.destroy()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${silenceMs} ms`)))
    outgoing.on('error', fail)
    outgoing.on('response', (response) => {
      // What was refused may not have been read to its end.
      body?.destroy()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response })
    })
    outgoing.on('close', () => fail(new Error('the connection was closed without a response')))
    if (body === null) outgoing.end()
    else
      pipeline(body, outgoing, (error) => {
        if (error) outgoing.destroy(error)
      })
  })
}
