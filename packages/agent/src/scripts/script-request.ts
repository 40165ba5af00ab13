import { type ApiKeyValue, type ApiMethod, apiMethods } from '@sonde/schema/check-types/api/document.ts'
import type { ApiRunConfig } from '@sonde/schema/check-types/api/result.ts'
import type { RequestChanges } from './script-messages.ts'

type Request = ApiRunConfig['request']

/** `request` as scripts know it: headers and parameters are plain objects there. */
export type RequestView = {
  method: string
  url: string
  body: string
  headers: Record<string, string>
  queryParameters: Record<string, string>
}

export function viewOf({ method, url, body, headers, queryParameters }: Request): RequestView {
  return { method, url, body, headers: objectOf(headers), queryParameters: objectOf(queryParameters) }
}

/** By definition of properties, so that a name such as __proto__ is one like any other. */
function objectOf(pairs: readonly ApiKeyValue[]): Record<string, string> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, value]))
}

/** A script has written what no request can be. */
export class UnusableRequest extends Error {
  override readonly name = 'UnusableRequest'
}

/** The request as the set-up scripts have left it. */
export function applyChanges(request: Request, changes: RequestChanges): Request {
  const { method, url, body, headers, queryParameters } = changes
  return {
    ...request,
    ...(method === undefined ? {} : { method: methodIn(method) }),
    ...(url === undefined ? {} : { url }),
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers: changePairs(request.headers, headers) }),
    ...(queryParameters === undefined
      ? {}
      : { queryParameters: changePairs(request.queryParameters, queryParameters) }),
  }
}

function methodIn(text: string): ApiMethod {
  const method = apiMethods.find((name) => name === text.toUpperCase())
  if (method === undefined)
    throw new UnusableRequest(`request.method is none of ${apiMethods.join(', ')}: ${text.slice(0, 50)}`)
  return method
}

/** What the script has not touched stays as it was, with names that stand there twice and with its lock. */
function changePairs(pairs: readonly ApiKeyValue[], changed: ReadonlyMap<string, string>): ApiKeyValue[] {
  const before = new Map(pairs.map((pair) => [pair.key, pair]))
  const kept = pairs.flatMap((pair): ApiKeyValue[] => {
    const value = changed.get(pair.key)
    if (value === undefined) return []
    const shown = before.get(pair.key)
    if (shown?.value === value) return [pair]
    return shown === pair ? [{ ...pair, value }] : []
  })
  const added = [...changed].flatMap(([key, value]) => (before.has(key) ? [] : [{ key, value }]))
  return [...kept, ...added]
}
