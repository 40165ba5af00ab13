import { hourMs } from '@sonde/ground/durations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import schema from 'sonde-schema:MAINTENANCE_WINDOW'
import { useAccount } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import { PageHead } from '../parts/page.tsx'
import { useToast } from '../parts/toast.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { createWindow, maintenanceKey } from '../resources/maintenance-windows.ts'
import { defaultsOf } from '../schema-form/defaults-of.ts'
import type { FormValue } from '../schema-form/value-at.ts'
import { WindowForm } from './window-form.tsx'
import { viewerZone } from './zoned-time.ts'

export function NewWindowScreen() {
  const { id: accountId, api } = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const isHere = useIsHere()
  const [initial] = useState(() => freshWindow(Date.now()))
  return (
    <>
      <PageHead
        title="New maintenance window"
        help="maintenance"
        above={<AccountLink to="/accounts/$accountId/maintenance">Maintenance</AccountLink>}
      />
      <WritersOnly doing="create maintenance windows">
        <WindowForm
          initial={initial}
          saveWord="Create maintenance window"
          save={(value) => createWindow(api, value)}
          onCancel={() => void navigate({ to: '/accounts/$accountId/maintenance', params: { accountId } })}
          onSaved={({ id }) => {
            toast('Maintenance window created')
            void queries.invalidateQueries({ queryKey: [api.accountId, ...maintenanceKey] })
            if (!isHere()) return
            void navigate({
              to: '/accounts/$accountId/maintenance/windows/$windowId',
              params: { accountId, windowId: String(id) },
              ignoreBlocker: true,
            })
          }}
        />
      </WritersOnly>
    </>
  )
}

/** An hour from the next full hour on, in the zone of who makes it; it silences all checks until told otherwise. */
function freshWindow(now: number): FormValue {
  const startsAt = Math.ceil(now / hourMs) * hourMs
  const [start, end] = [startsAt, startsAt + hourMs].map((at) => new Date(at).toISOString())
  return {
    ...defaultsOf(schema),
    name: '',
    timezone: viewerZone(),
    startsAt: start,
    endsAt: end,
    silenceAllAlerts: true,
  }
}
