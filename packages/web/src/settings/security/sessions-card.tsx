import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { RowActions } from '../../parts/lists/row-actions.tsx'
import { Loaded } from '../../parts/states.tsx'
import { Tag } from '../../parts/tag.tsx'
import { useToast } from '../../parts/toast.tsx'
import { endOtherSessions, endSession, sessionsQuery } from '../../resources/account/own-user.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { browserName } from './browser-name.ts'

/** Where the person is signed in, and the way out of everywhere else. */
export function SessionsCard() {
  const query = useQuery(sessionsQuery(useApi()))
  const toast = useToast()
  const stale = [['own-sessions']]
  const endOne = useWrite({ write: endSession, stale, onDone: () => toast('Signed out there') })
  const endOthers = useWrite({
    write: (api) => endOtherSessions(api),
    stale,
    onDone: () => toast('Signed out everywhere else'),
  })
  const others = query.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <Card
      title="Where you are signed in"
      isFlush
      actions={
        others === 0 ? undefined : (
          <Button look="danger" isBusy={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <FormMistake error={endOne.error ?? endOthers.error} fields={[]} />
      <Loaded query={query} what="your sessions">
        {(sessions) => (
          <DataTable columns={['Browser', 'From', 'Signed in', 'Last used']} hasActions>
            {sessions.map((session) => (
              <tr key={session.id}>
                <td title={session.userAgent ?? undefined}>
                  {browserName(session.userAgent)} {session.isCurrent ? <Tag>this one</Tag> : null}
                </td>
                <td>{session.address ?? '–'}</td>
                <td>
                  <Moment at={session.createdAt} form="short" />
                </td>
                <td>
                  <Moment at={session.lastUsedAt} form="ago" />
                </td>
                <td>
                  <RowActions>
                    {session.isCurrent ? null : (
                      <Button
                        aria-label={`Sign out ${browserName(session.userAgent)} at ${session.address ?? 'an unknown address'}`}
                        isBusy={endOne.isPending && endOne.variables === session.id}
                        onClick={() => endOne.mutate(session.id)}
                      >
                        Sign out
                      </Button>
                    )}
                  </RowActions>
                </td>
              </tr>
            ))}
          </DataTable>
        )}
      </Loaded>
    </Card>
  )
}
