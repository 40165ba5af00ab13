import { useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:INCIDENT'
import updateSchema from 'sonde-schema:INCIDENT_UPDATE'
import { useState } from 'react'
import { useAccount } from '../../api/account-context.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { AccountLink } from '../../parts/account-link.tsx'
import { useIsHere } from '../../parts/leaving/use-is-here.ts'
import { PageHead } from '../../parts/page.tsx'
import { useToast } from '../../parts/toast.tsx'
import { WritersOnly } from '../../parts/writers-only.tsx'
import { createIncident } from '../../resources/status-pages/status-page-incidents.ts'
import { statusPagesKey } from '../../resources/status-pages/status-pages.ts'
import { defaultsOf } from '../../schema-form/defaults-of.ts'
import { EditorForm } from '../../schema-form/editor-form.tsx'
import type { FormValue } from '../../schema-form/value-at.ts'
import { newIncidentRoute } from '../routes.ts'
import { newIncidentLayout } from './incident-layouts.ts'

export function NewIncidentScreen() {
  const { id: accountId, api } = useAccount()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const toast = useToast()
  const isHere = useIsHere()
  const { service } = newIncidentRoute.useSearch()
  const [initial] = useState<FormValue>(() => ({
    ...defaultsOf(schema),
    name: '',
    services: service === undefined ? [] : [{ id: service }],
    components: [],
    incidentUpdates: [{ ...defaultsOf(updateSchema), description: '' }],
  }))
  return (
    <>
      <PageHead
        title="New incident"
        help="status-pages"
        above={<AccountLink to="/accounts/$accountId/status-pages/incidents">Incidents</AccountLink>}
      >
        <p className="text-soft">It is shown at once on every page with one of its services or components.</p>
      </PageHead>
      <WritersOnly doing="open incidents">
        <EditorForm
          schema={schema}
          layout={newIncidentLayout}
          initial={initial}
          saveWord="Open the incident"
          save={(incident) => createIncident(api, incident)}
          onSaved={({ id: incidentId }) => {
            toast('Incident opened')
            refresh(statusPagesKey)
            if (!isHere()) return
            void navigate({
              to: '/accounts/$accountId/status-pages/incidents/$incidentId',
              params: { accountId, incidentId },
              ignoreBlocker: true,
            })
          }}
          onCancel={() =>
            void navigate({ to: '/accounts/$accountId/status-pages/incidents', params: { accountId } })
          }
        />
      </WritersOnly>{' '}
    </>
  )
}
