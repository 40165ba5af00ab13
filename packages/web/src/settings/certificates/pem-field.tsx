import type { FormSchema } from '../../schema-form/form-schema.ts'
import { SchemaText } from '../../small-form/schema-inputs.tsx'

/** A text in PEM: pasted, or read from a file. */
export function PemField({
  schema,
  name,
  label,
  error,
  value,
  onChange,
}: {
  schema: FormSchema
  name: string
  label: string
  error: unknown
  value: string
  onChange: (value: string) => void
}) {
  return (
    <div className="space-y-2">
      <SchemaText
        schema={schema}
        name={name}
        label={label}
        error={error}
        value={value}
        onChange={onChange}
        rows={4}
        isMono
      />
      <label className="text-soft flex flex-wrap items-center gap-2 text-xs">
        {label} from a file:
        <input
          type="file"
          accept=".pem,.crt,.cer,.key,application/x-pem-file"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file !== undefined) void file.text().then(onChange)
          }}
        />
      </label>
    </div>
  )
}
