import { toLocalInput } from '../alerts/local-input.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { formatUtc } from '../parts/format.ts'
import type { WidgetProps } from '../schema-form/form-layout.ts'

/** A moment by the clock of the viewer; empty where the server is to choose it. */
export function LocalMomentField({ value, schema, label, help, error, isRequired, onChange }: WidgetProps) {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  const isSet = !Number.isNaN(at)
  const nothing = schema.nullable === true ? null : undefined
  return (
    <Field
      label={label}
      help={[isSet ? `${formatUtc(at)}.` : '', help ?? ''].join(' ').trim()}
      error={error}
      isRequired={isRequired}
    >
      {(control) => (
        <span className="flex items-start gap-2">
          <input
            {...control}
            type="datetime-local"
            className="control"
            value={isSet ? toLocalInput(at) : ''}
            onChange={({ target }) => {
              const moment = Date.parse(target.value)
              onChange(Number.isNaN(moment) ? nothing : new Date(moment).toISOString())
            }}
          />
          {isSet ? (
            <Button
              look="quiet"
              className="shrink-0"
              aria-label={`Unset ${label}`}
              onClick={() => onChange(nothing)}
            >
              Unset
            </Button>
          ) : null}
        </span>
      )}
    </Field>
  )
}
