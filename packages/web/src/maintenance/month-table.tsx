import { formatTimeOfDay } from '../parts/format.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import { EntryLink } from './entry-link.tsx'
import type { Day } from './month.ts'
import { statusWords } from './maintenance-words.ts'

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const longDay = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })

/** A month as a table: a row for each week, the occurrences of a day as links in its cell. */
export function MonthTable({
  weeks,
  entries,
  name,
}: {
  weeks: readonly (readonly Day[])[]
  entries: readonly CalendarEntry[]
  name: string
}) {
  const today = new Date().toDateString()
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Maintenance in {name}</caption>
      <thead>
        <tr>
          {(weeks[0] ?? []).map(({ startsAt }) => (
            <th
              key={startsAt}
              scope="col"
              className="text-soft border-line border-b px-2 py-1.5 text-left text-xs font-semibold"
            >
              {weekday.format(startsAt)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.startsAt}>
            {week.map((day) => (
              <DayCell
                key={day.startsAt}
                day={day}
                entries={entries}
                isToday={new Date(day.startsAt).toDateString() === today}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({
  day,
  entries,
  isToday,
}: {
  day: Day
  entries: readonly CalendarEntry[]
  isToday: boolean
}) {
  const ofDay = entries.filter(({ startsAt, endsAt }) => startsAt < day.endsAt && endsAt > day.startsAt)
  return (
    <td
      aria-current={isToday ? 'date' : undefined}
      className={`border-line h-24 border-r border-b p-1 align-top last:border-r-0 ${day.isInMonth ? '' : 'bg-page'}`}
    >
      <span
        className={`inline-block rounded px-1 text-xs ${isToday ? 'bg-accent-fill font-bold text-white' : 'text-soft'}`}
      >
        <span aria-hidden="true">{new Date(day.startsAt).getDate()}</span>
        <span className="sr-only">
          {longDay.format(day.startsAt)}
          {isToday ? ', today' : ''}
        </span>
      </span>
      {ofDay.length === 0 ? null : (
        <ul className="mt-1 space-y-1">
          {ofDay.map((entry) => (
            <li key={`${entry.windowId}/${entry.startsAt}`}>
              <DayEntry entry={entry} day={day} />
            </li>
          ))}
        </ul>
      )}
    </td>
  )
}

function DayEntry({ entry, day }: { entry: CalendarEntry; day: Day }) {
  const { word, sign, look } = statusWords(entry.status)
  const begins = entry.startsAt >= day.startsAt
  return (
    <EntryLink entry={entry} className={`${look} block rounded px-1.5 py-0.5 text-xs`}>
      <span aria-hidden="true">{sign} </span>
      <span className="font-semibold">{begins ? formatTimeOfDay(entry.startsAt) : 'continues'}</span>{' '}
      {entry.name}
      <span className="sr-only">, {word}</span>
    </EntryLink>
  )
}
