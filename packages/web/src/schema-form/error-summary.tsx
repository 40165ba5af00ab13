import { labelOfPlace, type FormLayout } from './form-layout.ts'
import type { FormSchema } from './form-schema.ts'
import type { FieldViolation } from './value-at.ts'

/** What the server refused, above the form, with a way to each field. */
export function ErrorSummary({
  schema,
  layout,
  violations,
  onGo,
}: {
  schema: FormSchema
  layout: FormLayout
  violations: readonly FieldViolation[]
  onGo: (path: string) => void
}) {
  if (violations.length === 0) return null
  return (
    <div role="alert" className="bg-bad-wash text-bad mb-4 rounded-md p-4">
      <p className="font-semibold">
        {violations.length === 1 ? 'One field needs attention' : `${violations.length} fields need attention`}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {violations.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <button
              type="button"
              className="text-bad cursor-pointer text-left underline"
              onClick={() => onGo(path)}
            >
              {path === '' ? 'The form' : labelOfPlace(schema, layout, path)}
            </button>
            : {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
