import type { UserRow } from '@sonde/store/accounts/users.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { UserActor } from '../actor.ts'
import { recordOwnChange } from '../audit/record-own-change.ts'

type Named = { issuer: string; subject: string }

/** That a user can be signed in by a provider from now on, or no more. */
export async function recordIdentity(
  db: Db,
  actor: UserActor,
  { user, before, after }: { user: UserRow; before: Named | null; after: Named | null },
): Promise<void> {
  await recordOwnChange(db, actor, {
    entityType: 'USER',
    entityId: user.id,
    entityName: user.name ?? user.email,
    before: { identity: textOf(before) },
    after: { identity: textOf(after) },
  })
}

function textOf(identity: Named | null): string | null {
  return identity === null ? null : `${identity.subject} at ${identity.issuer}`
}
