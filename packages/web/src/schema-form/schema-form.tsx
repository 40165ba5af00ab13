import { useEffect, useRef, useState } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import { focusField } from './focus-field.ts'
import { placeFields, type FormLayout, type FormScope } from './form-layout.ts'
import type { FormSchema } from './form-schema.ts'
import { FormSections } from './form-sections.tsx'
import { mistakeInWords } from './mistake-words.ts'
import { SchemaField } from './schema-field.tsx'
import {
  isSame,
  unreadableIn,
  valueAt,
  withValueAt,
  type FieldViolation,
  type FormValue,
} from './value-at.ts'

/**
 * The fields of a schema, in the sections of a layout. What the server refused (`violations`) stands at its field and
 * in a list above; whenever a new list of it arrives, the first of its fields gets the focus.
 */
export function SchemaForm({
  schema,
  value,
  onChange,
  violations = none,
  layout,
  context,
}: {
  schema: FormSchema
  value: FormValue
  onChange: (value: FormValue) => void
  violations?: readonly FieldViolation[]
  layout: FormLayout
  /** Given to the controls of the layout as `form.context`. */
  context?: unknown
}) {
  const box = useRef<HTMLDivElement>(null)
  const standing = inWords(useOpenViolations(violations, value))
  const unreadable = inWords(unreadableIn(value))
  const all = [
    ...unreadable,
    ...standing.filter(({ path }) => !unreadable.some((wrong) => wrong.path === path)),
  ]
  function change(changes: FormValue): void {
    let result = value
    for (const [path, next] of Object.entries(changes)) result = withValueAt(result, path, next)
    onChange(layout.settle?.(result) ?? result)
  }
  const form: FormScope = {
    schema,
    value,
    setAt: (path, next) => change({ [path]: next }),
    setMany: change,
    violations: all,
    layout,
    context,
    field: (place) => <SchemaField {...place} form={form} />,
  }
  useEffect(() => {
    const [first] = violations
    if (first !== undefined) focusField(box.current, first.path)
  }, [violations])
  return (
    <div ref={box}>
      <ErrorSummary
        schema={schema}
        layout={layout}
        violations={standing}
        onGo={(path) => focusField(box.current, path)}
      />
      <FormSections sections={placeFields(schema, layout)} schema={schema} form={form} />
    </div>
  )
}

const none: readonly FieldViolation[] = []

function inWords(violations: readonly FieldViolation[]): readonly FieldViolation[] {
  return violations.map(({ path, message }) => ({ path, message: mistakeInWords(message) }))
}

/** What was refused and has not been changed since. */
function useOpenViolations(
  violations: readonly FieldViolation[],
  value: FormValue,
): readonly FieldViolation[] {
  const [lastRefusal, setLastRefusal] = useState({ violations, value })
  if (lastRefusal.violations !== violations) setLastRefusal({ violations, value })
  const before = lastRefusal.violations === violations ? lastRefusal.value : value
  return violations.filter(({ path }) => isSame(valueAt(before, path), valueAt(value, path)))
}
