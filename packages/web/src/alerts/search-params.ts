import type { AlertClass } from '@sonde/schema/alerts/alert.ts'
import { alertClassWords } from './alert-words.ts'

/** What the address says about a list of the past: the moment at which it ends (left out: now), and a page. */
export type PastSearch = { to?: string; page?: number }

export type AlertsSearch = PastSearch & { checkId?: string; kind?: AlertClass }

export type DeliveriesSearch = PastSearch & { failures?: true; channelId?: number }

type Raw = Readonly<Record<string, unknown>>

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readPastSearch({ to, page }: Raw): PastSearch {
  const toAt = typeof to === 'string' ? Date.parse(to) : Number.NaN
  return {
    ...(Number.isNaN(toAt) ? {} : { to: new Date(toAt).toISOString() }),
    ...(isCount(page) && page > 1 ? { page } : {}),
  }
}

export function readAlertsSearch(raw: Raw): AlertsSearch {
  const { checkId, kind } = raw
  const alertClass = alertClassWords.find(([each]) => each === kind)?.[0]
  return {
    ...readPastSearch(raw),
    ...(typeof checkId === 'string' && uuid.test(checkId) ? { checkId } : {}),
    ...(alertClass === undefined ? {} : { kind: alertClass }),
  }
}

export function readDeliveriesSearch(raw: Raw): DeliveriesSearch {
  const { failures, channelId } = raw
  return {
    ...readPastSearch(raw),
    ...(failures === true ? { failures } : {}),
    ...(isCount(channelId) ? { channelId } : {}),
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}

type Changes<Search> = { readonly [Name in keyof Search]?: Search[Name] | undefined }

/** The same search with some of it changed; what is undefined is left out of the address. */
export function withSearch<Search extends object>(search: Search, changes: Changes<Search>): Search {
  const entries = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined)
  return asSearch(Object.fromEntries(entries))
}

// Safe because every field comes from a value of the type, and only what may be left out can be undefined.
function asSearch<Search>(fields: Record<string, unknown>): Search {
  return fields as Search
}

/** The span of a list that ends at `to`, or now. */
export function spanOf(
  to: string | undefined,
  widthMs: number,
  now: number,
): { fromAt: number; toAt: number } {
  const toAt = to === undefined ? now : Date.parse(to)
  return { fromAt: toAt - widthMs, toAt }
}

/** One step to the past or back; whoever steps past the present is at "now" again, where the list is live. */
export function stepTo(to: string | undefined, stepMs: number, now: number): string | undefined {
  const next = (to === undefined ? now : Date.parse(to)) + stepMs
  return next >= now ? undefined : new Date(next).toISOString()
}
