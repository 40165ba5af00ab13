import { isRecord } from '@sonde/ground/is-record.ts'
import { longestMeasuredMs, mostCounted } from '@sonde/schema/runs/outcome.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Thrown inside: whatever does not look as it should makes the whole line none. */
export class NoMessage extends Error {}

export function recordIn(value: Fields, name: string): Fields {
  const record = own(value, name)
  if (!isRecord(record)) throw new NoMessage()
  return record
}

export function listIn(value: Fields, name: string): readonly unknown[] {
  const list = own(value, name)
  if (!Array.isArray(list)) throw new NoMessage()
  return list
}

export function oneOf<const Choice extends string>(choices: readonly Choice[], value: unknown): Choice {
  const choice = choices.find((each) => each === value)
  if (choice === undefined) throw new NoMessage()
  return choice
}

export function textIn(value: Fields, name: string): string {
  const text = own(value, name)
  if (typeof text !== 'string') throw new NoMessage()
  return text
}

export function textOrNull(value: Fields, name: string): string | null {
  return (own(value, name) ?? null) === null ? null : textIn(value, name)
}

export function numberIn(value: Fields, name: string): number {
  const number = own(value, name)
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) throw new NoMessage()
  return number
}

export function numberOrNull(value: Fields, name: string): number | null {
  return (own(value, name) ?? null) === null ? null : numberIn(value, name)
}

/**
 * A span of time, from none to the longest that a run can have. Whoever measured it went by a clock that somebody may have set
 * meanwhile, or that the script has replaced by its own: what comes out of that, below zero or no number at all, is no fault of the
 * target.
 */
export function spanIn(value: Fields, name: string): number {
  return spanBetween(0, timeIn(value, name))
}

/** A time of such a clock. */
export function timeIn(value: Fields, name: string): number {
  const time = own(value, name)
  if (typeof time !== 'number' && time !== null) throw new NoMessage()
  return time ?? 0
}

export function spanOrNull(value: Fields, name: string): number | null {
  return (own(value, name) ?? null) === null ? null : spanIn(value, name)
}

/** From one time of a clock to another, which may have been set in between. */
export function spanBetween(from: number, to: number): number {
  return Math.min(Math.max(0, to - from), longestMeasuredMs) || 0
}

/** A whole number that others can add up. */
export function countIn(value: Fields, name: string): number {
  return Math.round(Math.min(numberIn(value, name), mostCounted))
}

export function countOrNull(value: Fields, name: string): number | null {
  return (own(value, name) ?? null) === null ? null : countIn(value, name)
}

export function own(value: Fields, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}
