import { isRecord } from '@sonde/ground/is-record.ts'
import { Button } from '../../parts/button.tsx'
import { FieldGroup } from '../../schema-form/field-group.tsx'
import type { WidgetProps } from '../../schema-form/form-layout.ts'
import { impactOptions } from './component-words.ts'

export type ComponentChoice = { id: string; name: string }

/** What is written for each component: rules and incidents call it by different names. */
export type ImpactNames = { id: string; impact: string }

/** Components, each with how it is affected. */
export function ImpactsField({
  value,
  path,
  label,
  help,
  error,
  isRequired,
  onChange,
  form,
  choices,
  names,
}: WidgetProps & { choices: readonly ComponentChoice[]; names: ImpactNames }) {
  const entries = Array.isArray(value) ? value.filter(isRecord) : []
  const idOf = (entry: Readonly<Record<string, unknown>>) => String(entry[names.id] ?? '')
  const used = new Set(entries.map(idOf))
  const free = choices.filter(({ id }) => !used.has(id))
  const nameOf = (id: string) => choices.find((choice) => choice.id === id)?.name ?? id
  const within = form.violations.find((violation) => violation.path.startsWith(`${path}.`))
  return (
    <FieldGroup label={label} help={help} error={error ?? within?.message ?? null} isRequired={isRequired}>
      {entries.length === 0 ? null : (
        <ul className="mb-2 space-y-2">
          {entries.map((entry, index) => {
            const name = nameOf(idOf(entry))
            return (
              <li key={idOf(entry)} className="flex flex-wrap items-center gap-2">
                <span className="min-w-32 flex-1">{name}</span>
                <select
                  className="control w-auto"
                  aria-label={`Impact on ${name}`}
                  value={String(entry[names.impact] ?? '')}
                  onChange={({ target }) =>
                    onChange(entries.with(index, { ...entry, [names.impact]: target.value }))
                  }
                >
                  {Object.entries(impactOptions).map(([impact, word]) => (
                    <option key={impact} value={impact}>
                      {word}
                    </option>
                  ))}
                </select>
                <Button
                  look="quiet"
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(entries.toSpliced(index, 1))}
                >
                  <span aria-hidden="true">✕</span>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {choices.length === 0 ? (
        <p className="text-soft">There are no components yet.</p>
      ) : free.length === 0 ? null : (
        <select
          className="control"
          aria-label="Add a component"
          value=""
          onChange={({ target }) => {
            if (target.value === '') return
            onChange([...entries, { [names.id]: target.value, [names.impact]: 'MAJOR_OUTAGE' }])
          }}
        >
          <option value="">Add a component …</option>
          {free.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FieldGroup>
  )
}
