import type { OwnUser, OwnUserUpdate } from '@sonde/schema/accounts/user.ts'
import { findUser, findUserForUpdate, updateUser } from '@sonde/store/accounts/users.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'
import { recordOwnChange } from '../audit/record-own-change.ts'
import { invalidInput, notFound } from '../refusal.ts'
import { writeUnlessTaken } from '../write-unless-taken.ts'
import { type VerifyPassword, wrongPassword } from './verify-password.ts'

const addressIsTaken = 'This e-mail address belongs to another user'

/** Another e-mail address needs the password: whoever finds a browser open is not to take the user over. */
export async function updateOwnUser(
  deps: Pick<ActionDeps, 'store' | 'clock'> & { verifyPassword: VerifyPassword },
  actor: UserActor,
  { input }: { input: OwnUserUpdate },
): Promise<OwnUser> {
  const { currentPassword } = input
  const name = input.name?.trim()
  const email = input.email?.toLowerCase()
  const before = await findUser(deps.store.read, actor.userId)
  if (before === null) throw notFound('user')
  const isMoving = email !== undefined && email !== before.email
  if (isMoving && currentPassword === undefined) {
    throw invalidInput([{ path: 'currentPassword', message: 'is required to change the e-mail address' }])
  }
  const verified =
    isMoving && currentPassword !== undefined ? await deps.verifyPassword(currentPassword) : null
  const change = { ...(name === undefined ? {} : { name }), ...(isMoving ? { email } : {}) }
  return await writeUnlessTaken(deps.store, addressIsTaken, async (db) => {
    const user = await findUserForUpdate(db, before.id)
    if (user === null) throw notFound('user')
    if (verified !== null && verified.passwordHash !== user.passwordHash) throw wrongPassword()
    await updateUser(db, { id: user.id, ...change, updatedAt: deps.clock.now() })
    const profile = { name: user.name, email: user.email }
    const after = { ...profile, ...change }
    await recordOwnChange(db, actor, {
      entityType: 'USER',
      entityId: user.id,
      entityName: user.name ?? user.email,
      before: profile,
      after,
    })
    return { id: user.id, ...after }
  })
}
