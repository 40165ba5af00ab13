import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useApi } from '../../api/account-context.ts'
import { Card } from '../../parts/card.tsx'
import { formatCalendarDay, formatCount, formatPercent } from '../../parts/format.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import { StaleWhileLoading } from '../../parts/stale-while-loading.tsx'
import { daysQuery, type CheckDay, type CheckDays } from '../../resources/check-charts.ts'
import type { Check } from '../../resources/checks.ts'
import { daysForWeeks, moveDay, stateOfDay, weeksOf, type DayState } from './calendar.ts'
import { checkOverviewRoute } from '../routes.ts'

const weeks = 13
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const looks: Readonly<Record<DayState, { classes: string; sign: string }>> = {
  unseen: { classes: 'border-edge border border-dashed', sign: '' },
  perfect: { classes: 'bg-good-wash border-good-fill border', sign: '' },
  'some-failed': { classes: 'bg-warn-wash border-warn text-warn border', sign: '!' },
  bad: { classes: 'bg-bad border-bad text-card border', sign: '×' },
}

/** The last weeks, day by day, in the calendar of the viewer. A day leads to its range. */
export function AvailabilityCalendar({ check }: { check: Check }) {
  const [days] = useState(() => daysForWeeks(weeks, new Date()))
  const query = useQuery(daysQuery(useApi(), check.id, days))
  return (
    <Card title="Availability by day">
      <StaleWhileLoading query={query} what="the days">
        {(answer) => <Calendar answer={answer} />}
      </StaleWhileLoading>
    </Card>
  )
}

function Calendar({ answer: { days, availability, measuredDays } }: { answer: CheckDays }) {
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  const [current, setCurrent] = useState(days.length - 1)
  const grid = useRef<HTMLDivElement>(null)
  function onKeyDown(event: KeyboardEvent): void {
    const next = moveDay(current, event.key, days.length)
    if (next === null) return
    event.preventDefault()
    setCurrent(next)
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${next}"]`)?.focus()
  }
  const open = ({ from, to }: CheckDay) =>
    void navigate({
      search: ({ range: _range, at: _at, ...rest }) => ({
        ...rest,
        from: Date.parse(from),
        to: Math.min(Date.parse(to), Math.ceil(Date.now() / 60_000) * 60_000),
      }),
      resetScroll: false,
    })
  return (
    <>
      <p className="mb-2">
        {availability === null ? (
          <span className="text-soft">No data in the last {weeks} weeks</span>
        ) : (
          <>
            <strong>{formatPercent(availability)}</strong>{' '}
            <span className="text-soft">
              of {formatCount(measuredDays)} {measuredDays === 1 ? 'day' : 'days'} measured
            </span>
          </>
        )}
      </p>
      <div className="flex max-w-3xl gap-1 text-xs">
        <div aria-hidden="true" className="text-soft grid grid-rows-7 gap-0.5">
          {weekdays.map((name, index) => (
            <span key={name} className="h-6 leading-6">
              {index % 2 === 0 ? name : ''}
            </span>
          ))}
        </div>
        <div
          ref={grid}
          role="group"
          aria-label="Days. Arrow keys move, Enter shows the day."
          onKeyDown={onKeyDown}
          className="grid min-w-0 flex-1 auto-cols-[minmax(0,1fr)] grid-flow-col grid-rows-7 gap-0.5"
        >
          {weeksOf(days.map((day, index) => ({ ...day, index }))).flatMap((week, column) =>
            week.map((day, row) =>
              day === null ? (
                <span key={`${column}-${row}`} className="h-6" />
              ) : (
                <button
                  key={day.date}
                  type="button"
                  data-day={day.index}
                  data-state={stateOfDay(day)}
                  tabIndex={day.index === current ? 0 : -1}
                  aria-label={labelOf(day)}
                  title={labelOf(day)}
                  onFocus={() => setCurrent(day.index)}
                  onClick={() => open(day)}
                  className={joinClasses(
                    'h-6 min-w-0 cursor-pointer rounded-sm text-center leading-5 font-bold',
                    looks[stateOfDay(day)].classes,
                  )}
                >
                  <span aria-hidden="true">{looks[stateOfDay(day)].sign}</span>
                </button>
              ),
            ),
          )}
        </div>
      </div>
      <p className="text-soft mt-2 text-xs">
        Dashed: no data, not counted. !: some runs failed. ×: below 99 %. Choose a day to see its runs.
      </p>
    </>
  )
}

function labelOf({ date, availability, runs, failed }: CheckDay): string {
  const day = formatCalendarDay(date)
  if (availability === null) return `${day}: no data`
  return `${day}: ${formatPercent(availability)}, ${formatCount(failed)} of ${formatCount(runs)} runs failed`
}
