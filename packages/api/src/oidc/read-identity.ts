import type { Identity } from '@sonde/actions/identities/identity-rules.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { type GrantableRole, grantableRoles } from '@sonde/schema/accounts/role.ts'
import type { OidcSettings } from './oidc-settings.ts'

export type Claims = Readonly<Record<string, unknown>>

const addressForm = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,255}$/
const longestName = 200

/** What the claims of a provider say, as far as it is of use here. Pure. */
export function readIdentity(
  claims: Claims & { iss: string; sub: string },
  settings: Pick<OidcSettings, 'roleClaim' | 'roles' | 'trustsEmail'>,
): Identity {
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: verifiedEmail(claims, settings),
    name: nameOf(claims),
    role:
      settings.roleClaim === null ? null : highestRole(valuesAt(claims, settings.roleClaim), settings.roles),
  }
}

function verifiedEmail(claims: Claims, { trustsEmail }: Pick<OidcSettings, 'trustsEmail'>): string | null {
  const { email, email_verified: isVerified } = claims
  if (typeof email !== 'string' || !addressForm.test(email) || becomesAnother(email)) return null
  // Some providers send a text; whatever else is sent vouches for nothing.
  const isVouchedFor = isVerified === true || isVerified === 'true'
  return isVouchedFor || (trustsEmail && isVerified === undefined) ? email.toLowerCase() : null
}

/** The sign of Kelvin is a k in lower case: an address with it would become that of somebody else. */
function becomesAnother(email: string): boolean {
  return [...email].some((letter) => letter > '\x7f' && /[a-z]/.test(letter.toLowerCase()))
}

function nameOf({ name, preferred_username: username }: Claims): string | null {
  const text = [name, username].find((each) => typeof each === 'string' && each.trim() !== '')
  return typeof text === 'string'
    ? text
        .trim()
        .replaceAll(/\p{Cc}/gu, ' ')
        .slice(0, longestName)
    : null
}

/** `groups`, `realm_access.roles`; a name that has dots in it, as an address has, is found as it is written. */
function valuesAt(claims: Claims, path: string): string[] {
  if (Object.hasOwn(claims, path)) return textsOf(claims[path])
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), claims)
  return textsOf(value)
}

/** One text, a list of them, or an object that has them as its keys. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string')
  return isRecord(value) ? Object.keys(value) : []
}

function highestRole(
  values: readonly string[],
  roles: ReadonlyMap<string, GrantableRole>,
): GrantableRole | null {
  const given = new Set(values.map((value) => roles.get(value)))
  return grantableRoles.find((role) => given.has(role)) ?? null
}
