import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import { focusField } from './focus-field.ts'
import {
  fieldLayoutOf,
  placeFields,
  schemaAt,
  type FormLayout,
  type FormScope,
  type FormSection,
} from './form-layout.ts'
import { isWideField, type FormSchema } from './form-schema.ts'
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
  const standing = useOpenViolations(violations, value)
  const unreadable = unreadableIn(value)
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
      {placeFields(schema, layout).map((section) => (
        <Section key={section.title} section={section} schema={schema} form={form} />
      ))}
    </div>
  )
}

const none: readonly FieldViolation[] = []

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

function Section({ section, schema, form }: { section: FormSection; schema: FormSchema; form: FormScope }) {
  const id = useId()
  const isWrong = section.fields.some((field) =>
    form.violations.some(({ path }) => path === field || path.startsWith(`${field}.`)),
  )
  const [isOpened, setIsOpened] = useState(section.isFolded !== true)
  const isOpen = isOpened || isWrong
  return (
    <section aria-labelledby={id} className="bg-card border-line mb-4 rounded-lg border">
      <h2 id={id} className={isOpen ? 'border-line border-b' : ''}>
        {section.isFolded === true ? (
          <button
            type="button"
            aria-expanded={isOpen}
            className="hover:bg-raised flex w-full cursor-pointer items-center gap-2 rounded-lg px-4 py-2.5 text-left"
            onClick={() => setIsOpened(!isOpen)}
          >
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
            {section.title}
          </button>
        ) : (
          <span className="block px-4 py-2.5">{section.title}</span>
        )}
      </h2>
      {isOpen ? (
        <div className="p-4">
          {section.help === undefined ? null : <p className="text-soft mb-4">{section.help}</p>}
          <div className="grid items-start gap-4 md:grid-cols-2">
            {section.fields.map((path) => (
              <SectionField key={path} path={path} schema={schema} form={form} />
            ))}
          </div>
        </div>
      ) : null}
    </section>
  )
}

function SectionField({
  path,
  schema,
  form,
}: {
  path: string
  schema: FormSchema
  form: FormScope
}): ReactNode {
  const field = schemaAt(schema, path)
  // A layout may be shared by types that have not all of its fields.
  if (field === undefined) return null
  const { widget, isWide = widget !== undefined || isWideField(field.schema) } = fieldLayoutOf(
    form.layout,
    path,
  )
  return (
    <div className={isWide ? 'min-w-0 empty:hidden md:col-span-2' : 'min-w-0 empty:hidden'}>
      {form.field({ path, ...field })}
    </div>
  )
}
