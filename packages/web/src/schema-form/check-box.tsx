import { useId, type ReactNode } from 'react'

/** A box to tick, with its label behind it. */
export function CheckBox({
  label,
  help,
  error,
  isChecked,
  isDisabled = false,
  onChange,
}: {
  label: ReactNode
  help?: ReactNode
  error?: string | null | undefined
  isChecked: boolean
  isDisabled?: boolean
  onChange: (isChecked: boolean) => void
}) {
  const id = useId()
  const hasError = error !== undefined && error !== null
  const described = [help === undefined ? '' : `${id}-help`, hasError ? `${id}-error` : '']
    .filter((part) => part !== '')
    .join(' ')
  return (
    <div className="min-w-0">
      <div className="flex min-h-6 items-start gap-2">
        <input
          id={id}
          type="checkbox"
          className="accent-accent-fill mt-0.5 size-4 shrink-0"
          checked={isChecked}
          disabled={isDisabled}
          aria-describedby={described === '' ? undefined : described}
          aria-invalid={hasError ? true : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <label htmlFor={id} className="min-w-0 font-medium">
          {label}
        </label>
      </div>
      {help === undefined ? null : (
        <p id={`${id}-help`} className="text-soft mt-0.5 ml-6 text-xs">
          {help}
        </p>
      )}
      {hasError ? (
        <p id={`${id}-error`} className="text-bad mt-0.5 ml-6 text-xs font-medium">
          <span aria-hidden="true">⚠ </span>
          {error}
        </p>
      ) : null}
    </div>
  )
}
