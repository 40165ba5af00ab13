import { Card } from '../parts/card.tsx'
import { formatInZone } from '../parts/format.ts'
import { MomentSpan } from '../parts/moment.tsx'
import type { FormValue } from '../schema-form/value-at.ts'
import { plannedFrom, type Occurrence, type Plan } from './planned-occurrences.ts'
import { zoneOf } from './zoned-moment-field.tsx'

const shownCount = 5

/** The next times that a window would happen, while it is still being written. */
export function OccurrencePreview({ value }: { value: FormValue }) {
  const plan = readPlan(value)
  const next = plan === null ? [] : [...plannedFrom(plan, Date.now()).take(shownCount)]
  return (
    <Card title="Next occurrences">
      <div aria-live="polite">
        {plan === null ? <p className="text-soft">Give a start and a later end to see them.</p> : null}
        {plan !== null && next.length === 0 ? (
          <p className="text-warn">All occurrences are in the past.</p>
        ) : null}
        <OccurrenceTimes occurrences={next} zone={zoneOf(value)} />
      </div>
    </Card>
  )
}

export function OccurrenceTimes({ occurrences, zone }: { occurrences: readonly Occurrence[]; zone: string }) {
  const isOwnZone = zone === new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <ol className="space-y-1">
      {occurrences.map(({ startsAt, endsAt }) => (
        <li key={startsAt}>
          <MomentSpan from={startsAt} to={endsAt} />
          {isOwnZone ? null : (
            <span className="text-soft block text-xs">
              {formatInZone(startsAt, zone)} in {zone}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Null while it is not complete. */
function readPlan(value: FormValue): Plan | null {
  const { startsAt, endsAt, repeatInterval, repeatUnit, repeatEndsAt } = value
  if (typeof startsAt !== 'string' || typeof endsAt !== 'string') return null
  if (!(Date.parse(endsAt) > Date.parse(startsAt))) return null
  const unit = repeatUnit === 'DAY' || repeatUnit === 'WEEK' || repeatUnit === 'MONTH' ? repeatUnit : null
  const isCount = typeof repeatInterval === 'number' && Number.isInteger(repeatInterval) && repeatInterval > 0
  return {
    startsAt,
    endsAt,
    repeatInterval: isCount ? repeatInterval : null,
    repeatUnit: unit,
    repeatEndsAt: typeof repeatEndsAt === 'string' ? repeatEndsAt : null,
    timezone: zoneOf(value),
  }
}
