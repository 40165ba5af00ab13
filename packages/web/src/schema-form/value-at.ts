import { isRecord } from '@sonde/ground/is-record.ts'
import { Unreadable, type FormSchema } from './form-schema.ts'

export type FormValue = Readonly<Record<string, unknown>>

/** Where something is wrong, and what. Paths are dotted: `request.assertions.0.source`. */
export type FieldViolation = { readonly path: string; readonly message: string }

export function joinPath(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}

export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value
  let current = value
  for (const part of path.split('.')) {
    if (Array.isArray(current)) current = (current as readonly unknown[])[Number(part)]
    else current = isRecord(current) ? current[part] : undefined
  }
  return current
}

/** A copy with one place changed; `undefined` takes the field away. Objects on the way are made. */
export function withValueAt(value: FormValue, path: string, next: unknown): FormValue {
  const result = changeAt(value, path.split('.'), next)
  return isRecord(result) ? result : value
}

function changeAt(value: unknown, [part, ...rest]: readonly string[], next: unknown): unknown {
  if (part === undefined) return next
  if (Array.isArray(value)) {
    return (value as readonly unknown[]).map((item, index) =>
      index === Number(part) ? changeAt(item, rest, next) : item,
    )
  }
  const before = isRecord(value) ? value : {}
  const nextValue = changeAt(before[part], rest, next)
  if (nextValue !== undefined) return { ...before, [part]: nextValue }
  const { [part]: oldValue, ...others } = before
  return oldValue === undefined && !(part in before) ? before : others
}

/** What was typed and cannot be read, by the place where it stands. */
export function unreadableIn(value: unknown, path = ''): readonly FieldViolation[] {
  if (value instanceof Unreadable) return [{ path, message: value.message }]
  if (Array.isArray(value)) {
    return (value as readonly unknown[]).flatMap((item, index) => unreadableIn(item, joinPath(path, index)))
  }
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, item]) => unreadableIn(item, joinPath(path, name)))
}

/** Whether two values of a form mean the same: the order of fields does not count, and neither do absent ones. */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (left instanceof Unreadable || right instanceof Unreadable) return false
  if (Array.isArray(left) && Array.isArray(right)) {
    const others: readonly unknown[] = right
    return left.length === right.length && left.every((item, index) => isSame(item, others[index]))
  }
  if (!isRecord(left) || !isRecord(right)) return false
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].every((name) => isSame(left[name], right[name]))
}

/** What a partial update has to say to make `before` into `after`: objects merge unless they are replaced as a whole. */
export function changedFields(before: FormValue, after: FormValue, schema: FormSchema): FormValue {
  const changes: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const was = before[name]
    const is = after[name]
    const property = schema.properties?.[name]
    if (isSame(was, is)) continue
    const isMerged = property?.properties !== undefined && property['x-replaced-whole'] !== true
    if (isMerged && isRecord(was) && isRecord(is)) {
      changes[name] = { ...requiredFields(is, property), ...changedFields(was, is, property) }
    } else if (is !== undefined) {
      changes[name] = is
    } else if (property?.nullable === true) {
      // A field that was taken away stays as it is unless null can say so.
      changes[name] = null
    }
  }
  return changes
}

/** A part that is sent at all must say what it is about: the host of a request, for one. */
function requiredFields(value: FormValue, { required = [] }: FormSchema): FormValue {
  return Object.fromEntries(required.flatMap((name) => (name in value ? [[name, value[name]]] : [])))
}
