import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:DASHBOARD'
import { useState } from 'react'
import { useAccount } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import { PageHead } from '../parts/page.tsx'
import { OneTimeSecret } from '../parts/one-time-secret.tsx'
import { useToast } from '../parts/toast.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { createDashboard, dashboardsKey, type Dashboard } from '../resources/status-pages/dashboards.ts'
import { defaultsOf } from '../schema-form/defaults-of.ts'
import { EditorForm } from '../schema-form/editor-form.tsx'
import { dashboardLayout } from './dashboard-layout.ts'
import { newPasswordIn } from './new-password.ts'

export function NewDashboardScreen() {
  const { id: accountId, api } = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const isHere = useIsHere()
  const [initial] = useState(() => ({ ...defaultsOf(schema), header: '' }))
  const [newDashboard, setNewDashboard] = useState<Dashboard | null>(null)
  const password = newDashboard === null ? null : newPasswordIn(newDashboard)
  return (
    <>
      <PageHead
        title="New dashboard"
        help="dashboards"
        above={<AccountLink to="/accounts/$accountId/dashboards">Dashboards</AccountLink>}
      />
      <WritersOnly doing="create dashboards">
        {newDashboard !== null && password !== null ? (
          <Card title={`${newDashboard.header} created`}>
            <OneTimeSecret what="password" secret={password} />
            <Link
              to="/accounts/$accountId/dashboards/$dashboardId"
              params={{ accountId, dashboardId: newDashboard.dashboardId }}
              className={buttonClasses('primary')}
            >
              Go on
            </Link>
          </Card>
        ) : (
          <EditorForm
            schema={schema}
            layout={dashboardLayout}
            initial={initial}
            saveWord="Create dashboard"
            save={(value) => createDashboard(api, value)}
            onSaved={(dashboard) => {
              void queries.invalidateQueries({ queryKey: [accountId, ...dashboardsKey] })
              if (newPasswordIn(dashboard) !== null) return setNewDashboard(dashboard)
              toast('Dashboard created')
              if (!isHere()) return
              void navigate({
                to: '/accounts/$accountId/dashboards/$dashboardId',
                params: { accountId, dashboardId: dashboard.dashboardId },
                ignoreBlocker: true,
              })
            }}
            onCancel={() => void navigate({ to: '/accounts/$accountId/dashboards', params: { accountId } })}
          />
        )}
      </WritersOnly>{' '}
    </>
  )
}
