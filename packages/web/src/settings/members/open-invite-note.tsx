import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Moment } from '../../parts/moment.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import type { OpenInvite } from '../../resources/account/members.ts'

/** The address of an invitation, and whether somebody has to carry it. */
export function OpenInviteNote({ invite, onClose }: { invite: OpenInvite; onClose: () => void }) {
  return (
    <Card title={`Invitation for ${invite.email}`} actions={<Button onClick={onClose}>Done</Button>}>
      <p>
        {invite.isMailed
          ? 'This link was sent by mail. You can also send it yourself.'
          : 'This server cannot send mail: send this link yourself, only to this person.'}
      </p>
      <OneTimeSecret what="address" secret={invite.url}>
        <p className="mt-2">
          It opens once, until <Moment at={invite.expiresAt} />.
        </p>
      </OneTimeSecret>
    </Card>
  )
}
