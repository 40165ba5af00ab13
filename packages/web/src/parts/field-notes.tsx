import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

/** The ids of the help and the mistake of a control, for its `aria-describedby`. */
export function describedBy(
  id: string,
  { help, error }: { help: ReactNode; error: string | null | undefined },
): string | undefined {
  const ids = [
    ...(help === undefined ? [] : [`${id}-help`]),
    ...(error === undefined || error === null ? [] : [`${id}-error`]),
  ]
  return ids.length === 0 ? undefined : ids.join(' ')
}

/** What a reader has to know to fill in a control. */
export function FieldHelp({
  id,
  help,
  className = 'mt-1',
}: {
  id: string
  help: ReactNode
  className?: string
}) {
  if (help === undefined) return null
  return (
    <p id={`${id}-help`} className={joinClasses('text-soft text-xs', className)}>
      {help}
    </p>
  )
}

/** What the server has against the value of a control. */
export function FieldMistake({
  id,
  error,
  className = 'mt-1',
}: {
  id: string
  error: string | null | undefined
  className?: string
}) {
  if (error === undefined || error === null) return null
  return (
    <p id={`${id}-error`} className={joinClasses('text-bad text-xs font-medium', className)}>
      <span aria-hidden="true">⚠ </span>
      {error}
    </p>
  )
}

/** Behind the label of a control that must not stay empty. */
export function RequiredMark() {
  return (
    <span className="text-bad" aria-hidden="true">
      {' '}
      *
    </span>
  )
}
