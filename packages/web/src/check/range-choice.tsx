import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { toLocalInput } from '../alerts/local-input.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { formatMoment, formatUtc } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import {
  beginsWithData,
  presetNames,
  presets,
  rangeBetween,
  windowOf,
  type Preset,
  type Range,
} from '../parts/range.ts'
import { segmentClasses, segmentRow } from '../parts/segments.tsx'
import { checkOverviewRoute } from './routes.ts'

/** How much time is looked at: a few lengths up to now, or from one moment to another. */
export function RangeChoice({ range }: { range: Range }) {
  const [isFree, setIsFree] = useState(false)
  const window = 'preset' in range ? null : range
  const isChosen = (preset: Preset) => 'preset' in range && range.preset === preset
  return (
    <section aria-label="Time" className="mb-4">
      <div className={segmentRow}>
        {presets.map((preset) => (
          <Link
            key={preset}
            from={checkOverviewRoute.fullPath}
            to="."
            search={({ from: _from, to: _to, at: _at, ...rest }) => ({ ...rest, range: preset })}
            aria-current={isChosen(preset) ? 'true' : undefined}
            className={segmentClasses(isChosen(preset))}
          >
            {presetNames[preset]}
          </Link>
        ))}
        <button
          type="button"
          aria-expanded={isFree}
          onClick={() => setIsFree(!isFree)}
          className={segmentClasses(window !== null)}
        >
          Custom
        </button>
      </div>
      {window === null ? null : (
        <p className="mt-2" title={`${formatUtc(window.from)} – ${formatUtc(window.to)}`}>
          {formatMoment(window.from)} – {formatMoment(window.to)}
        </p>
      )}
      {'preset' in range && range.since !== undefined && beginsWithData(range, Date.now()) ? (
        <p className="text-soft mt-2">
          Data begins <Moment at={range.since} />; the range starts there.
        </p>
      ) : null}
      {isFree ? <FreeRange range={range} onDone={() => setIsFree(false)} /> : null}
    </section>
  )
}

function FreeRange({ range, onDone }: { range: Range; onDone: () => void }) {
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  const [now] = useState(() => Date.now())
  const [error, setError] = useState<string | null>(null)
  const { from, to } = windowOf(range, now)
  function choose(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [left, right] = [readLocal(form.get('from')), readLocal(form.get('to'))]
    if (left === null || right === null || left >= right) {
      setError('The start must be before the end.')
      return
    }
    onDone()
    void navigate({ search: (before) => ({ ...before, ...rangeBetween(left, right) }) })
  }
  return (
    <form
      onSubmit={choose}
      className="bg-card border-line mt-2 flex flex-wrap items-end gap-3 rounded-lg border p-3"
    >
      <Field label="From" error={error}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            name="from"
            required
            className="control"
            defaultValue={toLocalInput(from)}
          />
        )}
      </Field>
      <Field label="To">
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            name="to"
            required
            className="control"
            defaultValue={toLocalInput(to)}
          />
        )}
      </Field>
      <Button type="submit" look="primary">
        Show
      </Button>
    </form>
  )
}

function readLocal(value: unknown): number | null {
  const at = typeof value === 'string' && value !== '' ? new Date(value).getTime() : Number.NaN
  return Number.isNaN(at) ? null : at
}
