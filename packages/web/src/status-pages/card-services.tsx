import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { isRecord } from '@sonde/ground/is-record.ts'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { servicesQuery, type StatusPageService } from '../resources/status-pages/status-page-services.ts'
import { statusPagesKey } from '../resources/status-pages/status-pages.ts'
import type { FormScope } from '../schema-form/form-layout.ts'
import type { FormSchema } from '../schema-form/form-schema.ts'
import { valueAt } from '../schema-form/value-at.ts'
import { SearchPicker } from '../search/search-picker.tsx'
import { moveItem } from './move-item.ts'
import { OrderButtons } from './order-buttons.tsx'
import { ServiceDialog } from './service-dialog.tsx'
import { findServices } from './find-services.ts'

type Reference = { readonly id: string }

/** The services on one card. */
export function CardServices({
  name,
  path,
  schema,
  form,
  onSay,
}: {
  /** Of the card. */
  name: string
  path: string
  schema: FormSchema
  form: FormScope
  onSay: (message: string) => void
}) {
  const api = useApi()
  const queries = useQueryClient()
  const services = useQuery(servicesQuery(api))
  const [isMaking, setIsMaking] = useState(false)
  const id = useId()
  const references = referencesIn(valueAt(form.value, path))
  const names = new Map((services.data ?? []).map((service) => [service.id, service.name]))
  const wrong = form.violations.filter((violation) => violation.path.startsWith(path))
  const isFull = schema.maxItems !== undefined && references.length >= schema.maxItems
  const set = (next: readonly Reference[]) => form.setAt(path, next)
  const nameOf = (service: Reference) => names.get(service.id) ?? 'a service that is gone'
  function add(service: Pick<StatusPageService, 'id' | 'name'>): void {
    set([...references, { id: service.id }])
    onSay(`${service.name} is on ${name}`)
  }
  return (
    <div>
      {references.length === 0 ? (
        <p className="text-soft mb-2">No service on this card yet.</p>
      ) : (
        <ol aria-label={`Services on ${name}`} className="divide-line mb-3 divide-y">
          {references.map((service, index) => (
            <li key={service.id} className="flex items-center justify-between gap-2 py-0.5">
              <span className="min-w-0">{services.data === undefined ? '…' : nameOf(service)}</span>
              <OrderButtons
                name={nameOf(service)}
                place={(at) => `${id}-${at}`}
                index={index}
                count={references.length}
                onMove={(to) => {
                  set(moveItem(references, index, to))
                  onSay(`${nameOf(service)} is now number ${to + 1} of ${references.length}`)
                }}
                onRemove={() => {
                  set(references.toSpliced(index, 1))
                  onSay(`${nameOf(service)} is removed from ${name}`)
                }}
              />
            </li>
          ))}
        </ol>
      )}
      {wrong.map((violation) => (
        <p key={violation.path} className="text-bad mb-2 text-xs font-medium">
          <span aria-hidden="true">⚠ </span>
          {violation.message}
        </p>
      ))}
      {isFull ? null : (
        <div className="flex flex-wrap items-end gap-2">
          <SearchPicker
            label={`Add a service to ${name}`}
            placeholder="Find a service"
            queryKey={[
              api.accountId,
              ...statusPagesKey,
              'service-search',
              references.map((one) => one.id).join(),
            ]}
            search={async (text) => {
              const all = await queries.ensureQueryData(servicesQuery(api))
              return findServices(all, text, references)
            }}
            onPick={add}
          />
          <Button onClick={() => setIsMaking(true)}>New service…</Button>
        </div>
      )}
      {isMaking
        ? // Out of the form around it: a form within a form is none.
          createPortal(<ServiceDialog onDone={add} onClose={() => setIsMaking(false)} />, document.body)
        : null}
    </div>
  )
}

function referencesIn(value: unknown): readonly Reference[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).flatMap(({ id }) => (typeof id === 'string' ? [{ id }] : []))
}
