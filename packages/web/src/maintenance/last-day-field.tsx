import { Field } from '../parts/field.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { toInput } from './zoned-time.ts'
import { zoneOf } from './zoned-moment-field.tsx'

const dateLength = 'YYYY-MM-DD'.length

/** A day in the zone of the window; empty means that it never ends. */
export function LastDayField({ value, label, error, onChange, form }: WidgetProps) {
  return (
    <Field label={label} help="The last day on which it can start. Empty: no end." error={error}>
      {(control) => (
        <input
          {...control}
          className="control"
          type="date"
          value={dayOf(value, zoneOf(form.value))}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        />
      )}
    </Field>
  )
}

function dayOf(value: unknown, zone: string): string {
  if (typeof value !== 'string') return ''
  if (value.length === dateLength) return value
  const at = Date.parse(value)
  return Number.isNaN(at) ? '' : toInput(at, zone).slice(0, dateLength)
}
