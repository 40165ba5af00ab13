import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { CheckList } from '../checks-list/check-list.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { groupQuery } from '../resources/check-groups.ts'
import { GroupActions } from './group-actions.tsx'
import { GroupMarks } from './group-marks.tsx'
import { GroupSettings } from './group-settings.tsx'
import { GroupTrigger } from './group-trigger.tsx'
import { groupRoute } from './routes.ts'

export function GroupScreen() {
  const { groupId: text } = groupRoute.useParams()
  const search = groupRoute.useSearch()
  const { id: accountId } = useAccount()
  const groupId = Number(text)
  const group = useQuery(groupQuery(useApi(), groupId))
  const mayWrite = useMay('READ_WRITE')
  const mayRun = useMay('READ_RUN')
  return (
    <Loaded query={group} what="the group">
      {(shown) => (
        <>
          <PageHead
            title={shown.name}
            above={
              <Link to="/accounts/$accountId/groups" params={{ accountId }}>
                Groups
              </Link>
            }
            actions={<GroupActions group={shown} />}
          >
            <GroupMarks group={shown} />
          </PageHead>
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
                        <Link
                          to="/accounts/$accountId/checks"
                          params={{ accountId }}
                          className={buttonClasses('primary')}
                        >
                          Choose checks
                        </Link>
                        <Link
                          to="/accounts/$accountId/checks/new"
                          params={{ accountId }}
                          className={buttonClasses('plain')}
                        >
                          New check
                        </Link>
                      </>
                    ) : null
                  }
                >
                  <p>
                    Mark checks in the list and move them here, or choose this group in the form of a check.
                  </p>
                </Empty>
              </Card>
            }
          />
          <GroupSettings group={shown} />
          {mayRun ? <GroupTrigger groupId={groupId} /> : null}
        </>
      )}
    </Loaded>
  )
}
