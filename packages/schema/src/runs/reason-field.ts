import { Type } from 'typebox'
import { Nullable } from '../validation/building-blocks.ts'

export const Reason = Nullable(Type.String(), {
  description:
    'Why it did not pass: the same sentence as in alerts. Null if it passed, and if no reason is known.',
})
