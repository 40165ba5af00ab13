import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../../api/account-context.ts'
import { LoadedScreen } from '../../frame/loaded-screen.tsx'
import { AccountLink } from '../../parts/account-link.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import {
  componentsQuery,
  rulesQuery,
  type PageComponent,
} from '../../resources/status-pages/status-page-parts.ts'
import { pageQuery, type StatusPage } from '../../resources/status-pages/status-pages.ts'
import { componentsRoute } from '../routes.ts'
import { ComponentDialog } from './component-dialog.tsx'
import { ComponentTable } from './component-table.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleTable } from './rule-table.tsx'

/** The components and automation rules of a page that has them. */
export function ComponentsScreen() {
  const { pageId } = componentsRoute.useParams()
  const { id: accountId } = useAccount()
  const page = useQuery(pageQuery(useApi(), pageId))
  return (
    <LoadedScreen
      query={page}
      thing="status page"
      above={<AccountLink to="/accounts/$accountId/status-pages">Status pages</AccountLink>}
    >
      {(shown) => (
        <>
          <PageHead
            title={`Components of ${shown.name}`}
            help="status-pages"
            above={
              <Link to="/accounts/$accountId/status-pages/$pageId" params={{ accountId, pageId }}>
                {shown.name}
              </Link>
            }
          />
          {shown.layout === 'COMPONENTS' ? (
            <Parts page={shown} />
          ) : (
            <Card isFlush>
              <Empty title="This page has cards">
                <p>Only pages that were created with components have components and automation rules.</p>
              </Empty>
            </Card>
          )}
        </>
      )}
    </LoadedScreen>
  )
}

function Parts({ page }: { page: StatusPage }) {
  const components = useQuery(componentsQuery(useApi(), page.id))
  return (
    <Loaded query={components} what="the components">
      {(all) => (
        <>
          <ComponentsCard page={page} components={all} />
          <RulesCard page={page} components={all} />
        </>
      )}
    </Loaded>
  )
}

function ComponentsCard({ page, components }: { page: StatusPage; components: readonly PageComponent[] }) {
  const mayWrite = useMay('READ_WRITE')
  const [isMaking, setIsMaking] = useState(false)
  const newButton = mayWrite ? (
    <Button look="primary" onClick={() => setIsMaking(true)}>
      New component
    </Button>
  ) : undefined
  return (
    <Card title="Components" isFlush actions={components.length === 0 ? undefined : newButton}>
      {components.length === 0 ? (
        <Empty title="No components yet" action={newButton} help="status-pages">
          <p>A component is a part of your product that visitors see on this page, alone or in a group.</p>
        </Empty>
      ) : (
        <ComponentTable components={components} />
      )}
      {isMaking ? (
        <ComponentDialog
          statusPageId={page.id}
          component={null}
          components={components}
          onClose={() => setIsMaking(false)}
        />
      ) : null}
    </Card>
  )
}

function RulesCard({ page, components }: { page: StatusPage; components: readonly PageComponent[] }) {
  const rules = useQuery(rulesQuery(useApi(), page.id))
  const mayWrite = useMay('READ_WRITE')
  const [isMaking, setIsMaking] = useState(false)
  const newButton =
    mayWrite && components.length > 0 ? (
      <Button onClick={() => setIsMaking(true)}>New rule</Button>
    ) : undefined
  return (
    <Card title="Automation rules" isFlush actions={(rules.data ?? []).length === 0 ? undefined : newButton}>
      <Loaded query={rules} what="the automation rules">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No automation rules yet" action={newButton} help="status-pages">
              <p>
                A rule opens an incident on this page while checks with a tag fail, and resolves it when they
                recover.
              </p>
            </Empty>
          ) : (
            <RuleTable rules={all} components={components} />
          )
        }
      </Loaded>
      {isMaking ? (
        <RuleDialog
          statusPageId={page.id}
          rule={null}
          components={components}
          onClose={() => setIsMaking(false)}
        />
      ) : null}
    </Card>
  )
}
