import type { ChangeEvent, ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import type { WidgetProps } from './form-layout.ts'

/** One line of text. */
export function TextField(props: WidgetProps) {
  const { value, schema } = props
  return (
    <Field label={props.label} help={props.help} error={props.error} isRequired={props.isRequired}>
      {(control) => (
        <WithUnset {...props}>
          <input
            {...control}
            type={inputTypeOf(schema.format)}
            className="control"
            value={typeof value === 'string' ? value : ''}
            {...typingProps(props)}
          />
        </WithUnset>
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
        <WithUnset {...props}>
          <textarea
            {...control}
            className="control font-mono text-xs"
            rows={Math.min(16, Math.max(3, text.split('\n').length + 1))}
            value={text}
            {...typingProps(props)}
          />
        </WithUnset>
      )}
    </Field>
  )
}

function typingProps(props: WidgetProps) {
  return {
    placeholder: placeholderOf(props),
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      props.onChange(fromText(target.value, props)),
  }
}

/** "Not set" and "empty" differ where the schema allows both: then there is a way back from the one to the other. */
function WithUnset({ value, schema, label, onChange, children }: WidgetProps & { children: ReactNode }) {
  if (schema.nullable !== true || value === null || value === undefined) return children
  return (
    <span className="flex items-start gap-2">
      {children}
      <Button look="quiet" className="shrink-0" aria-label={`Unset ${label}`} onClick={() => onChange(null)}>
        Unset
      </Button>
    </span>
  )
}

/** An empty input is an empty text where the schema takes one; otherwise it says "not set". */
function fromText(text: string, { schema, isRequired }: WidgetProps): unknown {
  const isEmptyTaken = (schema.minLength ?? 0) === 0 && schema.format === undefined
  if (text !== '') return text
  if (schema.nullable === true) return isEmptyTaken ? '' : null
  return isRequired || isEmptyTaken ? '' : undefined
}

function placeholderOf({ value, schema }: WidgetProps): string | undefined {
  if (schema.nullable !== true) return undefined
  return value === '' ? 'Empty' : 'Not set'
}

function inputTypeOf(format: string | undefined): string {
  if (format === 'email') return 'email'
  return format === 'uri' ? 'url' : 'text'
}
