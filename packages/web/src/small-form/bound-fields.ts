import type { FormSchema } from '../schema-form/form-schema.ts'

/** Gives a field of a small form what it needs to show and change one property of a value. */
export function boundFields<Value extends object>({
  schema,
  error,
  value,
  setValue,
}: {
  schema: FormSchema
  error: unknown
  value: Value
  setValue: (value: Value) => void
}) {
  return <Name extends keyof Value & string>(name: Name) => ({
    schema,
    name,
    error,
    value: value[name],
    onChange: (next: Value[Name]) => setValue({ ...value, [name]: next }),
  })
}
