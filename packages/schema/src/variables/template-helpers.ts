import { randomInt, randomUUID } from 'node:crypto'
import { dayMs, hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { formatDate } from '@sonde/ground/format-date.ts'

/** `{{$UUID}}`, `{{$RANDOM_NUMBER}}`, `{{moment "YYYY"}}` and `{{moment "2 days ago" "YYYY"}}`. */
const helper =
  /\{\{\s*(?:(?<name>\$UUID|\$RANDOM_NUMBER)|moment\s+"(?<first>[^"{}]{0,200})"(?:\s+"(?<second>[^"{}]{0,200})")?)\s*\}\}/g

const highestRandomNumber = 10_000

/** What helpers write, each occurrence anew. A phrase that nobody understands stays as it is written. */
export function callHelpers(text: string, now: number): string {
  if (!text.includes('{{')) return text
  return text.replaceAll(helper, (reference, ...rest) => {
    const { name, first, second } = groupsOf(rest.at(-1))
    if (name === '$UUID') return randomUUID()
    if (name === '$RANDOM_NUMBER') return String(randomInt(highestRandomNumber + 1))
    if (first === undefined) return reference
    if (second === undefined) return formatDate(now, first)
    const at = momentOf(first, now)
    return at === null ? reference : formatDate(at, second)
  })
}

function groupsOf(last: unknown): { name?: string; first?: string; second?: string } {
  return typeof last === 'object' && last !== null ? last : {}
}

const units: Readonly<Record<string, number>> = {
  second: secondMs,
  minute: minuteMs,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
}

const phrase =
  /^(?:(?<ago>\d{1,6}) (?<agoUnit>[a-z]+?)s? ago|in (?<ahead>\d{1,6}) (?<aheadUnit>[a-z]+?)s?|(?<side>last|next) (?<sideUnit>[a-z]+))$/

/** Null for a phrase that says nothing. */
function momentOf(text: string, now: number): number | null {
  const words = text.trim().toLowerCase()
  const simple = { now: 0, today: 0, yesterday: -1, tomorrow: 1 }[words]
  if (simple !== undefined) return now + simple * dayMs
  const parts = phrase.exec(words)?.groups
  if (parts === undefined) return null
  const { ago, agoUnit = '', ahead, aheadUnit = '', side, sideUnit = '' } = parts
  if (ago !== undefined) return shifted(now, -Number(ago), agoUnit)
  if (ahead !== undefined) return shifted(now, Number(ahead), aheadUnit)
  return shifted(now, side === 'last' ? -1 : 1, sideUnit)
}

function shifted(now: number, count: number, unit: string): number | null {
  const unitMs = Object.hasOwn(units, unit) ? units[unit] : undefined
  if (unitMs !== undefined) return now + count * unitMs
  if (unit !== 'month' && unit !== 'year') return null
  return shiftedByMonths(now, count * (unit === 'year' ? 12 : 1))
}

/** A day that the other month does not have is its last one. */
function shiftedByMonths(now: number, count: number): number | null {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return Number.isNaN(date.getTime()) ? null : date.getTime()
}
