import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isRecord } from '@sonde/ground/is-record.ts'
import { useAccount } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { Button } from '../parts/button.tsx'
import { servicesQuery } from '../resources/status-pages/status-page-services.ts'
import { statusPagesKey } from '../resources/status-pages/status-pages.ts'
import { FieldGroup } from '../schema-form/field-group.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { SearchPicker } from '../search/search-picker.tsx'
import { findServices } from './find-services.ts'

/** The services that an incident names. `form.context` has the names of those that were deleted since. */
export function ServicesField({
  value,
  schema,
  path,
  label,
  help,
  error,
  isRequired,
  onChange,
  form,
}: WidgetProps) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const services = useQuery(servicesQuery(api))
  const ids = idsIn(value)
  const contextNames = isRecord(form.context) ? form.context : {}
  const names = new Map((services.data ?? []).map((service) => [service.id, service.name]))
  const within = form.violations.find((violation) => violation.path.startsWith(`${path}.`))
  const isFull = schema.maxItems !== undefined && ids.length >= schema.maxItems
  return (
    <FieldGroup label={label} help={help} error={error ?? within?.message ?? null} isRequired={isRequired}>
      {ids.length === 0 ? null : (
        <ul className="mb-2 flex flex-wrap gap-1.5">
          {ids.map(({ id }) => {
            const name = names.get(id) ?? String(contextNames[id] ?? id)
            return (
              <li key={id} className="bg-raised inline-flex max-w-full items-center rounded pl-2">
                <span className="min-w-0">{name}</span>
                <Button
                  look="quiet"
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(ids.filter((one) => one.id !== id))}
                >
                  <span aria-hidden="true">✕</span>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {services.data?.length === 0 ? (
        <p>
          There are no services yet:{' '}
          <AccountLink to="/accounts/$accountId/status-pages/services" className="underline">
            make the first one
          </AccountLink>
          .
        </p>
      ) : isFull ? null : (
        <SearchPicker
          label="Add a service"
          placeholder="Find a service"
          queryKey={[accountId, ...statusPagesKey, 'service-search', ids.map(({ id }) => id).join()]}
          search={async (text) => findServices(await queries.ensureQueryData(servicesQuery(api)), text, ids)}
          onPick={({ id }) => onChange([...ids, { id }])}
        />
      )}
    </FieldGroup>
  )
}

function idsIn(value: unknown): readonly { id: string }[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).flatMap(({ id }) => (typeof id === 'string' ? [{ id }] : []))
}
