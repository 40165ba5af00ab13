type Places = {
  locations?: readonly string[] | null
  privateLocations?: readonly string[] | null
}

/** As much of a check as says when and where it runs. */
type Schedule = Places & {
  frequency?: number | null
  frequencyOffset?: number | null
  runParallel?: boolean
}

/** How often a check runs, in words: `every 10 s at 2 locations at once`. */
export function rhythmOf(check: Schedule): string {
  const places = placesOf(check)
  const minutes = everyMinutesOf(check)
  if (places === 0) return 'no location: it never runs'
  const where =
    places === 1
      ? 'at 1 location'
      : `at ${places} locations, ${check.runParallel ? 'all at once' : 'in turns'}`
  return minutes === null ? where : `every ${inUnits(minutes)} ${where}`
}

export function placesOf({ locations, privateLocations }: Places): number {
  return (locations ?? []).length + (privateLocations ?? []).length
}

/** Of all locations together; null when it is not known how often it runs. */
export function runsPerDay(check: Schedule): number | null {
  const minutes = everyMinutesOf(check)
  if (minutes === null || minutes <= 0) return null
  return Math.round((1440 / minutes) * (check.runParallel ? placesOf(check) : 1))
}

function inUnits(minutes: number): string {
  if (minutes < 1) return `${Math.round(minutes * 60)} s`
  if (minutes % 1440 === 0) return minutes === 1440 ? 'day' : `${minutes / 1440} days`
  if (minutes % 60 === 0) return minutes === 60 ? 'hour' : `${minutes / 60} hours`
  return minutes === 1 ? 'minute' : `${minutes} min`
}

/** Null when it is not known. With frequency 0 the offset says the seconds. */
function everyMinutesOf({ frequency, frequencyOffset }: Schedule): number | null {
  if (frequency === undefined || frequency === null) return null
  return frequency === 0 ? (frequencyOffset ?? 60) / 60 : frequency
}

/**
 * How far apart the runs of a chart are: of all locations together, as often as the check runs; of each by itself, as
 * often as it has its turn. Wider steps would hide runs, closer ones would tear the line.
 */
export function runMinutesOf(check: Schedule, { isByLocation }: { isByLocation: boolean }): number {
  const every = everyMinutesOf(check) ?? 1
  return check.runParallel || !isByLocation ? every : every * Math.max(1, placesOf(check))
}
