import { findMemberPassword } from '@sonde/store/accounts/member-passwords.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { isPasswordOf } from '@sonde/actions/users/password.ts'

/**
 * Whether the form opens the private page: with its own password, or with the e-mail address and password of a member
 * of its account.
 */
export async function verifySignIn(
  db: Db,
  form: URLSearchParams,
  { accountId, passwordHash }: { accountId: string; passwordHash: string },
): Promise<boolean> {
  const password = form.get('password') ?? ''
  const email = (form.get('email') ?? '').replaceAll('\0', '').trim()
  const stored = email === '' ? passwordHash : await findMemberPassword(db, { accountId, email })
  return await isPasswordOf(password, stored)
}
