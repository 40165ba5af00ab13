import { useEffect, useState } from 'react'
import { Field } from '../parts/field.tsx'
import { formatMoment } from '../parts/format.ts'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import { fromInput, isKnownZone, toInput, viewerZone } from './zoned-time.ts'

/** The zone that a window is meant in; UTC when it names none, or one that does not exist yet. */
export function zoneOf({ timezone }: FormValue): string {
  return typeof timezone === 'string' && timezone !== '' && isKnownZone(timezone) ? timezone : 'UTC'
}

/** A moment, typed as the clocks of the zone of the window show it. */
export function ZonedMomentField({ value, schema, label, error, isRequired, onChange, form }: WidgetProps) {
  return (
    <ZonedMomentInput
      at={typeof value === 'string' ? Date.parse(value) : Number.NaN}
      zone={zoneOf(form.value)}
      label={label}
      // How long the text may be means nothing to who picks a date.
      help={schema.description}
      error={error}
      isRequired={isRequired}
      onChange={(at) => onChange(at === null ? undefined : new Date(at).toISOString())}
    />
  )
}

export function ZonedMomentInput({
  at,
  zone,
  label,
  help,
  error,
  isRequired,
  onChange,
}: {
  at: number
  zone: string
  label: string
  help: string | undefined
  error: string | null
  isRequired: boolean
  onChange: (at: number | null) => void
}) {
  const initialText = Number.isNaN(at) ? '' : toInput(at, zone)
  const [text, setText] = useState(initialText)
  // What is being typed stays until it means something; then the value leads.
  useEffect(() => {
    if (initialText !== '') setText(initialText)
  }, [initialText])
  const own = viewerZone()
  const elsewhere = zone === own || Number.isNaN(at) ? '' : ` ${formatMoment(at)} on your clock.`
  return (
    <Field
      label={`${label} (${zone})`}
      help={`${help ?? ''}${elsewhere}`.trim()}
      error={error}
      isRequired={isRequired}
    >
      {(control) => (
        <input
          {...control}
          className="control"
          type="datetime-local"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onChange(fromInput(target.value, zone))
          }}
        />
      )}
    </Field>
  )
}
