import { isRecord } from '@sonde/ground/is-record.ts'

/** When a ping is expected, in words. */
export function heartbeatRhythm({
  period,
  periodUnit,
  grace,
  graceUnit,
}: {
  period: number
  periodUnit: string
  grace: number
  graceUnit: string
}): string {
  const every = countOf(period, periodUnit).replace(/^1 /, '')
  return `expects a ping every ${every}, with ${grace === 0 ? 'no grace' : `${countOf(grace, graceUnit)} of grace`}`
}

/** What follows from the fields of a form, as far as they are filled in: a sentence with a space behind it, or nothing. */
export function heartbeatOutlook(heartbeat: unknown): string {
  if (!isRecord(heartbeat)) return ''
  const { period, periodUnit, grace, graceUnit } = heartbeat
  if (typeof period !== 'number' || typeof periodUnit !== 'string') return ''
  if (typeof grace !== 'number' || typeof graceUnit !== 'string') return ''
  const every = countOf(period, periodUnit).replace(/^1 /, '')
  const late = grace === 0 ? 'late' : `${countOf(grace, graceUnit)} late`
  return `Expects a ping every ${every}, and fails when one is ${late}. `
}

/** Units come in the plural. */
function countOf(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`
}
