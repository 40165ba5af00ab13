import type { AlertChannelWrite } from '../resources/alert-channels.ts'

export const scopeKinds = ['all', 'tags', 'groups', 'checks', 'none'] as const
export type ScopeKind = (typeof scopeKinds)[number]

export type NamedId<Id> = { id: Id; name: string }

/** Whom a new channel is notified of. What is not of the chosen kind is kept, and not sent. */
export type Scope = {
  kind: ScopeKind
  tags: readonly string[]
  groups: readonly NamedId<number>[]
  checks: readonly NamedId<string>[]
}

export const wholeScope: Scope = { kind: 'all', tags: [], groups: [], checks: [] }

/** Undefined: nothing is subscribed yet. */
export function scopeBody({ kind, tags, groups, checks }: Scope): AlertChannelWrite['subscribe'] {
  switch (kind) {
    case 'all':
      return { all: true }
    case 'tags':
      return tags.length === 0 ? undefined : { tags: [...tags] }
    case 'groups':
      return groups.length === 0 ? undefined : { groupIds: groups.map(({ id }) => id) }
    case 'checks':
      return checks.length === 0 ? undefined : { checkIds: checks.map(({ id }) => id) }
    case 'none':
      return undefined
    default:
      return kind satisfies never
  }
}

/** What is still to be chosen; null when the scope is complete. */
export function missingInScope(scope: Scope): string | null {
  if (scope.kind === 'none' || scopeBody(scope) !== undefined) return null
  const nouns = { all: 'check', tags: 'tag', groups: 'group', checks: 'check' } as const
  return `Choose at least one ${nouns[scope.kind]}, or “Nothing yet”.`
}
