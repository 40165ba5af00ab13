import { isRecord } from '@sonde/ground/is-record.ts'
import type { FormValue } from '../schema-form/value-at.ts'

/** What is sent of the form of a service: without any check and tag it follows nothing. */
export function serviceBody({ name, follows }: FormValue): FormValue {
  const sources = isRecord(follows) ? [follows['checkIds'], follows['tags']] : []
  const isFollowing = sources.some((list) => Array.isArray(list) && list.length > 0)
  return { name, follows: isFollowing ? follows : null }
}
