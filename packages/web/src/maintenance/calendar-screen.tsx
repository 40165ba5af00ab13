import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { useNow } from '../parts/use-now.ts'
import type { Calendar } from './calendar-query.ts'
import { calendarQuery } from './calendar-query.ts'
import { EntryList } from './entry-list.tsx'
import { MaintenanceTabs, NewWindowLink } from './maintenance-tabs.tsx'
import { statusWords } from './maintenance-words.ts'
import { MonthTable } from './month-table.tsx'
import { readMonth, sheetOf, stepMonth, weeksOf, writeMonth, type Day, type Month } from './month.ts'
import { calendarRoute } from './routes.ts'
import { viewerZone } from './zoned-time.ts'

const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })

export function CalendarScreen() {
  const search = calendarRoute.useSearch()
  const month = readMonth(search.month, useNow())
  const weeks = weeksOf(month)
  const query = useQuery(calendarQuery(useApi(), sheetOf(weeks)))
  const name = monthName.format(new Date(month.year, month.month, 1))
  return (
    <>
      <MaintenanceTabs />
      <MonthSteps month={month} name={name} />
      <Card isFlush>
        <Loaded query={query} what="the calendar">
          {(calendar) => <Sheet calendar={calendar} weeks={weeks} name={name} />}
        </Loaded>
      </Card>
      <p className="text-soft text-xs">
        Times are in your time zone ({viewerZone()}).{' '}
        <span aria-hidden="true">{statusWords('PLANNED').sign}</span> Planned: it can be moved or cancelled
        from about a week before it starts.
      </p>
    </>
  )
}

function Sheet({
  calendar,
  weeks,
  name,
}: {
  calendar: Calendar
  weeks: readonly (readonly Day[])[]
  name: string
}) {
  return (
    <>
      <div className="hidden md:block">
        <MonthTable weeks={weeks} entries={calendar.entries} name={name} />
      </div>
      <div className={calendar.entries.length === 0 ? '' : 'md:hidden'}>
        {calendar.entries.length === 0 ? (
          <Empty title={`No maintenance in ${name}`} action={<NewWindowLink />} help="maintenance">
            <p>
              A maintenance window covers planned work: checks are paused or alerts are silenced, so that
              nobody is woken.
            </p>
          </Empty>
        ) : (
          <EntryList entries={calendar.entries} />
        )}
      </div>
      {calendar.omittedCount > 0 ? (
        <p className="text-soft px-4 py-3">
          {calendar.omittedCount} older windows are not drawn here.{' '}
          <AccountLink to="/accounts/$accountId/maintenance/windows" className="underline">
            See all windows
          </AccountLink>
        </p>
      ) : null}
    </>
  )
}

function MonthSteps({ month, name }: { month: Month; name: string }) {
  return (
    <nav aria-label="Month" className="mb-3 flex flex-wrap items-center gap-2">
      <MonthLink month={stepMonth(month, -1)} label="Previous month">
        <span aria-hidden="true">←</span>
      </MonthLink>
      <h2 aria-live="polite" className="min-w-36 text-center">
        {name}
      </h2>
      <MonthLink month={stepMonth(month, 1)} label="Next month">
        <span aria-hidden="true">→</span>
      </MonthLink>
      <Link to="." search={{}} className={buttonClasses()}>
        Today
      </Link>
    </nav>
  )
}

function MonthLink({ month, label, children }: { month: Month; label: string; children: React.ReactNode }) {
  return (
    <Link to="." search={{ month: writeMonth(month) }} aria-label={label} className={buttonClasses()}>
      {children}
    </Link>
  )
}
