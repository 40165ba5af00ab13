import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:STATUS_PAGE'
import { useState } from 'react'
import { useAccount } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import { PageHead } from '../parts/page.tsx'
import { useToast } from '../parts/toast.tsx'
import { createPage, pageQuery, statusPagesKey } from '../resources/status-pages.ts'
import { defaultsOf } from '../schema-form/defaults-of.ts'
import { EditorForm } from '../schema-form/editor-form.tsx'
import { pageLayout } from './page-layout.ts'

export function NewPageScreen() {
  const { id: accountId, api } = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const isHere = useIsHere()
  const [initial] = useState(() => ({ ...defaultsOf(schema), name: '', url: '', cards: [] }))
  return (
    <>
      <PageHead
        title="New status page"
        help="status-pages"
        above={<AccountLink to="/accounts/$accountId/status-pages">Status pages</AccountLink>}
      />
      <EditorForm
        schema={schema}
        layout={pageLayout}
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
    </>
  )
}
