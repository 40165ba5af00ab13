import { useCallback, useMemo, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { defaultsOf } from './defaults-of.ts'
import type { FormSchema } from './form-schema.ts'
import { isSame, unreadableIn, type FieldViolation, type FormValue } from './value-at.ts'

export type FormState = {
  value: FormValue
  /** What the form began with, and what an update is compared with. */
  initial: FormValue
  setValue: (value: FormValue) => void
  isChanged: boolean
  /** What was typed and cannot be read. While there is any, the form must not be sent. */
  unreadable: readonly FieldViolation[]
}

/** Without `initial`, the form begins with the defaults of its schema. */
export function useFormState({ initial, schema }: { initial?: FormValue; schema: FormSchema }): FormState {
  const [start] = useState<FormValue>(() => initial ?? defaultsOf(schema))
  const [value, setValue] = useState<FormValue>(start)
  const set = useCallback((next: FormValue) => setValue(next), [])
  return useMemo(
    () => ({
      value,
      initial: start,
      setValue: set,
      isChanged: !isSame(start, value),
      unreadable: unreadableIn(value),
    }),
    [value, start, set],
  )
}

/** What the server refused, field by field. */
export function violationsOf(error: unknown): readonly FieldViolation[] {
  return error instanceof ApiError ? error.violations : none
}

const none: readonly FieldViolation[] = []
