import { MomentSpan } from '../parts/moment.tsx'
import type { CalendarEntry } from './calendar-entries.ts'
import { EntryLink } from './entry-link.tsx'
import { MaintenanceMark } from './maintenance-mark.tsx'

/** The same as the calendar, one below the other: for narrow screens. */
export function EntryList({ entries }: { entries: readonly CalendarEntry[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li
          key={`${entry.windowId}/${entry.startsAt}`}
          className="border-line border-b px-4 py-3 last:border-b-0"
        >
          <p className="flex flex-wrap items-center gap-2">
            <MaintenanceMark status={entry.status} />
            <EntryLink entry={entry} className="font-medium">
              {entry.name}
            </EntryLink>
          </p>
          <p className="text-soft mt-1">
            <MomentSpan from={entry.startsAt} to={entry.endsAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
