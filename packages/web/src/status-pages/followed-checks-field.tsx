import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { checkNameQuery } from '../resources/checks.ts'
import { FieldGroup } from '../schema-form/field-group.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { CheckPicker } from '../search/check-and-group-pickers.tsx'

/** The checks whose state a service shows. */
export function FollowedChecksField({ value, path, label, help, error, onChange, form }: WidgetProps) {
  const ids: readonly string[] = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  const within = form.violations.find((violation) => violation.path.startsWith(`${path}.`))
  return (
    <FieldGroup label={label} help={help} error={error ?? within?.message ?? null}>
      {ids.length === 0 ? null : (
        <ul className="mb-2 flex flex-wrap gap-1.5">
          {ids.map((id) => (
            <FollowedCheck key={id} id={id} onRemove={() => onChange(ids.filter((one) => one !== id))} />
          ))}
        </ul>
      )}
      <CheckPicker
        label="Add a check"
        placeholder="Name or target"
        onPick={(id) => onChange(ids.includes(id) ? ids : [...ids, id])}
      />
    </FieldGroup>
  )
}

function FollowedCheck({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data: name } = useQuery(checkNameQuery(useApi(), id))
  const words = name ?? '…'
  return (
    <li className="bg-raised inline-flex max-w-full items-center rounded pl-2">
      <span className="min-w-0">{words}</span>
      <Button look="quiet" aria-label={`Remove ${words}`} onClick={onRemove}>
        <span aria-hidden="true">✕</span>
      </Button>
    </li>
  )
}
