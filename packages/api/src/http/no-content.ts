import { Type } from 'typebox'

/** The answer of a delete: success, and no body. */
export const noContent = Type.Unsafe<undefined>({ type: 'null', description: 'No Content' })
