import type { ChangeEvent } from 'react'
import { Field } from '../parts/field.tsx'
import { placeholderOf, type WidgetProps } from './form-layout.ts'

/** One line of text. */
export function TextField(props: WidgetProps) {
  const { value, schema } = props
  return (
    <Field label={props.label} help={props.help} error={props.error} isRequired={props.isRequired}>
      {(control) => (
        <input
          {...control}
          type={inputTypeOf(schema.format)}
          className="control"
          value={typeof value === 'string' ? value : ''}
          {...typingProps(props)}
        />
      )}
    </Field>
  )
}

/** A text of several lines: a body, a script, a file. */
export function LongTextField(props: WidgetProps) {
  const { value } = props
  const text = typeof value === 'string' ? value : ''
  return (
    <Field label={props.label} help={props.help} error={props.error} isRequired={props.isRequired}>
      {(control) => (
        <textarea
          {...control}
          className="control font-mono md:text-xs"
          rows={Math.min(16, Math.max(3, text.split('\n').length + 1))}
          value={text}
          {...typingProps(props)}
        />
      )}
    </Field>
  )
}

/** A text of several lines for people: a description, a message. */
export function ProseField(props: WidgetProps) {
  const { value } = props
  return (
    <Field label={props.label} help={props.help} error={props.error} isRequired={props.isRequired}>
      {(control) => (
        <textarea
          {...control}
          className="control"
          rows={3}
          value={typeof value === 'string' ? value : ''}
          {...typingProps(props)}
          spellCheck
        />
      )}
    </Field>
  )
}

function typingProps(props: WidgetProps) {
  return {
    placeholder: placeholderOf(props.form, props.path),
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      props.onChange(fromText(target.value, props)),
  }
}

/** An empty input says "nothing" as the schema can say it: by null, by an empty text, or by leaving the field out. */
function fromText(text: string, { schema, isRequired }: WidgetProps): unknown {
  if (text !== '') return text
  if (schema.nullable === true) return null
  const isEmptyTaken = (schema.minLength ?? 0) === 0 && schema.format === undefined
  return isRequired || isEmptyTaken ? '' : undefined
}

function inputTypeOf(format: string | undefined): string {
  if (format === 'email') return 'email'
  return format === 'uri' ? 'url' : 'text'
}
