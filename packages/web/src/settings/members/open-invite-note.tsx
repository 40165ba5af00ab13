import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Moment } from '../../parts/moment.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import type { OpenInvite } from '../../resources/members.ts'

/** The address of an invitation, and whether somebody has to carry it. */
export function OpenInviteNote({ invite, onClose }: { invite: OpenInvite; onClose: () => void }) {
  return (
    <Card title={`Invitation for ${invite.email}`} actions={<Button onClick={onClose}>Done</Button>}>
      <p>
        {invite.isMailed
          ? 'A mail with this address is on its way. You can also pass it on yourself.'
          : 'This server sends no mail for invitations: pass this address on yourself, to this person only.'}
      </p>
      <OneTimeSecret what="address" secret={invite.url}>
        <p className="mt-2">
          It opens once, until <Moment at={invite.expiresAt} />.
        </p>
      </OneTimeSecret>
    </Card>
  )
}
