import { errorSchemas } from '@sonde/schema/validation/error.ts'
import type { TSchema } from 'typebox'

type ErrorStatus = keyof typeof errorSchemas

const always: readonly ErrorStatus[] = [400, 401, 403, 404, 429]

/** The answers of a route: its own, and the errors that every route of its kind can give. */
export function answers<T extends Record<number, TSchema>>(own: T, ...more: ErrorStatus[]) {
  return { ...errorsOf([...always, ...more]), ...own }
}

/** The same for a route that asks for no key. */
export function publicAnswers<T extends Record<number, TSchema>>(own: T, ...more: ErrorStatus[]) {
  return { ...errorsOf([400, 429, ...more]), ...own }
}

function errorsOf(statuses: readonly ErrorStatus[]): Record<number, TSchema> {
  return Object.fromEntries(statuses.map((status) => [status, errorSchemas[status]]))
}
