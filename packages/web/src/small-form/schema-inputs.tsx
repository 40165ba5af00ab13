import { useId, type ChangeEvent, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react'
import { FieldHelp, FieldMistake, describedBy } from '../parts/field-notes.tsx'
import { Field } from '../parts/field.tsx'
import { withCode } from '../parts/with-code.tsx'
import type { FormSchema } from '../schema-form/form-schema.ts'
import { mistakeAt } from './mistake-at.ts'

type Common = {
  schema: FormSchema
  name: string
  label: string
  /** In place of the description that the schema gives. */
  help?: string
  error: unknown
}

/** One text field of a small form. What it means, whether it must be there and how long it may be, the schema says. */
export function SchemaText({
  schema,
  name,
  label,
  help,
  error,
  value,
  onChange,
  type = 'text',
  rows,
  isMono = false,
  isDisabled = false,
  autoComplete = 'off',
}: Common & {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'password' | 'url'
  /** Several lines. */
  rows?: number
  isMono?: boolean
  isDisabled?: boolean
  autoComplete?: HTMLInputAutoCompleteAttribute
}) {
  const property = schema.properties?.[name] ?? {}
  const isRequired = schema.required?.includes(name) === true && (property.minLength ?? 1) > 0
  const typing = {
    className: `control ${isMono ? 'font-mono text-xs' : ''}`,
    value,
    disabled: isDisabled,
    spellCheck: isMono ? false : undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(target.value),
  }
  return (
    <Field label={label} help={helpOf(property, help)} error={mistakeAt(error, name)} isRequired={isRequired}>
      {(control) =>
        rows === undefined ? (
          <input {...control} {...typing} type={type} autoComplete={autoComplete} />
        ) : (
          <textarea {...control} {...typing} rows={rows} />
        )
      }
    </Field>
  )
}

/** A choice among the values of the schema; `words` says what each means to people. */
export function SchemaChoice<Value extends string>({
  schema,
  name,
  label,
  help,
  error,
  value,
  words,
  onChange,
}: Common & { value: Value; words: (value: string) => string; onChange: (value: Value) => void }) {
  const property = schema.properties?.[name] ?? {}
  return (
    <Field label={label} help={helpOf(property, help)} error={mistakeAt(error, name)}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value}
          // Safe because only values of the schema can be chosen.
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {(property.enum ?? []).map((one) => (
            <option key={String(one)} value={one === null ? '' : String(one)}>
              {words(one === null ? '' : String(one))}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function SchemaSwitch({
  schema,
  name,
  label,
  help,
  error,
  value,
  isDisabled = false,
  onChange,
}: Common & { value: boolean; isDisabled?: boolean; onChange: (value: boolean) => void }) {
  const id = useId()
  const description = help ?? schema.properties?.[name]?.description
  const text = description === undefined ? undefined : withCode(description)
  const mistake = mistakeAt(error, name)
  return (
    <div>
      <label className="flex items-center gap-2 font-medium">
        <input
          type="checkbox"
          className="size-4 shrink-0"
          checked={value}
          disabled={isDisabled}
          aria-describedby={describedBy(id, { help: text, error: mistake })}
          aria-invalid={mistake === null ? undefined : true}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <FieldHelp id={id} help={text} />
      <FieldMistake id={id} error={mistake} />
    </div>
  )
}

function helpOf(property: FormSchema, help: string | undefined): ReactNode {
  const description = help ?? property.description
  if (description === undefined) return undefined
  return withCode(/[.!?…]$/.test(description) ? description : `${description}.`)
}
