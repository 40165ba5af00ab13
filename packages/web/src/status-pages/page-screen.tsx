import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:STATUS_PAGE'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { ManagedForm } from '../parts/managed-form.tsx'
import { PageHead } from '../parts/page.tsx'
import { PublicPreview } from '../parts/public-preview.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  pageQuery,
  statusPagesKey,
  updatePage,
  type StatusPage,
} from '../resources/status-pages/status-pages.ts'
import { EditorForm } from '../schema-form/editor-form.tsx'
import { DeletePage } from './delete-page.tsx'
import { DomainCard } from './domain-card.tsx'
import { componentPageLayout, pageLayout } from './page-layout.ts'
import { toForm } from './page-value.ts'
import { PrivacyCard } from './privacy-card.tsx'
import { pageRoute } from './routes.ts'
import { PageState } from './screen.tsx'

export function PageScreen() {
  const { pageId } = pageRoute.useParams()
  const query = useQuery({ ...pageQuery(useApi(), pageId), refetchOnWindowFocus: false })
  return (
    <LoadedScreen
      query={query}
      thing="status page"
      above={<AccountLink to="/accounts/$accountId/status-pages">Status pages</AccountLink>}
    >
      {(page) => <OnePage key={page.id} page={page} />}
    </LoadedScreen>
  )
}

function OnePage({ page }: { page: StatusPage }) {
  const { id: accountId } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  return (
    <>
      <PageHead
        title={page.name}
        help="status-pages"
        above={<AccountLink to="/accounts/$accountId/status-pages">Status pages</AccountLink>}
        actions={
          <>
            {page.layout === 'COMPONENTS' ? (
              <Link
                to="/accounts/$accountId/status-pages/$pageId/components"
                params={{ accountId, pageId: page.id }}
                className={buttonClasses()}
              >
                Components and rules
              </Link>
            ) : null}
            <Link
              to="/accounts/$accountId/status-pages/$pageId/subscriptions"
              params={{ accountId, pageId: page.id }}
              className={buttonClasses()}
            >
              Subscribers
            </Link>
            <a href={`/status/${page.url}`} target="_blank" rel="noreferrer" className={buttonClasses()}>
              Open the page
              <span className="sr-only"> in a new tab</span>
            </a>
            {mayWrite ? <DeletePage page={page} /> : null}
          </>
        }
      >
        <div className="mt-1">
          <PageState page={page} />
        </div>
      </PageHead>
      <div
        className={mayWrite ? 'grid items-start gap-4 xl:grid-cols-[minmax(0,60rem)_minmax(0,30rem)]' : ''}
      >
        {mayWrite ? (
          <div className="min-w-0">
            <EditPage page={page} />
          </div>
        ) : null}
        <div className="min-w-0">
          <PublicPreview
            address={`/status/${page.url}`}
            revision={`${page.revision}`}
            isPrivate={page.isPrivate}
            name={page.name}
          />
          <PrivacyCard page={page} />
          <DomainCard page={page} />
        </div>
      </div>
    </>
  )
}

function EditPage({ page }: { page: StatusPage }) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  // What was read when the form was opened: whoever saved in between is not overwritten unseen.
  const [base, setBase] = useState(page)
  return (
    <ManagedForm owner={page.projectBindings.owner}>
      <EditorForm
        schema={schema}
        layout={page.layout === 'COMPONENTS' ? componentPageLayout : pageLayout}
        key={base.revision}
        initial={toForm(base)}
        saveWord="Save"
        save={(value) =>
          updatePage(api, page.id, { ...value, version: base.version, revision: base.revision })
        }
        onSaved={(answer) => {
          toast('Saved')
          queries.setQueryData(pageQuery(api, page.id).queryKey, answer)
          void queries.invalidateQueries({ queryKey: [accountId, ...statusPagesKey, 'list'] })
          setBase(answer)
        }}
        onCancel={() => void navigate({ to: '/accounts/$accountId/status-pages', params: { accountId } })}
      />
    </ManagedForm>
  )
}
