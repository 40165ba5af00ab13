import { findMemberPassword } from '@sonde/store/member-passwords.ts'
import type { Db } from '@sonde/store/store.ts'
import { isPassword } from '../users/password.ts'

/** Longer ones would only cost time to hash. */
const longestPassword = 1_000

/**
 * Something to compare with where nothing is, at the same cost: an unknown address must not answer faster than a
 * wrong password. No password has a hash of zeros.
 */
const nobody = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Whether the form opens the private page: with its own password, or with the e-mail address and password of a member
 * of its account.
 */
export async function judgeSignIn(
  db: Db,
  form: URLSearchParams,
  { accountId, passwordHash }: { accountId: string; passwordHash: string },
): Promise<boolean> {
  const password = form.get('password') ?? ''
  const email = (form.get('email') ?? '').replaceAll('\0', '').trim()
  if (password.length > longestPassword) return false
  if (email === '') return await isPassword(password, passwordHash)
  const known = await findMemberPassword(db, { accountId, email })
  const isRight = await isPassword(password, known ?? nobody)
  return known !== null && isRight
}
