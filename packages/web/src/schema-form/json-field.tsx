import { useState } from 'react'
import { Field } from '../parts/field.tsx'
import type { WidgetProps } from './form-layout.ts'
import { Unreadable } from './form-schema.ts'
import { isSame } from './value-at.ts'

/** A value of any form, as JSON. */
export function JsonField({ value, label, help, error, isRequired, schema, onChange }: WidgetProps) {
  const [typed, setTyped] = useState(() => showJson(value))
  const shown = isSame(readJson(typed) ?? null, value ?? null) ? typed : showJson(value)
  return (
    <Field label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => (
        <textarea
          {...control}
          className="control font-mono text-xs"
          rows={Math.min(16, Math.max(3, shown.split('\n').length + 1))}
          value={shown}
          placeholder={schema.nullable === true ? 'Not set' : undefined}
          spellCheck={false}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(readJson(target.value))
          }}
        />
      )}
    </Field>
  )
}

function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new Unreadable(text, 'must be JSON')
  }
}

function showJson(value: unknown): string {
  if (value instanceof Unreadable) return value.text
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}
