import { useId, type ReactNode } from 'react'
import { FieldHelp, FieldMistake, RequiredMark, describedBy } from './field-notes.tsx'

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
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 block font-medium'}>
        {label}
        {isRequired ? <RequiredMark /> : null}
      </label>
      {children({
        id,
        'aria-describedby': describedBy(id, { help, error }),
        'aria-invalid': hasError ? true : undefined,
        'aria-required': isRequired ? true : undefined,
      })}
      <FieldHelp id={id} help={help} />
      <FieldMistake id={id} error={error} />
    </div>
  )
}
