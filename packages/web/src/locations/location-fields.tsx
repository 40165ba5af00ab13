import type { LocationValue } from '../resources/private-locations.ts'
import type { FormSchema } from '../schema-form/form-schema.ts'
import { SchemaText } from '../small-form/schema-inputs.tsx'

export const locationFields = ['name', 'slugName', 'icon', 'proxyUrl'] as const

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
  const common = { schema, error }
  return (
    <>
      <SchemaText
        {...common}
        name="name"
        label="Name"
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
      />
      {hasSlug ? (
        <SchemaText
          {...common}
          name="slugName"
          label="Slug"
          help="What checks name the location by; it cannot be changed later. 1 to 30 letters, digits and hyphens, and not like the code of a region."
          value={value.slugName}
          onChange={(slugName) => onChange({ ...value, slugName })}
          isMono
        />
      ) : null}
      <SchemaText
        {...common}
        name="icon"
        label="Icon"
        help="The name of an icon, for clients that show one."
        value={value.icon}
        onChange={(icon) => onChange({ ...value, icon })}
      />
      <SchemaText
        {...common}
        name="proxyUrl"
        label="Proxy for checks"
        value={value.proxyUrl}
        onChange={(proxyUrl) => onChange({ ...value, proxyUrl })}
        isMono
      />
    </>
  )
}
