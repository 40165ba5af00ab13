import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import type { ChannelSubscription, Subject } from '../resources/alert-channels.ts'
import { groupNameQuery } from '../resources/check-groups.ts'
import { checkNameQuery } from '../resources/checks.ts'

type RowProps = {
  subscription: ChannelSubscription
  mayWrite: boolean
  onSwitch: (subject: Subject, activated: boolean) => void
  onRemove: () => void
}

export function SubscriptionRow(props: RowProps) {
  const { checkId, groupId } = props.subscription
  if (checkId !== null) return <CheckRow {...props} checkId={checkId} />
  return groupId === null ? null : <GroupRow {...props} groupId={groupId} />
}

function CheckRow({ checkId, ...rest }: RowProps & { checkId: string }) {
  const { id: accountId, api } = useAccount()
  const { data } = useQuery(checkNameQuery(api, checkId))
  const name = data ?? checkId
  return (
    <Row {...rest} kind="Check" name={name} subject={{ checkId }}>
      <Link to="/accounts/$accountId/checks/$checkId" params={{ accountId, checkId }}>
        {name}
      </Link>
    </Row>
  )
}

function GroupRow({ groupId, ...rest }: RowProps & { groupId: number }) {
  const { id: accountId, api } = useAccount()
  const { data } = useQuery(groupNameQuery(api, groupId))
  const name = data ?? String(groupId)
  return (
    <Row {...rest} kind="Group" name={name} subject={{ groupId }}>
      <Link to="/accounts/$accountId/groups/$groupId" params={{ accountId, groupId: String(groupId) }}>
        {name}
      </Link>
    </Row>
  )
}

function Row({
  subscription: { activated },
  mayWrite,
  onSwitch,
  onRemove,
  kind,
  name,
  subject,
  children,
}: RowProps & { kind: string; name: string; subject: Subject; children: React.ReactNode }) {
  return (
    <li className="border-line flex flex-wrap items-center justify-between gap-2 border-b py-2 last:border-b-0">
      <span className="flex min-w-0 flex-wrap items-baseline gap-2">
        <span className="text-soft text-xs">{kind}</span>
        {children}
        {activated ? null : <span className="text-warn text-xs font-semibold">paused</span>}
      </span>
      {mayWrite ? (
        <span className="flex gap-2">
          <Button
            aria-label={activated ? `Pause: ${name}` : `Resume: ${name}`}
            onClick={() => onSwitch(subject, !activated)}
          >
            {activated ? 'Pause' : 'Resume'}
          </Button>
          <Button aria-label={`Unsubscribe: ${name}`} onClick={onRemove}>
            Unsubscribe
          </Button>
        </span>
      ) : null}
    </li>
  )
}
