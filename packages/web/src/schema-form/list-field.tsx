import { useRef, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { freshValueOf } from './defaults-of.ts'
import { FieldGroup } from './field-group.tsx'
import { fieldLayoutOf, rowLabelOf, type WidgetProps } from './form-layout.ts'
import { joinPath } from './value-at.ts'
import { isNumeric } from './form-schema.ts'
import { readNumber, showNumber } from './read-number.ts'

/** A list of texts or numbers, one input each. */
export function TextsField(props: WidgetProps) {
  const { schema, path, form } = props
  const item = schema.items ?? {}
  const name = rowLabelOf(form.layout, path)
  return (
    <ListFrame {...props} fresh={isNumeric(item) ? null : ''}>
      {(items, { change, remove }) => (
        <ul className="space-y-2">
          {items.map((one, index) => (
            // A row is its place: nothing else tells two equal texts apart.
            <li key={index} className="flex gap-2">
              <span className="min-w-0 flex-1">
                <input
                  className="control"
                  aria-label={`${name} ${index + 1}`}
                  aria-invalid={
                    form.violations.some((wrong) => wrong.path === joinPath(path, index)) || undefined
                  }
                  value={isNumeric(item) ? showNumber(one) : String(one ?? '')}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={({ target }) =>
                    change(index, isNumeric(item) ? (readNumber(target.value, item) ?? null) : target.value)
                  }
                />
                <RowError {...props} index={index} />
              </span>
              <Button look="quiet" aria-label={`Remove ${name} ${index + 1}`} onClick={() => remove(index)}>
                <span aria-hidden="true">✕</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  )
}

function RowError({ path, index, form }: WidgetProps & { index: number }) {
  const wrong = form.violations.find((violation) => violation.path === joinPath(path, index))
  if (wrong === undefined) return null
  return (
    <p className="text-bad mt-1 text-xs font-medium">
      <span aria-hidden="true">⚠ </span>
      {wrong.message}
    </p>
  )
}

/** A list of objects: a row of fields each, which can be moved and removed. */
export function RowsField(props: WidgetProps) {
  const { schema, path, form } = props
  const item = schema.items ?? {}
  const name = rowLabelOf(form.layout, path)
  return (
    <ListFrame {...props} fresh={fieldLayoutOf(form.layout, path).freshRow?.(item) ?? freshValueOf(item)}>
      {(items, { move, remove }) => (
        <ol className="space-y-3">
          {items.map((_one, index) => (
            <li key={index}>
              <FieldGroup
                label={`${name} ${index + 1}`}
                actions={
                  <>
                    <Button
                      look="quiet"
                      aria-label={`Move ${name} ${index + 1} up`}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    >
                      <span aria-hidden="true">↑</span>
                    </Button>
                    <Button
                      look="quiet"
                      aria-label={`Move ${name} ${index + 1} down`}
                      disabled={index === items.length - 1}
                      onClick={() => move(index, index + 1)}
                    >
                      <span aria-hidden="true">↓</span>
                    </Button>
                    <Button
                      look="quiet"
                      aria-label={`Remove ${name} ${index + 1}`}
                      onClick={() => remove(index)}
                    >
                      <span aria-hidden="true">✕</span>
                    </Button>
                  </>
                }
              >
                <RowFields {...props} index={index} />
              </FieldGroup>
            </li>
          ))}
        </ol>
      )}
    </ListFrame>
  )
}

function RowFields({ schema, path, form, index }: WidgetProps & { index: number }) {
  const item = schema.items ?? {}
  const own = joinPath(path, index)
  const { rowNote: Note } = fieldLayoutOf(form.layout, path)
  if (item.properties === undefined) return form.field({ path: own, schema: item, isRequired: true })
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {Object.entries(item.properties).map(([name, property]) => (
        <Slot key={name}>
          {form.field({
            path: joinPath(own, name),
            schema: property,
            isRequired: item.required?.includes(name) === true,
          })}
        </Slot>
      ))}
      {Note === undefined ? null : (
        <Slot>
          <Note form={form} path={own} />
        </Slot>
      )}
    </div>
  )
}

/** A field that has nothing to say takes no place. */
function Slot({ children }: { children: ReactNode }) {
  return <div className="min-w-0 empty:hidden has-[>:empty]:hidden">{children}</div>
}

export type ListActions = {
  change: (index: number, next: unknown) => void
  remove: (index: number) => void
  move: (from: number, to: number) => void
}

/** What all lists have: their name, a way to add, and a way back to "not set" where the schema knows that. */
function ListFrame({
  value,
  schema,
  label,
  help,
  error,
  isRequired,
  path,
  form,
  onChange,
  fresh,
  children,
}: WidgetProps & {
  fresh: unknown
  children: (items: readonly unknown[], actions: ListActions) => ReactNode
}) {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const name = rowLabelOf(form.layout, path)
  const box = useRef<HTMLDivElement>(null)
  const isFull = schema.maxItems !== undefined && items.length >= schema.maxItems
  const isUnset = value === null || value === undefined
  const { listNote: Note } = fieldLayoutOf(form.layout, path)
  const actions: ListActions = {
    change: (index, next) => onChange(items.map((one, at) => (at === index ? next : one))),
    remove: (index) => {
      onChange(items.filter((_one, at) => at !== index))
      // The button that had the focus is gone with its row.
      box.current?.querySelector<HTMLElement>('[data-add]')?.focus()
    },
    move: (from, to) => onChange(items.with(from, items[to]).with(to, items[from])),
  }
  return (
    <FieldGroup label={label} help={help} error={error} isRequired={isRequired}>
      <div ref={box}>
        {items.length === 0 ? null : children(items, actions)}
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button data-add="" disabled={isFull} onClick={() => onChange([...items, fresh])}>
            <span aria-hidden="true">+</span> Add {name.charAt(0).toLowerCase() + name.slice(1)}
          </Button>
          {schema.nullable === true && !isUnset ? (
            <Button look="quiet" aria-label={`Clear ${label}`} onClick={() => onChange(null)}>
              Clear
            </Button>
          ) : null}
          {Note === undefined || isFull ? null : (
            <Note form={form} path={path} add={(row) => onChange([...items, row])} />
          )}
        </div>
      </div>
    </FieldGroup>
  )
}
