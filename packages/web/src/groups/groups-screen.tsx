import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { useLiveGroups } from '../api/use-live-groups.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { formatCount } from '../parts/format.ts'
import { PageHead } from '../parts/page.tsx'
import { Pager } from '../parts/lists/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Tag } from '../parts/tag.tsx'
import { groupsPerPage, groupsQuery, type CheckGroup } from '../resources/check-groups.ts'
import { SearchBox } from '../search/search-box.tsx'
import { GroupMarks } from './group-marks.tsx'
import { groupsRoute } from './routes.ts'

const longestSearch = 200

export function GroupsScreen() {
  const search = groupsRoute.useSearch()
  const groups = useQuery(groupsQuery(useApi(), search))
  useLiveGroups()
  const navigate = useNavigate()
  const mayWrite = useMay('READ_WRITE')
  const newGroup = mayWrite ? (
    <AccountLink to="/accounts/$accountId/groups/new" className={buttonClasses('primary')}>
      New group
    </AccountLink>
  ) : null
  return (
    <>
      <PageHead title="Groups" actions={newGroup}>
        <p className="text-soft">
          A group holds settings of many checks in one place: locations, retries, alerts, variables.
        </p>
      </PageHead>
      <Loaded query={groups} what="the groups">
        {({ items, total }) =>
          total === 0 && search.search === undefined ? (
            <Card>
              <Empty title="No groups yet" action={newGroup} help="groups">
                <p>
                  A group lets you mute, pause or run its checks together, and set once where they run and who
                  is notified.
                </p>
              </Empty>
            </Card>
          ) : (
            <>
              <div role="search" aria-label="Groups" className="mb-3">
                <SearchBox
                  label="Search groups by name"
                  value={search.search ?? ''}
                  maxLength={longestSearch}
                  hasShortcut
                  className="max-w-80 min-w-40"
                  onChange={(text) =>
                    void navigate({ to: '.', search: text === '' ? {} : { search: text }, replace: true })
                  }
                />
              </div>
              <Card isFlush>
                {items.length === 0 ? (
                  <Empty
                    title="No group matches"
                    action={
                      <Link to="." search={{}}>
                        Show all groups
                      </Link>
                    }
                  />
                ) : (
                  <GroupTable groups={items} />
                )}
                <Pager page={search.page ?? 1} pageSize={groupsPerPage} total={total ?? items.length} />
              </Card>
            </>
          )
        }
      </Loaded>
    </>
  )
}

function GroupTable({ groups }: { groups: readonly CheckGroup[] }) {
  const { id: accountId } = useAccount()
  return (
    <DataTable columns={['Name', 'Checks', 'State']}>
      {groups.map((group) => (
        <tr key={group.id}>
          <td className="w-full min-w-24 xl:w-1/2">
            <Link
              to="/accounts/$accountId/groups/$groupId"
              params={{ accountId, groupId: String(group.id) }}
              className="font-medium"
            >
              {group.name}
            </Link>
            <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
              {group.tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </span>
          </td>
          <td className="tabular-nums">{formatCount(group.checks.length)}</td>
          <td>
            <GroupMarks group={group} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
