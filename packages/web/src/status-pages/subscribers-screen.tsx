import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { ConfirmDelete } from '../parts/dialogs/confirm-delete.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Field } from '../parts/field.tsx'
import { formatCount } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page.tsx'
import { Pager } from '../parts/lists/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { WordMark } from '../parts/status/word-mark.tsx'
import {
  pageQuery,
  removeSubscriber,
  statusPagesKey,
  subscribersQuery,
  type Subscription,
} from '../resources/status-pages/status-pages.ts'
import { SearchBox } from '../search/search-box.tsx'
import { AddSubscribersDialog } from './add-subscribers-dialog.tsx'
import { subscribersRoute } from './routes.ts'
import { readSubscribersSearch } from './search-params.ts'

const pageSize = 50

export function SubscribersScreen() {
  const { pageId } = subscribersRoute.useParams()
  const { id: accountId, api } = useAccount()
  const page = useQuery(pageQuery(api, pageId))
  const subscribers = useQuery(subscribersQuery(api, pageId))
  const mayWrite = useMay('READ_WRITE')
  const [isAdding, setIsAdding] = useState(false)
  const addButton = mayWrite ? (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      Add subscribers
    </Button>
  ) : undefined
  return (
    <>
      <PageHead
        title={`Subscribers${page.data === undefined ? '' : ` of ${page.data.name}`}`}
        above={
          <Link to="/accounts/$accountId/status-pages/$pageId" params={{ accountId, pageId }}>
            {page.data?.name ?? 'Status page'}
          </Link>
        }
        actions={addButton}
      />
      <Loaded query={subscribers} what="the subscribers">
        {(all) =>
          all.length === 0 ? (
            <Card isFlush>
              <Empty title="No subscribers yet" action={addButton}>
                <p>
                  People who subscribe on the page, or are added here, get a mail for each update that is
                  posted with “Mail the subscribers”.
                </p>
              </Empty>
            </Card>
          ) : (
            <SubscriberList all={all} pageId={pageId} />
          )
        }
      </Loaded>
      {isAdding ? <AddSubscribersDialog pageId={pageId} onClose={() => setIsAdding(false)} /> : null}
    </>
  )
}

function SubscriberList({ all, pageId }: { all: readonly Subscription[]; pageId: string }) {
  const { search = '', status, page = 1 } = subscribersRoute.useSearch()
  const navigate = useNavigate({ from: subscribersRoute.fullPath })
  const onSearch = useCallback(
    (text: string) =>
      void navigate({
        search: ({ status: statusFilter }) => readSubscribersSearch({ status: statusFilter, search: text }),
        replace: true,
      }),
    [navigate],
  )
  const needle = search.trim().toLowerCase()
  const matches = all.filter(
    (one) => one.address.includes(needle) && (status === undefined || one.status === status),
  )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="w-72 max-w-full">
          <SearchBox label="Find an address" value={search} onChange={onSearch} />
        </div>
        <Field label="Confirmed or not" isLabelHidden>
          {(control) => (
            <select
              {...control}
              className="control"
              value={status ?? ''}
              onChange={({ target }) =>
                void navigate({
                  search: { ...readSubscribersSearch({ search, status: target.value }) },
                  replace: true,
                })
              }
            >
              <option value="">All</option>
              <option value="VERIFIED">Confirmed</option>
              <option value="PENDING">Not confirmed yet</option>
            </select>
          )}
        </Field>
        <p className="text-soft py-2" role="status">
          {formatCount(matches.length)} of {formatCount(all.length)}
        </p>
      </div>
      <Card isFlush>
        {matches.length === 0 ? (
          <Empty title="No address matches">
            <p>Change the search or the state above to see other subscribers.</p>
          </Empty>
        ) : (
          <DataTable columns={['Address', 'State', 'Since']} hasActions>
            {matches.slice((page - 1) * pageSize, page * pageSize).map((subscriber) => (
              <SubscriberRow key={subscriber.id} subscriber={subscriber} pageId={pageId} />
            ))}
          </DataTable>
        )}
        <Pager page={page} pageSize={pageSize} total={matches.length} />
      </Card>
    </>
  )
}

function SubscriberRow({ subscriber, pageId }: { subscriber: Subscription; pageId: string }) {
  const api = useApi()
  const mayWrite = useMay('READ_WRITE')
  const [isAsked, setIsAsked] = useState(false)
  return (
    <tr>
      <th scope="row" className="min-w-40">
        {subscriber.address}
      </th>
      <td>
        {subscriber.status === 'VERIFIED' ? (
          <WordMark word="Confirmed" sign="✓" look="bg-good-wash text-good" />
        ) : (
          <WordMark word="Not confirmed yet" sign="…" look="bg-raised text-soft" />
        )}
      </td>
      <td>
        <Moment at={subscriber.created_at} form="short" />
      </td>
      <td className="text-right">
        {mayWrite ? (
          <Button aria-label={`Remove ${subscriber.address}`} onClick={() => setIsAsked(true)}>
            Remove
          </Button>
        ) : null}
        {isAsked ? (
          <ConfirmDelete
            what="subscriber"
            name={subscriber.address}
            mustType={false}
            consequences={<p>No more mails are sent to this address. The person can subscribe again.</p>}
            onDelete={() => removeSubscriber(api, pageId, subscriber.id)}
            stale={statusPagesKey}
            onClose={() => setIsAsked(false)}
          />
        ) : null}
      </td>
    </tr>
  )
}
