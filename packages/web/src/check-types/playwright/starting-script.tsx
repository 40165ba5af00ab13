import { useState } from 'react'
import { Field } from '../../parts/field.tsx'
import type { FormValue } from '../../schema-form/value-at.ts'

/** Above the form of a new check: writes its first script for the address that is typed in. */
export function StartingScript({
  value,
  onChange,
  write,
  example,
}: {
  value: FormValue
  onChange: (value: FormValue) => void
  /** A script that works for an address. */
  write: (address: string) => string
  example: string
}) {
  const [address, setAddress] = useState('')
  function take(next: string): void {
    setAddress(next)
    // What somebody has written since is theirs.
    if (value['script'] === write(orExample(address))) onChange({ ...value, script: write(orExample(next)) })
  }
  function orExample(text: string): string {
    const trimmed = text.trim()
    if (trimmed === '') return example
    return /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  }
  return (
    <div className="mb-4 max-w-xl">
      <Field
        label="Address"
        help="The script below starts with a request to it, until you change the script."
      >
        {(control) => (
          <input
            {...control}
            className="control"
            placeholder={example}
            value={address}
            onChange={({ target }) => take(target.value)}
          />
        )}
      </Field>
    </div>
  )
}
