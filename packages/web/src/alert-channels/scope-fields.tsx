import { useId } from 'react'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { CheckBox } from '../schema-form/check-box.tsx'
import { CheckPicker, GroupPicker, TagPicker } from '../search/check-and-group-pickers.tsx'
import { scopeKinds, type Scope, type ScopeKind } from './channel-scope.ts'

const words: Readonly<Record<ScopeKind, { label: string; help: string }>> = {
  all: { label: 'All checks', help: 'Every existing check.' },
  tags: {
    label: 'Checks with a tag',
    help: 'Existing checks with the tag. Checks that get the tag later are not added.',
  },
  groups: { label: 'Groups', help: 'All checks of the group, including those that join it later.' },
  checks: { label: 'Chosen checks', help: 'Only these.' },
  none: { label: 'Nothing yet', help: 'Subscribe checks later.' },
}

/** Whom a new channel is notified of. */
export function ScopeFields({
  scope,
  isForNew,
  error,
  onScope,
  onForNew,
}: {
  scope: Scope
  isForNew: boolean
  error: string | null
  onScope: (scope: Scope) => void
  onForNew: (isForNew: boolean) => void
}) {
  const name = useId()
  return (
    <Card title="Notified of">
      <fieldset>
        <legend className="sr-only">Notified of</legend>
        <div className="space-y-2">
          {scopeKinds.map((kind) => (
            <label key={kind} className="flex items-start gap-2">
              <input
                type="radio"
                name={name}
                className="mt-0.5 size-4 shrink-0"
                checked={scope.kind === kind}
                onChange={() => onScope({ ...scope, kind })}
              />
              <span>
                <span className="font-medium">{words[kind].label}</span>
                <span className="text-soft block text-xs">{words[kind].help}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-3 empty:hidden">
        <ScopeChoice scope={scope} onScope={onScope} />
      </div>
      {error === null ? null : (
        <p role="alert" className="text-bad mt-2">
          {error}
        </p>
      )}
      <div className="border-line mt-4 border-t pt-4">
        <CheckBox
          label="New checks too"
          help="Checks that are created later without a channel of their own."
          isChecked={isForNew}
          onChange={onForNew}
        />
      </div>
    </Card>
  )
}

function ScopeChoice({ scope, onScope }: { scope: Scope; onScope: (scope: Scope) => void }) {
  switch (scope.kind) {
    case 'tags':
      return (
        <>
          <Chosen
            label="Chosen tags"
            entries={scope.tags.map((tag) => ({ id: tag, name: tag }))}
            onRemove={(tag) => onScope({ ...scope, tags: scope.tags.filter((other) => other !== tag) })}
          />
          <TagPicker
            label="Add a tag"
            placeholder="Tag"
            onPick={(tag) => onScope({ ...scope, tags: [...new Set([...scope.tags, tag])] })}
          />
        </>
      )
    case 'groups':
      return (
        <>
          <Chosen
            label="Chosen groups"
            entries={scope.groups}
            onRemove={(id) => onScope({ ...scope, groups: scope.groups.filter((group) => group.id !== id) })}
          />
          <GroupPicker
            label="Add a group"
            placeholder="Name"
            onPick={(id, name) =>
              onScope({
                ...scope,
                groups: [...scope.groups.filter((group) => group.id !== id), { id, name }],
              })
            }
          />
        </>
      )
    case 'checks':
      return (
        <>
          <Chosen
            label="Chosen checks"
            entries={scope.checks}
            onRemove={(id) => onScope({ ...scope, checks: scope.checks.filter((check) => check.id !== id) })}
          />
          <CheckPicker
            label="Add a check"
            placeholder="Name or target"
            onPick={(id, name) =>
              onScope({
                ...scope,
                checks: [...scope.checks.filter((check) => check.id !== id), { id, name }],
              })
            }
          />
        </>
      )
    default:
      return null
  }
}

function Chosen<Id extends string | number>({
  label,
  entries,
  onRemove,
}: {
  label: string
  entries: readonly { id: Id; name: string }[]
  onRemove: (id: Id) => void
}) {
  return (
    <ul aria-label={label} className="mb-3 flex flex-wrap gap-2 empty:hidden">
      {entries.map(({ id, name }) => (
        <li key={id}>
          <Button aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
            {name} <span aria-hidden="true">✕</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
