import type { ComponentType } from 'react'
import type { FormLayout } from '../schema-form/form-layout.ts'
import type { FormSchema } from '../schema-form/form-schema.ts'
import type { FormValue } from '../schema-form/value-at.ts'

/** The form of one type of check: what the API demands, and how it is laid out. */
export type CheckForm = {
  schema: FormSchema
  layout: FormLayout
  /** What a check is called unless somebody says otherwise; empty where nothing says what it is. */
  proposeName?: (value: FormValue) => string
  /** Above the form of a new check: fills it with what somebody has already. */
  Import?: ComponentType<{ value: FormValue; onChange: (value: FormValue) => void }>
  /** What a new check begins with beside the defaults of the API, by path. */
  start?: FormValue
}
