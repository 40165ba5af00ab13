import { Field } from '../../parts/field.tsx'
import { mistakeAt } from '../../small-form/mistake-at.ts'

/** Shows that it is still the same person who sits here. */
export function CurrentPasswordField({
  error,
  value,
  onChange,
}: {
  error: unknown
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field label="Current password" error={mistakeAt(error, 'currentPassword')} isRequired>
      {(control) => (
        <input
          {...control}
          className="control"
          type="password"
          autoComplete="current-password"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
