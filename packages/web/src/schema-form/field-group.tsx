import { useId, type ReactNode } from 'react'
import { FieldHelp, FieldMistake, RequiredMark, describedBy } from '../parts/field-notes.tsx'

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
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={describedBy(id, { help, error })}
      className="border-line min-w-0 rounded-md border p-3"
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <span id={id} className="font-medium">
          {label}
          {isRequired ? <RequiredMark /> : null}
        </span>
        {actions === undefined ? null : <span className="flex flex-wrap gap-1">{actions}</span>}
      </div>
      <FieldHelp id={id} help={help} className="mb-2" />
      {children}
      <FieldMistake id={id} error={error} />
    </div>
  )
}
