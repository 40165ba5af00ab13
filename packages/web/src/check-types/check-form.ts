import type { FormLayout } from '../schema-form/form-layout.ts'
import type { FormSchema } from '../schema-form/form-schema.ts'

/** The form of one type of check: what the API demands, and how it is laid out. */
export type CheckForm = { schema: FormSchema; layout: FormLayout }
