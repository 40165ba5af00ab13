import { randomUUIDv7 } from 'node:crypto'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { readIsoMoment } from '@sonde/schema/validation/iso-moment.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { canonicalUuid } from '@sonde/store/engine/uuid.ts'
import { isPasswordHash, makeUnusableHash } from '../../users/password.ts'
import type { PlannedItem, Warn } from '../configuration-kind.ts'

/**
 * The password that visitors of a private page or dashboard need. A document with secrets has its hash: it stays valid,
 * and nobody learns it.
 */
export type VisitorPassword = { id: string; hash: string; lastFour: string; createdAt: number }

/** What is private stays so, whatever the document knows about its password. */
export function restorePassword(
  item: ConfigurationItem,
  stored: ConfigurationItem | null,
  warn: Warn,
  remedy: string,
): ConfigurationItem {
  const isPrivate = item['isPrivate'] ?? stored?.['isPrivate'] ?? false
  if (isPrivate !== true) return { ...item, isPrivate, password: null }
  if (isRecord(item['password'])) return { ...item, isPrivate }
  if (isRecord(stored?.['password'])) return { ...item, isPrivate, password: stored['password'] }
  warn('password', `is not in this file: nobody can sign in to it until ${remedy}`)
  return { ...item, isPrivate, password: null }
}

export function passwordMistakes({ isPrivate, password }: ConfigurationItem): Violation[] {
  const violations: Violation[] = []
  if (typeof isPrivate !== 'boolean') violations.push({ path: 'isPrivate', message: 'must be a boolean' })
  if (password === null) return violations
  if (!isRecord(password)) return [...violations, { path: 'password', message: 'must be an object' }]
  for (const [field, { isGood, message }] of Object.entries(rules)) {
    if (!isGood(password[field])) violations.push({ path: `password.${field}`, message })
  }
  return violations
}

/** A time beyond these is none that a calendar can name. */
const latest = 8_640_000_000_000_000

/** Only what this server could have written: a hash of somebody's own choice says how long a sign-in takes. */
const rules: Record<keyof VisitorPassword, { isGood(value: unknown): boolean; message: string }> = {
  id: {
    isGood: (value) => typeof value === 'string' && canonicalUuid(value) !== null,
    message: 'must be a UUID',
  },
  hash: {
    isGood: (value) => typeof value === 'string' && isPasswordHash(value),
    message: 'must be a hash from an export',
  },
  lastFour: {
    isGood: (value) => typeof value === 'string' && /^[^\p{C}]{4}$/u.test(value),
    message: 'must be 4 characters',
  },
  createdAt: {
    isGood: (value) => momentIn(value) !== null,
    message: 'must be Unix milliseconds or an ISO 8601 timestamp',
  },
}

export function passwordIn(value: unknown): VisitorPassword | null {
  const { id, hash, lastFour, createdAt } = isRecord(value) ? value : {}
  const at = momentIn(createdAt)
  if (typeof id !== 'string' || typeof hash !== 'string' || typeof lastFour !== 'string') return null
  return at === null ? null : { id: id.toLowerCase(), hash, lastFour, createdAt: at }
}

function momentIn(value: unknown): number | null {
  if (typeof value === 'string') return readIsoMoment(value)
  return Number.isSafeInteger(value) && typeof value === 'number' && value >= 0 && value <= latest
    ? value
    : null
}

/** A door without a key is better than one without a lock: what is private gets a password that nobody knows. */
export function lockWithoutKey(plannedItem: PlannedItem, now: number): void {
  const { isPrivate, password } = plannedItem.item
  if (isPrivate !== true || password !== null) return
  const unknownPassword: VisitorPassword = {
    id: randomUUIDv7(),
    hash: makeUnusableHash(),
    lastFour: '????',
    createdAt: now,
  }
  plannedItem.item = { ...plannedItem.item, password: unknownPassword }
}
