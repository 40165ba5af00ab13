import { useState } from 'react'
import { useApi, useMay } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { Moment } from '../../parts/moment.tsx'
import { RowActions } from '../../parts/lists/row-actions.tsx'
import { sentenceOf } from '../../parts/states.tsx'
import { Tag } from '../../parts/tag.tsx'
import {
  renewInvite,
  withdrawInvite,
  membersKey,
  type AccountInvite,
  type OpenInvite,
} from '../../resources/account/members.ts'
import { roleName } from '../../api/role-words.ts'

export function InviteRow({
  invite,
  onRenewed,
}: {
  invite: AccountInvite
  onRenewed: (invite: OpenInvite) => void
}) {
  const api = useApi()
  const mayInvite = useMay('ADMIN')
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const renewing = useWrite({ write: renewInvite, stale: [membersKey], onDone: onRenewed })
  return (
    <tr>
      <td>
        {invite.email} <Tag>{invite.status === 'PENDING' ? 'invited' : 'invitation expired'}</Tag>
        <span className="text-soft block text-xs">
          by {invite.inviterEmail}; {invite.status === 'PENDING' ? 'expires' : 'expired'}{' '}
          <Moment at={invite.expiresAt} form="short" />
        </span>
        {renewing.isError ? (
          <span role="alert" className="text-bad block text-xs">
            {sentenceOf(renewing.error)}
          </span>
        ) : null}
      </td>
      <td>{roleName(invite.role)}</td>
      <td>
        <Moment at={invite.createdAt} form="short" />
      </td>
      <td>
        {mayInvite ? (
          <RowActions>
            <Button
              aria-label={`Renew the invitation of ${invite.email}`}
              isBusy={renewing.isPending}
              onClick={() => renewing.mutate(invite.id)}
            >
              Renew
            </Button>
            <Button
              look="danger"
              aria-label={`Withdraw the invitation of ${invite.email}`}
              onClick={() => setIsWithdrawing(true)}
            >
              Withdraw
            </Button>
          </RowActions>
        ) : null}
        {isWithdrawing ? (
          <ConfirmDelete
            what="invitation"
            name={invite.email}
            mustType={false}
            consequences="The link that the person got stops working."
            onDelete={() => withdrawInvite(api, invite.id)}
            stale={membersKey}
            onClose={() => setIsWithdrawing(false)}
          />
        ) : null}
      </td>
    </tr>
  )
}
