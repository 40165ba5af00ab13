import { isWithin, type Span } from '../playwright/step-spans.ts'
import type { ConsoleMessage, NetworkRequest } from './browser-detail.ts'

/** No response, or one that says that it failed: as the count of network errors has it. */
export function isFailedRequest({ failure, status }: Pick<NetworkRequest, 'failure' | 'status'>): boolean {
  return failure !== null || (status !== null && status >= 400)
}

export type RequestFilter = 'all' | 'failed' | 'step'

/** `step`: those of the chosen step, and those that failed whenever they did. */
export function filterRequests(
  requests: readonly NetworkRequest[],
  filter: RequestFilter,
  span: Span | null,
): NetworkRequest[] {
  return requests.filter((request) => {
    if (filter === 'all') return true
    if (isFailedRequest(request)) return true
    return filter === 'step' && span !== null && isWithin(request.startMs, span)
  })
}

export type MessageFilter = 'all' | 'error' | 'warning' | 'step'

export function filterMessages(
  messages: readonly ConsoleMessage[],
  filter: MessageFilter,
  span: Span | null,
): ConsoleMessage[] {
  return messages.filter(({ type, startMs }) => {
    if (filter === 'all') return true
    if (filter === 'step') return span !== null && isWithin(startMs, span)
    return type === filter
  })
}

/** An address as short as it can be said beside others of the same page: without the origin that they share. */
export function shortAddress(url: string, origin: string | null): string {
  return origin !== null && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** Null for what is no address of the web. */
export function originOf(url: string | undefined): string | null {
  const parsed = url === undefined ? null : URL.parse(url)
  return parsed === null || parsed.origin === 'null' ? null : parsed.origin
}
