import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import type { FormSchema } from '../../schema-form/form-schema.ts'
import { mistakeAt } from '../../small-form/mistake-at.ts'

/** `value` null: the stored one stays, which nobody is shown. `row` tells rows apart while they are edited. */
export type HeaderValue = { row: number; key: string; value: string | null }

export function HeaderRows({
  schema,
  error,
  headers,
  onChange,
}: {
  schema: FormSchema
  error: unknown
  headers: readonly HeaderValue[]
  onChange: (headers: readonly HeaderValue[]) => void
}) {
  const most = schema.properties?.['headers']?.maxItems ?? Number.POSITIVE_INFINITY
  const change = (row: number, next: Partial<HeaderValue>) =>
    onChange(headers.map((header) => (header.row === row ? { ...header, ...next } : header)))
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 font-medium">Headers</legend>
      <p className="text-soft text-xs">
        Sent with every request, for example the key of the receiver. Values are stored encrypted and never
        shown. Leave a field empty to keep its stored value, as long as the spans go to the same host.
      </p>
      {headers.map((header, index) => (
        <div key={header.row} className="grid grid-cols-1 items-start gap-2 sm:grid-cols-[1fr_1fr_auto]">
          <Field
            label={`Name of header ${index + 1}`}
            isLabelHidden
            error={mistakeAt(error, `headers.${index}.key`)}
          >
            {(control) => (
              <input
                {...control}
                className="control"
                placeholder="Name"
                value={header.key}
                onChange={(event) => change(header.row, { key: event.target.value })}
              />
            )}
          </Field>
          <Field
            label={`Value of header ${index + 1}`}
            isLabelHidden
            error={mistakeAt(error, `headers.${index}.value`)}
          >
            {(control) => (
              <input
                {...control}
                className="control"
                type="password"
                autoComplete="new-password"
                placeholder={header.value === null ? 'as stored' : 'Value'}
                value={header.value ?? ''}
                onChange={(event) => change(header.row, { value: event.target.value })}
              />
            )}
          </Field>
          <Button
            aria-label={`Remove header ${index + 1}`}
            onClick={() => onChange(headers.filter(({ row }) => row !== header.row))}
          >
            Remove
          </Button>
        </div>
      ))}
      {headers.length < most ? (
        <Button
          onClick={() =>
            onChange([
              ...headers,
              { row: Math.max(-1, ...headers.map(({ row }) => row)) + 1, key: '', value: '' },
            ])
          }
        >
          Add a header
        </Button>
      ) : null}
    </fieldset>
  )
}
