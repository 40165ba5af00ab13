import { Field } from '../parts/field.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { contextOf } from './form-context.ts'
import { intervalsOf, inWords } from './intervals.ts'

/** Frequency and offset as one choice: how often it runs. */
export function IntervalField({ value, schema, label, error, form }: WidgetProps) {
  const { subMinuteSeconds } = contextOf(form.context)
  const intervals = intervalsOf(schema.enum ?? [], subMinuteSeconds)
  const offset = form.value['frequencyOffset']
  const current = intervals.findIndex(
    (interval) => interval.frequency === value && (value !== 0 || interval.frequencyOffset === offset),
  )
  return (
    <Field
      label={label}
      error={error}
      help={form.value['runParallel'] === true ? 'Every location runs the check this often.' : undefined}
    >
      {(control) => (
        <select
          {...control}
          className="control"
          value={current}
          onChange={({ target }) => {
            const interval = intervals[Number(target.value)]
            // Both at once, and the offset only where it says how often: otherwise the server spreads the load.
            if (interval !== undefined) form.setMany({ frequencyOffset: undefined, ...interval })
          }}
        >
          {current === -1 ? <option value={-1}>Choose…</option> : null}
          {intervals.map((interval, index) => (
            <option key={inWords(interval)} value={index}>
              {inWords(interval)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
