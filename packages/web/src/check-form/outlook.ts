import { heartbeatOutlook } from '../check-types/heartbeat/rhythm.ts'
import { rhythmOf, runsPerDay } from '../check/rhythm.ts'
import { formatCount } from '../parts/format.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import type { EffectiveValues } from './effective-values.ts'
import { alertTimeInWords } from './fold-words.ts'

/** How often a check will run, what a failure leads to, and whom it notifies when. */
export function outlookOf({
  value,
  effective,
  isRun,
  notified,
  alertSettings,
}: {
  value: FormValue
  effective: Pick<EffectiveValues, 'places' | 'runParallel' | 'retries'>
  isRun: boolean
  /** The channels in words; null where there are none. */
  notified: string | null
  /** Null while they are read. */
  alertSettings: FormValue | null
}): string {
  const when = alertSettings === null ? '' : ` ${alertTimeInWords(alertSettings)}`
  const who =
    value['muted'] === true
      ? 'It is muted: nobody is notified.'
      : notified === null
        ? 'Nobody is notified of a failure.'
        : `Notifies ${notified}${isRun ? when : ''}.`
  if (value['activated'] === false) return 'It is saved paused, and does nothing until it is resumed.'
  return isRun
    ? `${runsInWords(value, effective)} ${effective.retries.sentence} ${who}`
    : `${heartbeatOutlook(value['heartbeat'])}${who}`
}

function runsInWords(
  value: FormValue,
  { places, runParallel }: Pick<EffectiveValues, 'places' | 'runParallel'>,
): string {
  const schedule = {
    frequency: numberIn(value['frequency']),
    frequencyOffset: numberIn(value['frequencyOffset']),
    locations: places.locations,
    privateLocations: places.privateLocations,
    runParallel: runParallel.isOn,
  }
  if (places.locations.length + places.privateLocations.length === 0) {
    return 'It never runs: it has no location.'
  }
  const perDay = runsPerDay(schedule)
  const count = perDay === null ? '' : `, ${formatCount(perDay)} ${perDay === 1 ? 'run' : 'runs'} a day`
  return `Runs ${rhythmOf(schedule)}${count}.`
}

/** While somebody types, a number of the form may not be one yet. */
function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
