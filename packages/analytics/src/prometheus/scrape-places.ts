import type { ServedBy } from '@sonde/schema/agents/served-by.ts'
import { type StandIns, standInPlace } from '../stand-ins.ts'
import { type Labels, labelText } from './exposition.ts'

/** Where something ran, as its labels say it. */
export type ScrapePlace = { location: string; servedBy: ServedBy }

/** Whose runs are told of together: all that this server ran in place of agents is one place. */
export type ScrapePlaces = {
  groupBy<Row extends { location: string | null; isStandIn: boolean | null }>(
    rows: readonly Row[],
  ): { place: ScrapePlace | null; rows: Row[] }[]
}

/**
 * This server has the code by which it is named, whatever the check calls it: a series whose labels depend on
 * which locations ran since the beginning of the hour would not stay one.
 */
export async function createScrapePlaces(standIns: StandIns | undefined): Promise<ScrapePlaces> {
  const { placeOf, isStandIn } = standInPlace(new Set(await standIns?.locations()), standIns?.location ?? '')
  return {
    groupBy(rows) {
      const byKey = Map.groupBy(rows, (row) =>
        row.location === null ? null : placeOf(row.location, row.isStandIn),
      )
      return [...byKey].map(([key, ofPlace]) => ({
        place:
          key === null
            ? null
            : isStandIn(key)
              ? { location: standIns?.location ?? key, servedBy: 'STAND_IN' }
              : { location: key, servedBy: 'AGENT' },
        rows: ofPlace,
      }))
    },
  }
}

/** `name`: what the label of the location is called. */
export function placeLabels({ location, servedBy }: ScrapePlace, name: 'location' | 'region'): string {
  const labels: Labels = [
    [name, location],
    ['served_by', servedBy === 'STAND_IN' ? 'stand_in' : 'agent'],
  ]
  return labelText(labels)
}
