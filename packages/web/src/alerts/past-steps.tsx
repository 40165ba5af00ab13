import { hourMs } from '@sonde/ground/durations.ts'
import { Link } from '@tanstack/react-router'
import { Button, buttonClasses } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Moment } from '../parts/moment.tsx'
import { useNow } from '../parts/use-now.ts'
import { toLocalInput } from './local-input.ts'
import { spanOf, stepTo, withSearch } from './search-params.ts'

/** Which span of the past is shown, and how to get to another one. The server shows so much at a time. */
export function PastSteps({
  to,
  spanMs,
  onJump,
}: {
  to: string | undefined
  spanMs: number
  onJump: (to: string | undefined) => void
}) {
  const now = useNow()
  const { fromAt, toAt } = spanOf(to, spanMs, now)
  const hours = spanMs / hourMs
  return (
    <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
      <p className="text-soft">
        {to === undefined ? (
          `The last ${hours} hours, live`
        ) : (
          <>
            <Moment at={fromAt} form="short" /> – <Moment at={toAt} form="short" />
          </>
        )}
      </p>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const input = new FormData(event.currentTarget).get('until')
          const at = typeof input === 'string' ? new Date(input).getTime() : Number.NaN
          if (!Number.isNaN(at)) onJump(at >= Date.now() ? undefined : new Date(at).toISOString())
        }}
      >
        <Link
          to="."
          search={(before) => withSearch(before, { to: stepTo(to, -spanMs, now), page: undefined })}
          className={buttonClasses()}
        >
          <span aria-hidden="true">← </span>
          {hours} h earlier
        </Link>
        {to === undefined ? null : (
          <>
            <Link
              to="."
              search={(before) => withSearch(before, { to: stepTo(to, spanMs, now), page: undefined })}
              className={buttonClasses()}
            >
              {hours} h later<span aria-hidden="true"> →</span>
            </Link>
            <Link
              to="."
              search={(before) => withSearch(before, { to: undefined, page: undefined })}
              className={buttonClasses()}
            >
              Now
            </Link>
          </>
        )}
        <Field label={`The ${hours} hours before`}>
          {(control) => (
            <input
              {...control}
              key={to ?? 'now'}
              className="control"
              type="datetime-local"
              name="until"
              defaultValue={toLocalInput(toAt)}
              required
            />
          )}
        </Field>
        <Button type="submit">Show</Button>
      </form>
    </div>
  )
}
