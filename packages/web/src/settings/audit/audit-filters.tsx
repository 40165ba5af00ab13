import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:AuditQuery'
import { toLocalInput } from '../../alerts/local-input.ts'
import { useApi } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { actorsQuery } from '../../resources/account/members.ts'
import { auditRoute } from '../routes.ts'
import { withFilter, type AuditSearch } from './search-params.ts'
import { actionWord, entityWord } from './words.ts'

export function AuditFilters({ search }: { search: AuditSearch }) {
  const navigate = useNavigate({ from: auditRoute.fullPath })
  const actors = useQuery(actorsQuery(useApi()))
  const change = (filter: Parameters<typeof withFilter>[1]) =>
    void navigate({ search: withFilter(search, filter) })
  const isFiltered = Object.keys(search).some((name) => name !== 'after')
  const actorList = actors.data ?? []
  return (
    <form
      role="search"
      aria-label="Audit log"
      className="mb-4 grid grid-cols-1 items-end gap-3 sm:grid-cols-2 xl:grid-cols-5"
      onSubmit={(event) => event.preventDefault()}
    >
      <Choice
        label="What"
        value={search.entityType}
        options={optionsOf('entityType', entityWord)}
        onChange={(entityType) => change({ entityType, entityId: undefined })}
      />
      <Choice
        label="Change"
        value={search.action}
        options={optionsOf('action', actionWord)}
        onChange={(action) => change({ action })}
      />
      <Choice
        label="Who"
        all="Everybody"
        value={search.userId}
        options={[
          ...actorList.map(({ userId, name, email }) => [userId, name ?? email] as const),
          // A person who has left, or the address names.
          ...(search.userId === undefined || actorList.some(({ userId }) => userId === search.userId)
            ? []
            : [[search.userId, 'the one in the address'] as const]),
        ]}
        onChange={(userId) => change({ userId })}
      />
      <Time label="From" value={search.from} onChange={(from) => change({ from })} />
      <Time label="Until" value={search.to} onChange={(to) => change({ to })} />
      {isFiltered ? (
        <p className="flex flex-wrap items-center gap-2 sm:col-span-2 xl:col-span-5">
          {search.entityId === undefined ? null : (
            <span>
              Only <code>{search.entityId}</code>
            </span>
          )}
          {search.keyId === undefined ? null : (
            <span>
              Only by the key <code>{search.keyId}</code>
            </span>
          )}
          <Button onClick={() => void navigate({ search: {} })}>Clear the filters</Button>
        </p>
      ) : null}
    </form>
  )
}

function optionsOf(name: string, words: (value: string) => string): (readonly [string, string])[] {
  return (schema.properties?.[name]?.enum ?? []).map((value: unknown) => [
    String(value),
    words(String(value)),
  ])
}

function Choice({
  label,
  all = 'Everything',
  value,
  options,
  onChange,
}: {
  label: string
  /** What no choice means. */
  all?: string
  value: string | undefined
  options: readonly (readonly [string, string])[]
  onChange: (value: string | undefined) => void
}) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        >
          <option value="">{all}</option>
          {options.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function Time({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          className="control"
          value={value === undefined ? '' : toLocalInput(Date.parse(value))}
          onChange={({ target }) => {
            const at = new Date(target.value)
            onChange(Number.isNaN(at.getTime()) ? undefined : at.toISOString())
          }}
        />
      )}
    </Field>
  )
}
