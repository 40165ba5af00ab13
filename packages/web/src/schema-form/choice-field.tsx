import { Field } from '../parts/field.tsx'
import { CheckBox } from './check-box.tsx'
import { FieldGroup } from './field-group.tsx'
import { fieldLayoutOf, toWords, unsetWordOf, type WidgetProps } from './form-layout.ts'
import type { EnumValue } from './form-schema.ts'

/** Yes or no; a third answer where the schema knows "not set". */
export function BooleanField(props: WidgetProps) {
  const { value, schema, label, help, error, isRequired, onChange } = props
  const isEitherOr = schema.nullable !== true && (isRequired || schema.default !== undefined)
  if (!isEitherOr) return <Choice {...props} values={[true, false]} />
  return <CheckBox label={label} help={help} error={error} isChecked={value === true} onChange={onChange} />
}

export function ChoiceField(props: WidgetProps) {
  return <Choice {...props} values={(props.schema.enum ?? []).filter((one) => one !== null)} />
}

const unset = 'unset'

function Choice(props: WidgetProps & { values: readonly EnumValue[] }) {
  const { value, values, schema, label, help, error, isRequired, onChange } = props
  const isSet = value !== null && value !== undefined
  // What is stored may be older than the list.
  const all = isSet && !values.some((one) => one === value) ? [...values, asEnumValue(value)] : values
  const mayBeUnset = schema.nullable === true || (!isRequired && schema.default === undefined)
  return (
    <Field label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={isSet ? all.indexOf(asEnumValue(value)) : unset}
          onChange={({ target }) =>
            onChange(
              target.value === unset
                ? schema.nullable === true
                  ? null
                  : undefined
                : all[Number(target.value)],
            )
          }
        >
          {mayBeUnset ? <option value={unset}>{unsetWordOf(props.form, props.path)}</option> : null}
          {mayBeUnset || isSet ? null : (
            <option value={unset} disabled>
              Choose…
            </option>
          )}
          {all.map((one, index) => (
            <option key={String(one)} value={index}>
              {optionLabel(props, one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Any of a list, each with a box. */
export function ChoicesField(props: WidgetProps) {
  const { value, schema, label, help, error, isRequired, onChange } = props
  const selection: readonly unknown[] = Array.isArray(value) ? value : []
  const values = schema.items?.enum ?? []
  function change(one: EnumValue, isChosen: boolean): void {
    const next = isChosen ? [...selection, one] : selection.filter((other) => other !== one)
    // A list that must have members is left out rather than sent empty.
    onChange(next.length < (schema.minItems ?? 0) && !isRequired ? undefined : next)
  }
  return (
    <FieldGroup label={label} help={help} error={error} isRequired={isRequired}>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {values.map((one) => (
          <CheckBox
            key={String(one)}
            label={optionLabel(props, one)}
            isChecked={selection.includes(one)}
            onChange={(isChosen) => change(one, isChosen)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

function optionLabel({ form, path }: WidgetProps, value: EnumValue): string {
  const words = fieldLayoutOf(form.layout, path).options?.[String(value)]
  if (words !== undefined) return words
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (value === '') return 'Empty'
  const text = String(value)
  return isName(text) ? text : toWords(text)
}

/** Short capitals are names of their own, UDP and CNAME, and so are the methods of HTTP. */
function isName(text: string): boolean {
  return /^[A-Z]{1,5}$/.test(text) || /\d/.test(text) || methods.has(text)
}

const methods = new Set(['DELETE', 'OPTIONS', 'CONNECT'])

// The guarantee behind this cast: only values of an `enum` are kept under a choice, and those are plain.
function asEnumValue(value: unknown): EnumValue {
  return value as EnumValue
}
