import { useId, type ReactNode } from 'react'
import { FieldHelp, FieldMistake, describedBy } from '../parts/field-notes.tsx'

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
  return (
    <div className="min-w-0">
      <div className="flex min-h-6 items-start gap-2">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0"
          checked={isChecked}
          disabled={isDisabled}
          aria-describedby={describedBy(id, { help, error })}
          aria-invalid={hasError ? true : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        <label htmlFor={id} className="min-w-0 font-medium">
          {label}
        </label>
      </div>
      <FieldHelp id={id} help={help} className="mt-0.5 ml-6" />
      <FieldMistake id={id} error={error} className="mt-0.5 ml-6" />
    </div>
  )
}
