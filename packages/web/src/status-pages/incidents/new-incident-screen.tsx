import { Link, useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:INCIDENT'
import updateSchema from 'sonde-schema:INCIDENT_UPDATE'
import { useState } from 'react'
import { useAccount } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { PageHead } from '../../parts/page.tsx'
import { useToast } from '../../parts/toast.tsx'
import { createIncident } from '../../resources/status-page-incidents.ts'
import { statusPagesKey } from '../../resources/status-pages.ts'
import { defaultsOf } from '../../schema-form/defaults-of.ts'
import { SaveBar } from '../../schema-form/save-bar.tsx'
import { SchemaForm } from '../../schema-form/schema-form.tsx'
import { UnsavedGuard } from '../../schema-form/unsaved-guard.tsx'
import { useFormState, violationsOf } from '../../schema-form/use-form-state.ts'
import type { FormValue } from '../../schema-form/value-at.ts'
import { newIncidentLayout } from './incident-layouts.ts'

export function NewIncidentScreen() {
  const { id: accountId } = useAccount()
  const navigate = useNavigate()
  const toast = useToast()
  const [initial] = useState<FormValue>(() => ({
    ...defaultsOf(schema),
    name: '',
    services: [],
    incidentUpdates: [{ ...defaultsOf(updateSchema), description: '' }],
  }))
  const form = useFormState({ schema, initial })
  const saving = useWrite({
    write: (api, incident: FormValue) => createIncident(api, incident),
    stale: [statusPagesKey],
    onDone: ({ id: incidentId }) => {
      toast('The incident is open')
      void navigate({
        to: '/accounts/$accountId/status-pages/incidents/$incidentId',
        params: { accountId, incidentId },
        ignoreBlocker: true,
      })
    },
  })
  return (
    <>
      <PageHead
        title="New incident"
        above={
          <Link to="/accounts/$accountId/status-pages/incidents" params={{ accountId }}>
            Incidents
          </Link>
        }
      >
        <p className="text-soft">It shows at once on every page that shows one of its services.</p>
      </PageHead>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (form.unreadable.length === 0) saving.mutate(form.value)
        }}
      >
        <UnsavedGuard isChanged={form.isChanged && !saving.isPending && !saving.isSuccess} />
        <SchemaForm
          schema={schema}
          value={form.value}
          onChange={form.setValue}
          violations={violationsOf(saving.error)}
          layout={newIncidentLayout}
        />
        <SaveBar
          error={saving.error}
          isBusy={saving.isPending}
          onCancel={() =>
            void navigate({ to: '/accounts/$accountId/status-pages/incidents', params: { accountId } })
          }
        >
          Open the incident
        </SaveBar>
      </form>
    </>
  )
}
