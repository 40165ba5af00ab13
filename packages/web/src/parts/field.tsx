import { useId, type ReactNode } from 'react'

/** What a control inside a field carries, so that a screen reader says label, help and mistake with it. */
export type ControlProps = {
  id: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

/** A label, one control, its help and what the server said about it. */
export function Field({
  label,
  help,
  error,
  isRequired = false,
  isLabelHidden = false,
  children,
}: {
  label: string
  help?: ReactNode
  error?: string | null | undefined
  isRequired?: boolean
  isLabelHidden?: boolean
  children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const hasError = error !== undefined && error !== null
  const described = [help === undefined ? null : `${id}-help`, hasError ? `${id}-error` : null]
    .filter((part) => part !== null)
    .join(' ')
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 block font-medium'}>
        {label}
        {isRequired ? (
          <span className="text-bad" aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': hasError ? true : undefined,
        'aria-required': isRequired ? true : undefined,
      })}
      {help === undefined ? null : (
        <p id={`${id}-help`} className="text-soft mt-1 text-xs">
          {help}
        </p>
      )}
      {hasError ? (
        <p id={`${id}-error`} className="text-bad mt-1 text-xs font-medium">
          <span aria-hidden="true">⚠ </span>
          {error}
        </p>
      ) : null}
    </div>
  )
}
