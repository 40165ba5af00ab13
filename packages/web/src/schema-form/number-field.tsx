import { useState } from 'react'
import { Field } from '../parts/field.tsx'
import { placeholderOf, type WidgetProps } from './form-layout.ts'
import { readNumber, readNumberOrText, showNumber } from './read-number.ts'
import { isSame } from './value-at.ts'

export function NumberField(props: WidgetProps) {
  return <NumberInput {...props} read={(text) => readNumber(text, props.schema)} />
}

export function NumberOrTextField(props: WidgetProps) {
  return <NumberInput {...props} read={readNumberOrText} />
}

function NumberInput({
  value,
  label,
  help,
  error,
  isRequired,
  path,
  form,
  onChange,
  read,
}: WidgetProps & { read: (text: string) => unknown }) {
  // While somebody types, `1.` and `1.0` mean the same number but are not the same text.
  const [inputText, setInputText] = useState(() => showNumber(value))
  const displayText = isSame(read(inputText) ?? null, value ?? null) ? inputText : showNumber(value)
  return (
    <Field label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => (
        <input
          {...control}
          className="control"
          inputMode="decimal"
          autoComplete="off"
          value={displayText}
          placeholder={placeholderOf(form, path)}
          onChange={({ target }) => {
            setInputText(target.value)
            onChange(read(target.value))
          }}
        />
      )}
    </Field>
  )
}
