import { Field } from '../parts/field.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'

/** The last part of the address of a page, behind what all of them begin with. */
export function UrlField({ value, label, help, error, isRequired, onChange }: WidgetProps) {
  return (
    <Field label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => (
        <span className="flex items-center gap-1">
          <span className="text-soft shrink-0" aria-hidden="true">
            /status/
          </span>
          <input
            {...control}
            className="control"
            value={typeof value === 'string' ? value : ''}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
          />
        </span>
      )}
    </Field>
  )
}
