import type { IncidentUpdateCreate } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { NewUpdate } from '@sonde/status-pages/write-incident.ts'
import { publicDateAt } from './public-date.ts'

/** An update as it was sent, with its defaults. `path` stands before the names of its fields. */
export function newUpdate(
  input: IncidentUpdateCreate,
  { path, now }: { path: string; now: number },
): NewUpdate {
  const { publicIncidentUpdateDate: date } = input
  return {
    description: input.description,
    status: input.status ?? 'INVESTIGATING',
    publicAt: date === undefined ? now : publicDateAt(date, { path: `${path}publicIncidentUpdateDate`, now }),
    notifySubscribers: input.notifySubscribers ?? false,
  }
}
