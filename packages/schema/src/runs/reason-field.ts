import { Type } from 'typebox'
import { Nullable } from '../validation/building-blocks.ts'

export const Reason = Nullable(Type.String(), {
  description:
    'Why it did not pass, in the sentence that alerts give. Null when it passed, and when no reason is known.',
})
