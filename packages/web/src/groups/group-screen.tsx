import { useQuery } from '@tanstack/react-query'
import { useApi, useMay } from '../api/account-context.ts'
import { CheckList } from '../checks-list/check-list.tsx'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { MaintenanceNotice } from '../maintenance/silence.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { groupQuery } from '../resources/check-groups.ts'
import { GroupActions } from './group-actions.tsx'
import { GroupMarks } from './group-marks.tsx'
import { GroupSettings } from './group-settings.tsx'
import { GroupTrigger } from './group-trigger.tsx'
import { groupRoute } from './routes.ts'

export function GroupScreen() {
  const { groupId: text } = groupRoute.useParams()
  const search = groupRoute.useSearch()
  const groupId = Number(text)
  const query = useQuery(groupQuery(useApi(), groupId))
  const mayWrite = useMay('READ_WRITE')
  return (
    <LoadedScreen
      query={query}
      thing="group"
      above={<AccountLink to="/accounts/$accountId/groups">Groups</AccountLink>}
    >
      {(group) => (
        <>
          <PageHead
            title={group.name}
            above={<AccountLink to="/accounts/$accountId/groups">Groups</AccountLink>}
            actions={<GroupActions group={group} />}
          >
            <GroupMarks group={group} />
          </PageHead>
          <MaintenanceNotice subject={{ groupId }} />
          <CheckList
            search={search}
            groupId={groupId}
            whenEmpty={
              <Card>
                <Empty
                  title="This group has no checks"
                  action={
                    mayWrite ? (
                      <>
                        <AccountLink to="/accounts/$accountId/checks" className={buttonClasses('primary')}>
                          Choose checks
                        </AccountLink>
                        <AccountLink to="/accounts/$accountId/checks/new" className={buttonClasses('plain')}>
                          New check
                        </AccountLink>
                      </>
                    ) : null
                  }
                >
                  <p>
                    Select checks in the list and move them here, or choose this group in the form of a check.
                  </p>
                </Empty>
              </Card>
            }
          />
          <GroupSettings group={group} />
          {mayWrite ? <GroupTrigger groupId={groupId} /> : null}
        </>
      )}
    </LoadedScreen>
  )
}
