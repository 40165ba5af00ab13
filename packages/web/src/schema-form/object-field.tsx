import { isRecord } from '@sonde/ground/is-record.ts'
import { Field } from '../parts/field.tsx'
import { CheckBox } from './check-box.tsx'
import { freshValueOf } from './defaults-of.ts'
import { FieldGroup } from './field-group.tsx'
import { fieldLayoutOf, toWords, unsetWordOf, type WidgetProps } from './form-layout.ts'
import { isWideField, variantsOf, type FormSchema } from './form-schema.ts'
import { joinPath } from './value-at.ts'
import { variantIndexOf } from './variant-index-of.ts'

/** An object: its fields under its name. One that may be absent has a box that switches it on. */
export function ObjectField(props: WidgetProps) {
  const { value, schema, label, help, error, isRequired, onChange } = props
  const isOptional = schema.nullable === true || (!isRequired && schema.default === undefined)
  if (!isOptional) {
    return (
      <FieldGroup label={label} help={help} error={error} isRequired={isRequired}>
        <FieldsOf {...props} />
      </FieldGroup>
    )
  }
  const isOn = isRecord(value)
  return (
    <div className="border-line min-w-0 rounded-md border p-3">
      <CheckBox
        label={label}
        help={help}
        error={error}
        isChecked={isOn}
        onChange={(isChecked) =>
          onChange(isChecked ? freshValueOf(schema) : schema.nullable === true ? null : undefined)
        }
      />
      {isOn ? (
        <div role="group" aria-label={label} className="mt-3">
          <FieldsOf {...props} />
        </div>
      ) : null}
    </div>
  )
}

function FieldsOf({ schema, path, form }: WidgetProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {Object.entries(schema.properties ?? {}).map(([name, property]) => (
        <div
          key={name}
          className={isWideField(property) ? 'min-w-0 empty:hidden sm:col-span-2' : 'min-w-0 empty:hidden'}
        >
          {form.field({
            path: joinPath(path, name),
            schema: property,
            isRequired: schema.required?.includes(name) === true,
          })}
        </div>
      ))}
    </div>
  )
}

const unset = 'unset'

/** One of several shapes: a choice that switches the fields below it. */
export function VariantsField(props: WidgetProps) {
  const { value, schema, label, help, error, isRequired, onChange } = props
  const variants = variantsOf(schema)
  const current = variantIndexOf(variants, value)
  const words = fieldLayoutOf(props.form.layout, props.path).options ?? {}
  const variant = variants[current]
  const mayBeUnset = schema.nullable === true || !isRequired || schema.default === null
  return (
    <div className="space-y-3">
      <Field label={label} help={help} error={error} isRequired={isRequired}>
        {(control) => (
          <select
            {...control}
            className="control"
            value={current === -1 ? unset : current}
            onChange={({ target }) => {
              const next = variants[Number(target.value)]
              onChange(next === undefined ? null : switchTo(next, value))
            }}
          >
            {mayBeUnset || current === -1 ? (
              <option value={unset}>{unsetWordOf(props.form, props.path)}</option>
            ) : null}
            {variants.map((one, index) => (
              <option key={nameOf(one, words)} value={index}>
                {nameOf(one, words)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {variant?.properties === undefined ? null : (
        <FieldGroup label={nameOf(variant, words)}>
          <FieldsOf {...props} schema={variant} />
        </FieldGroup>
      )}
    </div>
  )
}

/** What the new shape shares with the old one stays. */
function switchTo(variant: FormSchema, before: unknown): unknown {
  const fresh = freshValueOf(variant)
  if (!isRecord(fresh) || !isRecord(before)) return fresh
  const constants = Object.entries(variant.properties ?? {}).filter(
    ([, property]) => property.enum?.length === 1,
  )
  const commonEntries = Object.entries(before).filter(([name]) =>
    Object.hasOwn(variant.properties ?? {}, name),
  )
  return {
    ...fresh,
    ...Object.fromEntries(commonEntries),
    ...Object.fromEntries(constants.map(([name]) => [name, fresh[name]])),
  }
}

function nameOf(variant: FormSchema, words: Readonly<Record<string, string>>): string {
  const { title, enum: values, type, 'x-component': component } = variant
  const name = values?.length === 1 ? String(values[0]) : (component ?? type ?? 'value')
  return words[name] ?? title ?? toWords(name)
}
