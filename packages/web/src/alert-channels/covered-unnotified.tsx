import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useMay } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { formatCount } from '../parts/format.ts'
import { Failed } from '../parts/states.tsx'
import { coveredUnnotifiedQuery, writeSubscription, type CoveredCheck } from '../resources/alert-channels.ts'
import { switchCheck } from '../resources/checks.ts'

/** The checks that the channel is subscribed to and is not notified of, each with its cause and the way to mend it. */
export function CoveredUnnotified({ channelId }: { channelId: number }) {
  const { id: accountId, api } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(coveredUnnotifiedQuery(api, channelId))
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queries.invalidateQueries({ queryKey: [accountId] }),
  })
  if (data === undefined)
    return error === null ? null : <Failed error={error} onRetry={() => void refetch()} />
  if (data.total === 0) return null
  const { total, checks } = data
  return (
    <Card title={`Covered but not notified (${formatCount(total)})`}>
      {change.isError ? <Failed error={change.error} /> : null}
      <ul aria-busy={change.isPending}>
        {checks.map((check) => (
          <li
            key={check.id}
            className="border-line flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b py-2 last:border-b-0"
          >
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <Link to="/accounts/$accountId/checks/$checkId" params={{ accountId, checkId: check.id }}>
                {check.name}
              </Link>
              <span className="text-soft text-xs">{coverageWords(check)}</span>
              <span className="text-warn">{check.reason}</span>
            </span>
            {mayWrite ? (
              <Mend
                check={check}
                onSwitch={(fields) => change.mutate(() => switchCheck(api, check.id, fields))}
                onSubscribeGroup={(groupId) =>
                  change.mutate(() => writeSubscription(api, channelId, { groupId, activated: true }))
                }
              />
            ) : null}
          </li>
        ))}
      </ul>
      {total > checks.length ? (
        <p className="text-soft mt-3">and {formatCount(total - checks.length)} more</p>
      ) : null}
    </Card>
  )
}

function coverageWords({ subscribedBy, group }: CoveredCheck): string {
  return subscribedBy.includes('GROUP') ? `Covered by group ${group?.name ?? ''}` : 'Chosen'
}

function Mend({
  check: { name, cause, group },
  onSwitch,
  onSubscribeGroup,
}: {
  check: CoveredCheck
  onSwitch: (fields: { activated: boolean } | { muted: boolean }) => void
  onSubscribeGroup: (groupId: number) => void
}) {
  if (cause === 'PAUSED') {
    return (
      <Button aria-label={`Resume: ${name}`} onClick={() => onSwitch({ activated: true })}>
        Resume
      </Button>
    )
  }
  if (cause === 'MUTED') {
    return (
      <Button aria-label={`Unmute: ${name}`} onClick={() => onSwitch({ muted: false })}>
        Unmute
      </Button>
    )
  }
  if (group === null) return null
  return (
    <span className="flex flex-wrap items-center gap-3">
      <GroupLink id={group.id} name={group.name} />
      {cause === 'GROUP_DECIDES' ? (
        <Button aria-label={`Subscribe group ${group.name}`} onClick={() => onSubscribeGroup(group.id)}>
          Subscribe group
        </Button>
      ) : null}
    </span>
  )
}

function GroupLink({ id, name }: { id: number; name: string }) {
  const { id: accountId } = useAccount()
  return (
    <Link
      to="/accounts/$accountId/groups/$groupId/edit"
      params={{ accountId, groupId: String(id) }}
      aria-label={`Change group ${name}`}
    >
      Change group
    </Link>
  )
}
