import { useState } from 'react'
import { Field } from '../parts/field.tsx'
import { placeholderOf, type WidgetProps } from './form-layout.ts'
import { Unreadable } from './form-schema.ts'
import { isSame } from './value-at.ts'

/** A value of any form, as JSON. */
export function JsonField({ value, label, help, error, isRequired, path, form, onChange }: WidgetProps) {
  const [input, setInput] = useState(() => showJson(value))
  const text = isSame(readJson(input) ?? null, value ?? null) ? input : showJson(value)
  return (
    <Field label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => (
        <textarea
          {...control}
          className="control font-mono md:text-xs"
          rows={Math.min(16, Math.max(3, text.split('\n').length + 1))}
          value={text}
          placeholder={placeholderOf(form, path)}
          spellCheck={false}
          onChange={({ target }) => {
            setInput(target.value)
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
