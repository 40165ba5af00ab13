import { findMemberPassword } from '@sonde/store/accounts/member-passwords.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { isPasswordOf } from '@sonde/actions/users/password.ts'
import type { SignInTarget } from './sign-in-tries.ts'

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
  const email = emailIn(form)
  const stored = email === '' ? passwordHash : await findMemberPassword(db, { accountId, email })
  return await isPasswordOf(password, stored)
}

/** Whose password is in the form: that of the member whom it names, or of the page. */
export function targetOf(form: URLSearchParams, page: string): SignInTarget {
  const email = emailIn(form)
  return email === '' ? { kind: 'page', name: page } : { kind: 'user', name: email }
}

function emailIn(form: URLSearchParams): string {
  return (form.get('email') ?? '').replaceAll('\0', '').trim()
}
