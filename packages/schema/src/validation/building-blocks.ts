import { Type, type Static, type TSchema } from 'typebox'

/**
 * OpenAPI 3.0 spells "or null" as `nullable`, which Ajv, the serialiser and the document all understand.
 * An `enum` must list null itself: the keyword is validated apart from the type.
 */
export function Nullable<T extends TSchema>(schema: T, options: Record<string, unknown> = {}) {
  const { enum: values } = schema as T & { enum?: readonly unknown[] }
  const listed = values ? { enum: [...values, null] } : {}
  return Type.Unsafe<Static<T> | null>({ ...schema, ...listed, ...options, nullable: true })
}

/** A string that is one of the listed values. */
export function OneOf<const T extends readonly string[]>(values: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })
}

/** A number that is one of the listed values. */
export function OneNumberOf<const T extends readonly number[]>(
  values: T,
  options: Record<string, unknown> = {},
) {
  return Type.Unsafe<T[number]>({ type: 'integer', enum: [...values], ...options })
}

export function Uuid(options: Record<string, unknown> = {}) {
  return Type.String({ format: 'uuid', ...options })
}

/** By which groups and channels are known: no higher than every database and every client can hold. */
export function RowNumber(options: Record<string, unknown> = {}) {
  return Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...options })
}

/** ISO 8601, UTC, milliseconds, `Z`. */
export function Timestamp(options: Record<string, unknown> = {}) {
  return Type.String({ format: 'date-time', ...options })
}

/** What people see something by: white space alone would be nothing. */
export function ShownName({ description = 'at least one character that is not white space' } = {}) {
  return Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', description })
}

/** The same schema without its default: an omitted field stays omitted. */
export function withoutDefault<T extends TSchema>(schema: T) {
  const { default: _dropped, ...rest } = schema as T & { default?: unknown }
  return Type.Unsafe<Static<T>>(rest)
}

/** Names a schema in the API document, where it becomes one shared component instead of a copy per use. */
export function component<T extends TSchema>(name: string, schema: T): T {
  return { ...schema, 'x-component': name }
}
