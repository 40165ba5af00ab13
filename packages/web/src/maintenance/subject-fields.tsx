import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { groupNameQuery } from '../resources/check-groups.ts'
import { checkNameQuery } from '../resources/checks.ts'
import { FieldGroup } from '../schema-form/field-group.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { joinPath } from '../schema-form/value-at.ts'
import { CheckPicker, GroupPicker } from '../search/check-and-group-pickers.tsx'

/** Checks that are chosen one by one. */
export function ChecksField(props: WidgetProps) {
  const { value, label, onChange } = props
  const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  return (
    <Subjects {...props}>
      <ul aria-label={label} className="mb-2 flex flex-wrap gap-1.5 empty:hidden">
        {ids.map((id) => (
          <CheckChip key={id} id={id} onRemove={() => onChange(ids.filter((other) => other !== id))} />
        ))}
      </ul>
      <CheckPicker
        label={`Add to: ${label}`}
        isLabelHidden
        placeholder="Find a check"
        onPick={(id) => onChange([...new Set([...ids, id])])}
      />
    </Subjects>
  )
}

export function GroupsField(props: WidgetProps) {
  const { value, label, onChange } = props
  const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []
  return (
    <Subjects {...props}>
      <ul aria-label={label} className="mb-2 flex flex-wrap gap-1.5 empty:hidden">
        {ids.map((id) => (
          <GroupChip key={id} id={id} onRemove={() => onChange(ids.filter((other) => other !== id))} />
        ))}
      </ul>
      <GroupPicker
        label={`Add to: ${label}`}
        isLabelHidden
        placeholder="Find a group"
        onPick={(id) => onChange([...new Set([...ids, id])])}
      />
    </Subjects>
  )
}

function Subjects({ label, help, error, path, form, children }: WidgetProps & { children: React.ReactNode }) {
  const within = form.violations.find((wrong) => wrong.path.startsWith(joinPath(path, '')))
  return (
    <FieldGroup label={label} help={help} error={error ?? within?.message ?? null}>
      {children}
    </FieldGroup>
  )
}

function CheckChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useQuery(checkNameQuery(useApi(), id))
  return <Chip name={data ?? id} onRemove={onRemove} />
}

function GroupChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useQuery(groupNameQuery(useApi(), id))
  return <Chip name={data ?? String(id)} onRemove={onRemove} />
}

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li className="bg-raised inline-flex max-w-full items-center gap-1 rounded pl-2">
      <span className="min-w-0">{name}</span>
      <button
        type="button"
        className="hover:bg-line cursor-pointer rounded px-2 py-1"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
      >
        <span aria-hidden="true">✕</span>
      </button>
    </li>
  )
}
