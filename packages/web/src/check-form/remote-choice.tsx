import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { sentenceOf } from '../parts/states.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'

export type RemoteOption = { value: string | number; name: string }

const unset = 'unset'

/** One of what the account has, read from the server: a group, a service, a certificate. */
export function RemoteChoice({
  value,
  label,
  help,
  error,
  isRequired,
  onChange,
  options,
  loadError,
  emptyWord,
  onMore,
}: WidgetProps & {
  /** Undefined while they are read. */
  options: readonly RemoteOption[] | undefined
  loadError: Error | null
  /** What "none" means here. */
  emptyWord: string
  /** Reads further ones, where there are any. */
  onMore?: (() => void) | undefined
}) {
  const isSet = typeof value === 'string' || typeof value === 'number'
  const choices = options ?? []
  const all =
    isSet && !choices.some((one) => one.value === value)
      ? [...choices, { value, name: String(value) }]
      : choices
  return (
    <div>
      <Field label={label} help={help} error={error ?? failure(loadError)} isRequired={isRequired}>
        {(control) => (
          <select
            {...control}
            className="control"
            value={isSet ? String(value) : unset}
            onChange={({ target }) =>
              onChange(all.find((one) => String(one.value) === target.value)?.value ?? null)
            }
          >
            <option value={unset}>
              {options === undefined && loadError === null ? 'Loading…' : emptyWord}
            </option>
            {all.map((one) => (
              <option key={one.value} value={String(one.value)}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {onMore === undefined ? null : (
        <Button look="quiet" onClick={onMore}>
          Show more in {label.toLowerCase()}
        </Button>
      )}
    </div>
  )
}

function failure(error: Error | null): string | null {
  return error === null ? null : sentenceOf(error)
}
