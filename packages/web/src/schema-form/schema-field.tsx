import type { ReactNode } from 'react'
import { BooleanField, ChoiceField, ChoicesField } from './choice-field.tsx'
import {
  fieldLayoutOf,
  helpOf,
  labelOf,
  type FieldPlace,
  type FormScope,
  type WidgetProps,
} from './form-layout.ts'
import { fieldKindOf, type FieldKind } from './form-schema.ts'
import { JsonField } from './json-field.tsx'
import { RowsField, TextsField } from './list-field.tsx'
import { NumberField, NumberOrTextField } from './number-field.tsx'
import { ObjectField, VariantsField } from './object-field.tsx'
import { withCode } from '../parts/with-code.tsx'
import { LongTextField, TextField } from './text-field.tsx'
import { valueAt } from './value-at.ts'

const widgets: Readonly<Record<FieldKind, (props: WidgetProps) => ReactNode>> = {
  boolean: BooleanField,
  choice: ChoiceField,
  number: NumberField,
  text: TextField,
  'long-text': LongTextField,
  'number-or-text': NumberOrTextField,
  choices: ChoicesField,
  texts: TextsField,
  rows: RowsField,
  object: ObjectField,
  variants: VariantsField,
  json: JsonField,
}

/** These show what is wrong within them at their own parts. */
const composite: ReadonlySet<FieldKind> = new Set(['rows', 'texts', 'object', 'variants'])

/** The control of one place of the schema. */
export function SchemaField({ path, schema, isRequired, form }: FieldPlace & { form: FormScope }) {
  const layout = fieldLayoutOf(form.layout, path)
  const isHidden =
    typeof layout.isHidden === 'function' ? layout.isHidden(form.value) : layout.isHidden === true
  if (isHidden) return null
  const kind = fieldKindOf(schema)
  const value = valueAt(form.value, path)
  const completion = typeof value === 'string' ? (layout.complete?.(value, form.value) ?? null) : null
  const help = helpOf(form, path)
  const Widget = layout.widget ?? widgets[kind]
  const showsParts = layout.widget !== undefined || composite.has(kind)
  return (
    <div data-field={path} className="min-w-0">
      <Widget
        path={path}
        schema={schema}
        value={value}
        label={labelOf(form.layout, path)}
        help={
          completion !== null ? (
            <CompletionNote words={completion.words} />
          ) : help === undefined ? undefined : (
            withCode(help)
          )
        }
        isRequired={layout.isRequired ?? isRequired}
        error={errorAt(form, path, !showsParts)}
        onChange={(next) => form.setAt(path, next)}
        form={form}
      />
    </div>
  )
}

function CompletionNote({ words }: { words: string }) {
  return (
    <>
      <span aria-hidden="true">✓ </span>
      {words}
    </>
  )
}

function errorAt({ violations }: FormScope, path: string, isWithin: boolean): string | null {
  const mistakes = violations.filter(
    (violation) => violation.path === path || (isWithin && violation.path.startsWith(`${path}.`)),
  )
  return mistakes.length === 0 ? null : mistakes.map(({ message }) => message).join('; ')
}
