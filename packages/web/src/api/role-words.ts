import type { Role } from '@sonde/schema/accounts/role.ts'

const words: Readonly<Record<Role, { name: string; access: string }>> = {
  OWNER: { name: 'Owner', access: 'full access, one per account' },
  ADMIN: { name: 'Administrator', access: 'full access, including members, keys and locations' },
  READ_WRITE: { name: 'Editor', access: 'can change checks, alerts and pages' },
  READ_RUN: { name: 'Operator', access: 'can view, and run checks' },
  READ_ONLY: { name: 'Viewer', access: 'can view' },
}

export function roleName(role: Role): string {
  return words[role].name
}

/** `Editor: can change checks, alerts and pages` */
export function roleInWords(role: string): string {
  return isRole(role) ? `${words[role].name}: ${words[role].access}` : role
}

/** A sentence of the API, with the roles in it as people know them. */
export function withRoleNames(sentence: string): string {
  return sentence.replaceAll(/\b[A-Z]+(?:_[A-Z]+)?\b/g, (word) => (isRole(word) ? roleName(word) : word))
}

function isRole(text: string): text is Role {
  return Object.hasOwn(words, text)
}
