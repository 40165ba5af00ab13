/** Highest first: each role may do everything that the ones after it may. */
export const roles = ['OWNER', 'ADMIN', 'READ_WRITE', 'READ_RUN', 'READ_ONLY'] as const
export type Role = (typeof roles)[number]

/** An account has one OWNER, its creator; the role can be neither given nor taken. */
export const grantableRoles = ['ADMIN', 'READ_WRITE', 'READ_RUN', 'READ_ONLY'] as const
export type GrantableRole = (typeof grantableRoles)[number]

export function mayActAs(held: Role, needed: Role): boolean {
  return roles.indexOf(held) <= roles.indexOf(needed)
}
