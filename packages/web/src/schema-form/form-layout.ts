import type { ReactNode } from 'react'
import type { Complete } from './complete-address.ts'
import { fieldKindOf, type FormSchema } from './form-schema.ts'
import { joinPath, type FieldViolation, type FormValue } from './value-at.ts'

/** What every control gets. `onChange(undefined)` takes the field away. */
export type WidgetProps = {
  path: string
  schema: FormSchema
  value: unknown
  label: string
  help: ReactNode
  isRequired: boolean
  /** What is wrong with this value itself; what is wrong within it is told by `form.violations`. */
  error: string | null
  onChange: (next: unknown) => void
  form: FormScope
}

/** The form around a control. */
export type FormScope = {
  schema: FormSchema
  value: FormValue
  setAt: (path: string, next: unknown) => void
  /** Several fields in one step, by path. */
  setMany: (changes: FormValue) => void
  violations: readonly FieldViolation[]
  layout: FormLayout
  /** Whatever the screen gave to `SchemaForm`. */
  context: unknown
  /** The field of a place, for controls that consist of others. */
  field: (place: FieldPlace) => ReactNode
}

export type FieldPlace = { path: string; schema: FormSchema; isRequired: boolean }

export type FieldLayout = {
  label?: string
  help?: string | ((value: FormValue) => string | undefined)
  /** An example of what to type, or what counts while nothing is typed. */
  placeholder?: string | ((value: FormValue, context: unknown) => string | undefined)
  /** Says what will become of an address that lacks something, or has too much. */
  complete?: Complete
  /** Words for the values of a choice. */
  options?: Readonly<Record<string, string>>
  /** What "not set" means, as an option of a choice. */
  unsetWord?: string
  /** A control of its own: a component, so that it may use hooks. */
  widget?: (props: WidgetProps) => ReactNode
  isHidden?: boolean | ((value: FormValue) => boolean)
  /** What one row of a list is called: "Assertion". */
  rowLabel?: string
  /** What a new row begins with, where the defaults of its schema are not enough. */
  freshRow?: (row: FormSchema) => unknown
  /** Beside the fields of each row: a component, so that it may use hooks. */
  rowNote?: (props: { form: FormScope; path: string }) => ReactNode
  /** Beside the button that adds a row. */
  listNote?: (props: { form: FormScope; path: string; add: (row: unknown) => void }) => ReactNode
  /** Takes the whole width of its section. */
  isWide?: boolean
  /** Marks a field that is demanded by a rule beside the schema. */
  isRequired?: boolean
}

export type FormSection = {
  title: string
  help?: string
  fields: readonly string[]
  /** Closed until somebody opens it, or something in it is wrong. */
  isFolded?: boolean
  /** The first section of a form needs no heading to be seen. */
  isTitleHidden?: boolean
  /** What its fields say now, in one line: a component, so that it may use hooks. Otherwise their values in words. */
  foldLine?: (props: { form: FormScope }) => ReactNode
}

export type FormLayout = {
  sections: readonly FormSection[]
  /** By path; `*` stands for the number of a row: `request.assertions.*.source`. */
  fields?: Readonly<Record<string, FieldLayout>>
  /** The title of the section for fields that no other names. */
  restTitle?: string
  /** Called after each change: takes away what no longer goes together. */
  settle?: (value: FormValue) => FormValue
}

export function fieldLayoutOf({ fields = {} }: FormLayout, path: string): FieldLayout {
  return fields[path] ?? fields[path.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, '*')] ?? {}
}

export function placeholderOf({ layout, value, context }: FormScope, path: string): string | undefined {
  const { placeholder } = fieldLayoutOf(layout, path)
  return typeof placeholder === 'function' ? placeholder(value, context) : placeholder
}

export function helpOf(
  { layout, value }: Pick<FormScope, 'layout' | 'value'>,
  path: string,
): string | undefined {
  const { help } = fieldLayoutOf(layout, path)
  return typeof help === 'function' ? help(value) : help
}

export function unsetWordOf({ layout }: FormScope, path: string): string {
  return fieldLayoutOf(layout, path).unsetWord ?? 'Not set'
}

/**
 * The sections with every field of the schema in one of them: those that no section names come last, but for those that
 * no form shows.
 */
export function placeFields(schema: FormSchema, layout: FormLayout): readonly FormSection[] {
  const paths = layout.sections.flatMap(({ fields }) => fields)
  const rest = unplacedIn(schema, '', paths).filter((path) => fieldLayoutOf(layout, path).isHidden !== true)
  return [
    ...layout.sections,
    ...(rest.length === 0 ? [] : [{ title: layout.restTitle ?? 'More', fields: rest, isFolded: true }]),
  ]
}

function unplacedIn(schema: FormSchema, path: string, paths: readonly string[]): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const own = joinPath(path, name)
    if (paths.includes(own)) return []
    if (paths.some((place) => place.startsWith(`${own}.`))) return unplacedIn(property, own, paths)
    return [own]
  })
}

/** The schema of a place, and whether the object around it demands it. */
export function schemaAt(
  schema: FormSchema,
  path: string,
): { schema: FormSchema; isRequired: boolean } | undefined {
  let result = { schema, isRequired: true }
  for (const part of path.split('.')) {
    const parent = result.schema
    const isRow = parent.type === 'array'
    const next = isRow ? parent.items : parent.properties?.[part]
    if (next === undefined) return undefined
    result = { schema: next, isRequired: isRow || parent.required?.includes(part) === true }
  }
  return result
}

/** `retryStrategy` → `Retry strategy`, `RUN_BASED` → `Run based`, `minTLSVersion` → `Min TLS version`. */
export function toWords(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z][a-z]+$/.test(word) || name === name.toUpperCase() ? word.toLowerCase() : word))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function labelOf(layout: FormLayout, path: string): string {
  return fieldLayoutOf(layout, path).label ?? toWords(path.slice(path.lastIndexOf('.') + 1))
}

/** The name of a place in a list of mistakes: that of its field, of its row, and its own. */
export function labelOfPlace(schema: FormSchema, layout: FormLayout, path: string): string {
  const fields = placeFields(schema, layout).flatMap((section) => section.fields)
  // What lies around a field of a section is not to be seen in the form.
  const field = fields.find((one) => path === one || path.startsWith(`${one}.`)) ?? ''
  const above = field.split('.').length - 1
  const parts = path.split('.')
  const words: string[] = []
  for (const [index, part] of parts.entries()) {
    const around = parts.slice(0, index).join('.')
    const own = joinPath(around, part)
    if (index < above) continue
    if (/^\d+$/.test(part)) words.push(`${rowLabelOf(layout, around)} ${Number(part) + 1}`)
    else if (index === parts.length - 1 || !isRows(schema, own)) words.push(labelOf(layout, own))
  }
  return words.join(' › ')
}

function isRows(schema: FormSchema, path: string): boolean {
  const match = schemaAt(schema, path)
  return match !== undefined && ['rows', 'texts', 'choices'].includes(fieldKindOf(match.schema))
}

export function rowLabelOf(layout: FormLayout, path: string): string {
  return fieldLayoutOf(layout, path).rowLabel ?? labelOf(layout, path).replace(/s$/, '')
}
