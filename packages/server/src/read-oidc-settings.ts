import type { OidcSettings } from '@sonde/api/oidc/oidc-settings.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import { type GrantableRole, grantableRoles } from '@sonde/schema/accounts/role.ts'
import type { ServerSettings } from '@sonde/schema/accounts/server-settings.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { listEntries } from './list-entries.ts'

type Raw = Readonly<Record<string, unknown>>

/** Without an issuer they mean nothing: somebody has forgotten one, and would wonder. */
const needIssuer = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ACCOUNT',
  'OIDC_ROLE_CLAIM',
  'OIDC_ROLES',
  'OIDC_DEFAULT_ROLE',
] as const

/** What no single setting of the identity provider shows to be wrong. */
export function oidcMistakes(raw: Raw): Violation[] {
  const roles = rolesIn(raw['OIDC_ROLES'])
  return [...issuerMistakes(raw), ...claimMistakes(raw), ...roles.violations]
}

function issuerMistakes(raw: Raw): Violation[] {
  if (raw['OIDC_ISSUER'] !== undefined) {
    return raw['OIDC_CLIENT_ID'] === undefined
      ? [{ path: 'OIDC_CLIENT_ID', message: 'is required together with OIDC_ISSUER' }]
      : []
  }
  const isOnly = raw['OIDC_ONLY'] === 'on'
  const lonely = [...needIssuer.filter((name) => raw[name] !== undefined), ...(isOnly ? ['OIDC_ONLY'] : [])]
  const [first] = lonely
  return first === undefined
    ? []
    : [{ path: 'OIDC_ISSUER', message: `is required together with ${lonely.join(' and ')}` }]
}

function claimMistakes({ OIDC_ROLE_CLAIM: claim, OIDC_ROLES: roles }: Raw): Violation[] {
  if ((claim === undefined) === (roles === undefined)) return []
  return claim === undefined
    ? [{ path: 'OIDC_ROLE_CLAIM', message: 'is required together with OIDC_ROLES' }]
    : [{ path: 'OIDC_ROLES', message: 'is required together with OIDC_ROLE_CLAIM' }]
}

function rolesIn(text: unknown): { roles: Map<string, GrantableRole>; violations: Violation[] } {
  const roles = new Map<string, GrantableRole>()
  const violations: Violation[] = []
  for (const entry of listEntries(typeof text === 'string' ? text : undefined)) {
    // A value may have an equals sign in it, as the name of a group in a directory has.
    const at = entry.lastIndexOf('=')
    const [value, name] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
    const role = grantableRoles.find((known) => known === name)
    if (at > 0 && value !== '' && role !== undefined) roles.set(value, role)
    else {
      const message = `"${entry}" is not value=ROLE, with one of ${grantableRoles.join(', ')}`
      violations.push({ path: 'OIDC_ROLES', message })
    }
  }
  return { roles, violations }
}

export function readOidcSettings(read: ServerSettings): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = read
  if (issuer === undefined || clientId === undefined) return null
  return {
    issuer,
    clientId,
    clientSecret: read.OIDC_CLIENT_SECRET ?? null,
    name: read.OIDC_NAME,
    scopes: read.OIDC_SCOPES,
    roleClaim: read.OIDC_ROLE_CLAIM ?? null,
    roles: rolesIn(read.OIDC_ROLES).roles,
    trustsEmail: read.OIDC_TRUST_EMAIL === 'on',
    isOnly: read.OIDC_ONLY === 'on',
    sessionMs: read.OIDC_SESSION_HOURS * hourMs,
    rules: {
      accountId: read.OIDC_ACCOUNT?.toLowerCase() ?? null,
      hasRoleClaim: read.OIDC_ROLE_CLAIM !== undefined,
      defaultRole: read.OIDC_DEFAULT_ROLE ?? null,
      linksByEmail: read.OIDC_LINK_BY_EMAIL === 'on',
    },
  }
}
