import { useSecondFactor } from '@sonde/actions/second-factor/use-second-factor.ts'
import { type VerifyOwner, wrongCode } from '@sonde/actions/second-factor/verify-owner.ts'
import { conflict } from '@sonde/actions/refusal.ts'
import { findSecondFactor } from '@sonde/store/accounts/second-factors.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { userActorOf } from '../http/actor-of.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import { verifyCurrentPassword } from '../users/verify-current-password.ts'
import { tryCode } from './try-code.ts'

type Deps = ApiDeps & { tries: SignInTries }

/** For actions on the second factor: password first, then a code, which is used up. */
export function ownerVerifier(request: FastifyRequest, deps: Deps): VerifyOwner {
  return async ({ currentPassword, code }) => {
    const user = await verifyCurrentPassword(request, deps, currentPassword)
    const factor = await findSecondFactor(deps.store.read, user.id)
    if (factor === null || factor.enabledAt === null) throw conflict('You have no second factor')
    await verifyOwnCode(request, deps, { user, code })
    return user
  }
}

/** Refuses a code that is not one of the user's second factor. */
export async function verifyOwnCode(
  request: FastifyRequest,
  deps: Deps,
  { user, code }: { user: { id: string }; code: string },
): Promise<void> {
  const actor = userActorOf(request, deps)
  const isRight = await tryCode(deps.tries, request, user, () =>
    deps.store.write(async (db) => (await useSecondFactor(db, deps, actor, { code })) || null),
  )
  if (isRight === null) throw wrongCode()
  deps.wakeDelivery()
}
