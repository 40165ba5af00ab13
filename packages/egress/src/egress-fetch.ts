import { type HttpDeps, sendRequest } from './http-request.ts'

/** The address could not be reached, or may not be. */
class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

type FetchOptions = {
  method: string
  headers: Readonly<Record<string, string>>
  body?: unknown
  signal?: AbortSignal | null | undefined
}

/** What libraries expect that want to be given a `fetch`, by the way of every other request of the service. */
export function createEgressFetch(deps: HttpDeps): (url: string, options: FetchOptions) => Promise<Response> {
  return async (url, { method, headers, body, signal }) => {
    const exchange = await sendRequest(
      { method, url, headers, body: bytesOf(body) },
      deps,
      signal ?? new AbortController().signal,
    )
    if (exchange.kind !== 'answered') throw new Unreachable(`${new URL(url).host}: ${exchange.why}`)
    const { answer } = exchange
    const hasBody = answer.status !== 204 && answer.status !== 304
    return new Response(hasBody ? answer.body : null, {
      status: answer.status,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((each): [string, string] => [name, each]),
      ),
    })
  }
}

function bytesOf(body: unknown): Buffer | null {
  if (body === undefined || body === null) return null
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(String(body))
  throw new TypeError('only texts and forms can be sent')
}
