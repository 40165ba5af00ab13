import type { Db } from '@sonde/store/engine/store.ts'
import { findUserByEmail, type UserRow } from '@sonde/store/accounts/users.ts'
import { isPasswordOf } from '@sonde/actions/users/password.ts'

/** The user whose address and password these are. An unknown address costs as much as a wrong password. */
export async function verifyUser(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<UserRow | null> {
  const user = await findUserByEmail(db, email.trim())
  const isRight = await isPasswordOf(password, user?.passwordHash ?? null)
  return isRight ? user : null
}
