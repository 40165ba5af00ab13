import { useId, type ReactNode } from 'react'

/** Several controls under one name. */
export function FieldGroup({
  label,
  help,
  error,
  isRequired = false,
  actions,
  children,
}: {
  label: string
  help?: ReactNode
  error?: string | null | undefined
  isRequired?: boolean
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const hasError = error !== undefined && error !== null
  const described = [help === undefined ? '' : `${id}-help`, hasError ? `${id}-error` : '']
    .filter((part) => part !== '')
    .join(' ')
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={described === '' ? undefined : described}
      className="border-line min-w-0 rounded-md border p-3"
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <span id={id} className="font-medium">
          {label}
          {isRequired ? (
            <span className="text-bad" aria-hidden="true">
              {' '}
              *
            </span>
          ) : null}
        </span>
        {actions === undefined ? null : <span className="flex flex-wrap gap-1">{actions}</span>}
      </div>
      {help === undefined ? null : (
        <p id={`${id}-help`} className="text-soft mb-2 text-xs">
          {help}
        </p>
      )}
      {children}
      {hasError ? (
        <p id={`${id}-error`} className="text-bad mt-1 text-xs font-medium">
          <span aria-hidden="true">⚠ </span>
          {error}
        </p>
      ) : null}
    </div>
  )
}
