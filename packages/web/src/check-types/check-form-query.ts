import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { queryOptions } from '@tanstack/react-query'
import type { CheckForm } from './check-form.ts'
import { checkTypes } from './registry.ts'

/** The form of a type, which is a file of its own. */
export function checkFormQuery(checkType: CheckType) {
  return queryOptions({
    queryKey: ['check-form', checkType],
    queryFn: async (): Promise<CheckForm> => (await checkTypes[checkType].loadForm()).form,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
