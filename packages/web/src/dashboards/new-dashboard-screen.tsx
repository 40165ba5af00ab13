import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:DASHBOARD'
import { useState } from 'react'
import { useAccount } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { useToast } from '../parts/toast.tsx'
import { createDashboard, dashboardsKey, type Dashboard } from '../resources/dashboards.ts'
import { defaultsOf } from '../schema-form/defaults-of.ts'
import { EditorForm } from '../schema-form/editor-form.tsx'
import { dashboardLayout } from './dashboard-layout.ts'
import { newPasswordIn } from './new-password.ts'

export function NewDashboardScreen() {
  const { id: accountId, api } = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const [initial] = useState(() => ({ ...defaultsOf(schema), header: '' }))
  const [made, setMade] = useState<Dashboard | null>(null)
  const password = made === null ? null : newPasswordIn(made)
  return (
    <>
      <PageHead
        title="New dashboard"
        above={<AccountLink to="/accounts/$accountId/dashboards">Dashboards</AccountLink>}
      />
      {made !== null && password !== null ? (
        <Card title={`${made.header} is made`}>
          <ShownOnce what="password" secret={password} />
          <Link
            to="/accounts/$accountId/dashboards/$dashboardId"
            params={{ accountId, dashboardId: made.dashboardId }}
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
            if (newPasswordIn(dashboard) !== null) return setMade(dashboard)
            toast('The dashboard is made')
            void navigate({
              to: '/accounts/$accountId/dashboards/$dashboardId',
              params: { accountId, dashboardId: dashboard.dashboardId },
              ignoreBlocker: true,
            })
          }}
          onCancel={() => void navigate({ to: '/accounts/$accountId/dashboards', params: { accountId } })}
        />
      )}
    </>
  )
}
