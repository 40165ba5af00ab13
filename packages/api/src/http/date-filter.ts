import { hourMs } from '@sonde/ground/durations.ts'
import { readMoment } from '@sonde/schema/validation/read-moment.ts'
import { invalid } from './refusal.ts'

const forms = 'must be Unix seconds, Unix milliseconds or ISO 8601, up to the year 9999'

type Window = { from?: number | undefined; to?: number | undefined }

/** What `from` and `to` of a query say, as far as they are there; refused when they are no window. */
export function readWindow(query: { from?: string | undefined; to?: string | undefined }): Window {
  const window: Window = {}
  const unreadable: string[] = []
  for (const name of ['from', 'to'] as const) {
    const text = query[name]
    if (text === undefined) continue
    const at = readMoment(text)
    if (at === null) unreadable.push(name)
    else window[name] = at
  }
  if (unreadable.length > 0) {
    throw invalid(
      'query',
      unreadable.map((path) => ({ path, message: forms })),
    )
  }
  if (window.from !== undefined && window.to !== undefined && window.from >= window.to) {
    throw invalid('query', [{ path: 'from', message: 'must be before to' }])
  }
  return window
}

/** The same where a window has a greatest width: without one end, it is that wide; without both, it ends now. */
export function readBoundedWindow(
  query: { from?: string | undefined; to?: string | undefined },
  { widestMs, now }: { widestMs: number; now: number },
): { from: number; to: number } {
  const window = readWindow(query)
  const to = window.to ?? (window.from === undefined ? now : window.from + widestMs)
  const from = window.from ?? to - widestMs
  if (to - from > widestMs) {
    const hours = widestMs / hourMs
    throw invalid('query', [{ path: 'from', message: `must be at most ${hours} hours before to` }])
  }
  return { from, to }
}
