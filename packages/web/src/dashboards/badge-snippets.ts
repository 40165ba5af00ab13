import { addressOf } from '../api/call-service.ts'
import type { Query } from '../api/operation.ts'
import type { BadgeSearch } from './search-params.ts'

export type BadgeTarget = { kind: 'checks' | 'groups'; id: string }

export function targetOf({ check, group }: BadgeSearch): BadgeTarget | null {
  if (check !== undefined) return { kind: 'checks', id: check }
  return group === undefined ? null : { kind: 'groups', id: String(group) }
}

/** Only what differs from what the server does by itself is in the address. */
export function badgePath({ kind, id }: BadgeTarget, { style, theme, responseTime }: BadgeSearch): string {
  // The server refuses a style or theme that it does not know.
  const query = { style, theme, responseTime } as Query<'GET /v1/badges/checks/{checkId}'>
  return kind === 'checks'
    ? addressOf('GET /v1/badges/checks/{checkId}', { params: { checkId: id }, query })
    : addressOf('GET /v1/badges/groups/{groupId}', { params: { groupId: id }, query })
}

export function badgeSnippets(address: string, name: string): { what: string; text: string }[] {
  return [
    { what: 'Markdown', text: `![${name.replaceAll(/[\\[\]]/g, '\\$&')}](${address})` },
    { what: 'HTML', text: `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(name)}">` },
    { what: 'Address', text: address },
  ]
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
