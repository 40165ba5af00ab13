import { useEffect, useState } from 'react'
import { Field } from '../parts/field.tsx'

/** Typing settles this long before the address, and so the question to the server, follows. */
const settleMs = 300

/** A search whose text is in the address. */
export function SearchBox({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), settleMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <Field label={label} isLabelHidden>
      {(control) => (
        <input
          {...control}
          type="search"
          className="control"
          placeholder={label}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  )
}
