import { Type } from 'typebox'
import { OneNumberOf } from '../validation/building-blocks.ts'
import type { Rule } from '../validation/annotations.ts'

/** Minutes between runs; 0 means that the offset gives the seconds between runs. */
export const frequencies = [0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440] as const

export const Frequency = OneNumberOf(frequencies, {
  default: 10,
  description: 'Minutes between runs. 0 means a run every `frequencyOffset` seconds.',
})

export const FrequencyOffset = Type.Integer({
  minimum: 1,
  description:
    'Frequency 0: seconds between runs. Up to 60: phase in steps of 6 seconds. Above 60: phase in steps ' +
    'of one hour. Chosen at random when omitted.',
})

/** The whole period divided into steps of 6 seconds, or of one hour above 60 minutes. */
export function highestOffset(frequencyMinutes: number): number {
  return frequencyMinutes <= 60 ? Math.floor(frequencyMinutes * 10) : Math.ceil(frequencyMinutes / 60)
}

export function isOffsetAllowed(
  frequencyMinutes: number,
  offset: number,
  subMinuteSeconds: readonly number[],
): boolean {
  if (frequencyMinutes === 0) return subMinuteSeconds.includes(offset)
  return offset >= 1 && offset <= highestOffset(frequencyMinutes)
}

/** The rule between frequency and offset, for a check type that may run every so many seconds. */
export function frequencyOffsetRule(subMinuteSeconds: readonly number[]): Rule {
  return ({ frequency, frequencyOffset }, { complete }) => {
    if (typeof frequency !== 'number' || !frequencies.some((allowed) => allowed === frequency)) return []
    const path = 'frequencyOffset'
    if (frequency === 0 && subMinuteSeconds.length === 0) {
      return [{ path: 'frequency', message: 'must be at least 1 minute for this check type' }]
    }
    if (frequencyOffset === undefined) {
      if (frequency !== 0 || !complete) return []
      return [{ path, message: `is required with frequency 0: ${listed(subMinuteSeconds)} (seconds)` }]
    }
    if (typeof frequencyOffset !== 'number' || !Number.isInteger(frequencyOffset) || frequencyOffset < 1) {
      return []
    }
    if (isOffsetAllowed(frequency, frequencyOffset, subMinuteSeconds)) return []
    const allowed = frequency === 0 ? listed(subMinuteSeconds) : `from 1 to ${highestOffset(frequency)}`
    return [{ path, message: `must be ${allowed} with frequency ${frequency}` }]
  }
}

function listed(values: readonly number[]): string {
  return values.length === 1
    ? String(values[0])
    : `${values.slice(0, -1).join(', ')} or ${String(values.at(-1))}`
}
