import type { Role } from '@sonde/schema/accounts/role.ts'

const words: Readonly<Record<Role, { name: string; may: string }>> = {
  OWNER: { name: 'Owner', may: 'do everything; there is one' },
  ADMIN: { name: 'Administrator', may: 'do everything, also with members, keys and locations' },
  READ_WRITE: { name: 'Editor', may: 'change checks, alerts and pages' },
  READ_RUN: { name: 'Operator', may: 'look, and run checks' },
  READ_ONLY: { name: 'Viewer', may: 'look' },
}

export function roleName(role: Role): string {
  return words[role].name
}

/** `Editor: may change checks, alerts and pages` */
export function roleInWords(role: string): string {
  return isRole(role) ? `${words[role].name}: may ${words[role].may}` : role
}

function isRole(text: string): text is Role {
  return Object.hasOwn(words, text)
}
