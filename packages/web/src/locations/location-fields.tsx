import type { LocationValue } from '../resources/private-locations.ts'
import type { FormSchema } from '../schema-form/form-schema.ts'
import { boundFields } from '../small-form/bound-fields.ts'
import { SchemaText } from '../small-form/schema-inputs.tsx'

export const locationFields = ['name', 'slugName', 'proxyUrl'] as const

/** The fields of a private location; the slug is chosen once. */
export function LocationFields({
  schema,
  error,
  value,
  hasSlug,
  onChange,
}: {
  schema: FormSchema
  error: unknown
  value: LocationValue
  hasSlug: boolean
  onChange: (value: LocationValue) => void
}) {
  const field = boundFields({ schema, error, value, setValue: onChange })
  return (
    <>
      <SchemaText {...field('name')} label="Name" />
      {hasSlug ? (
        <SchemaText
          {...field('slugName')}
          label="Slug"
          help="Checks refer to the location by its slug; it cannot be changed later. 1 to 30 letters, digits and hyphens, and not in the form of a region code."
          isMono
        />
      ) : null}
      <SchemaText {...field('proxyUrl')} label="Proxy for checks" isMono />
    </>
  )
}
