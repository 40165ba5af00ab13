import { Field } from '../parts/field.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'

/** The zones that the browser knows, and the one that is set. */
export function TimezoneField({ value, label, error, onChange }: WidgetProps) {
  const timeZones = Intl.supportedValuesOf('timeZone')
  const isOther = typeof value === 'string' && !timeZones.includes(value)
  return (
    <Field label={label} help="Repeats keep their time of day in this time zone." error={error}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        >
          <option value="">UTC</option>
          {isOther ? <option value={value}>{value}</option> : null}
          {timeZones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
