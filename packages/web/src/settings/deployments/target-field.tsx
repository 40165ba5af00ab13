import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useApi } from '../../api/account-context.ts'
import { Field } from '../../parts/field.tsx'
import { sentenceOf } from '../../parts/states.tsx'
import { targetsQuery, type Target } from './target.ts'

/** A check or a group, found by the server: an account may have thousands. */
export function TargetField({
  value,
  error,
  onChange,
}: {
  value: Target | null
  error: string | null
  onChange: (target: Target | null) => void
}) {
  const [kind, setKind] = useState<Target['kind']>('check')
  const [text, setText] = useState('')
  const query = useQuery(targetsQuery(useApi(), kind, useDeferredValue(text.trim())))
  const matches = query.data ?? []
  const options =
    value !== null && !matches.some(({ id }) => id === value.id) && value.kind === kind
      ? [value, ...matches]
      : matches
  return (
    <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-[8rem_1fr_1fr]">
      <legend className="mb-1 font-medium">What runs</legend>
      <Field label="Kind">
        {(control) => (
          <select
            {...control}
            className="control"
            value={kind}
            onChange={({ target }) => {
              setKind(target.value === 'group' ? 'group' : 'check')
              onChange(null)
            }}
          >
            <option value="check">Check</option>
            <option value="group">Group</option>
          </select>
        )}
      </Field>
      <Field label="Search by name">
        {(control) => (
          <input
            {...control}
            type="search"
            className="control"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Field
        label={kind === 'check' ? 'Check' : 'Group'}
        isRequired
        error={error ?? (query.isError ? sentenceOf(query.error) : null)}
      >
        {(control) => (
          <select
            {...control}
            className="control"
            value={value?.id ?? ''}
            onChange={({ target }) => onChange(options.find(({ id }) => id === target.value) ?? null)}
          >
            <option value="">
              {query.data !== undefined && matches.length === 0 ? 'None found' : 'Choose…'}
            </option>
            {options.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </fieldset>
  )
}
