import { isRecord } from '@sonde/ground/is-record.ts'

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

export function own(value: Fields, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}
