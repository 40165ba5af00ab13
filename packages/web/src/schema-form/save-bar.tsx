import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Failed } from '../parts/states.tsx'
import { violationsOf } from './use-form-state.ts'

/** The end of a form: what went wrong beside its fields, and the way out. Stays in sight. */
export function SaveBar({
  error,
  isBusy,
  onCancel,
  note,
  children,
}: {
  error: unknown
  isBusy: boolean
  onCancel: () => void
  /** What saving leads to; left out where there is no room for it. */
  note?: ReactNode
  children: ReactNode
}) {
  const isRefused = violationsOf(error).length > 0
  return (
    <div className="bg-page border-line sticky bottom-0 z-20 -mx-1 border-t px-1 py-3">
      {error === null || error === undefined || isRefused ? null : <Failed error={error} />}
      {isRefused ? (
        <p className="text-bad mb-2 font-medium">
          <span aria-hidden="true">⚠ </span>Not saved: the marked fields need attention.
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {note === undefined ? null : <p className="text-soft min-w-0 flex-1 text-xs max-md:hidden">{note}</p>}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" type="submit" isBusy={isBusy}>
            {children}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    </div>
  )
}
