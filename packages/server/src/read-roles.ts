import type { Violation } from '@sonde/schema/validation/violation.ts'
import { listEntries } from './list-entries.ts'

const roles = ['api', 'scheduler', 'delivery', 'agent'] as const

/** What a server does: answers requests, schedules checks, sends alerts, and has an embedded agent. */
export type Role = (typeof roles)[number]

export function roleMistakes(raw: Record<string, unknown>): Violation[] {
  const { SONDE_ROLES: text, NATS_URL: nats } = raw
  if (typeof text !== 'string') return []
  const named = listEntries(text)
  const unknown = named.filter((name) => !roles.some((role) => role === name))
  const violation = (message: string): Violation => ({ path: 'SONDE_ROLES', message })
  if (named.length === 0) return [violation(`name at least one of ${roles.join(', ')}`)]
  if (unknown.length > 0) return unknown.map((name) => violation(`"${name}" is none of ${roles.join(', ')}`))
  const hasAll = roles.every((role) => named.includes(role))
  return hasAll || typeof nats === 'string'
    ? []
    : [violation('needs NATS_URL: a server that shares its work with none has all roles')]
}

export function readRoles(text: string): Role[] {
  const named = listEntries(text)
  return roles.filter((role) => named.includes(role))
}
