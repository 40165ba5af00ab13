import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:STATUS_PAGE'
import { useState } from 'react'
import { useAccount } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import { PageHead } from '../parts/page.tsx'
import { useToast } from '../parts/toast.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { createPage, pageQuery, statusPagesKey } from '../resources/status-pages/status-pages.ts'
import { defaultsOf } from '../schema-form/defaults-of.ts'
import { EditorForm } from '../schema-form/editor-form.tsx'
import { componentPageLayout, pageLayout } from './page-layout.ts'

export function NewPageScreen() {
  const { id: accountId, api } = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const isHere = useIsHere()
  const [hasComponents, setHasComponents] = useState(false)
  const [blank] = useState(() => ({ ...defaultsOf(schema), name: '', url: '' }))
  const initial = hasComponents ? { ...blank, version: 3 } : { ...blank, cards: [] }
  return (
    <>
      <PageHead
        title="New status page"
        help="status-pages"
        above={<AccountLink to="/accounts/$accountId/status-pages">Status pages</AccountLink>}
      />
      <WritersOnly doing="create status pages">
        <fieldset className="mb-4">
          <legend className="mb-1 font-medium">The page has</legend>
          <label className="mr-4 inline-flex items-center gap-2">
            <input
              type="radio"
              name="layout"
              className="shrink-0"
              checked={!hasComponents}
              onChange={() => setHasComponents(false)}
            />
            cards of services
          </label>
          <label className="inline-flex items-center gap-2">
            <input
              type="radio"
              name="layout"
              className="shrink-0"
              checked={hasComponents}
              onChange={() => setHasComponents(true)}
            />
            components, in groups and with automation rules
          </label>
          <p className="text-soft text-xs">
            This cannot be changed later. Services can be on several pages and follow checks; components
            belong to one page.
          </p>
        </fieldset>
        <EditorForm
          key={hasComponents ? 'components' : 'cards'}
          schema={schema}
          layout={hasComponents ? componentPageLayout : pageLayout}
          initial={initial}
          saveWord="Create status page"
          save={(page) => createPage(api, page)}
          onSaved={(page) => {
            toast('Status page created')
            queries.setQueryData(pageQuery(api, page.id).queryKey, page)
            void queries.invalidateQueries({ queryKey: [accountId, ...statusPagesKey, 'list'] })
            if (!isHere()) return
            void navigate({
              to: '/accounts/$accountId/status-pages/$pageId',
              params: { accountId, pageId: page.id },
              ignoreBlocker: true,
            })
          }}
          onCancel={() => void navigate({ to: '/accounts/$accountId/status-pages', params: { accountId } })}
        />
      </WritersOnly>
    </>
  )
}
