import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { ConfigurationItem } from '@sonde/schema/configuration.ts'
import { isRecord, type Violation } from '@sonde/schema/violation.ts'
import { hashPassword } from '../users/password.ts'
import type { PlannedItem, Warn } from './configuration-kind.ts'

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
  warn('password', `is not in this document: nobody gets in until ${remedy}`)
  return { ...item, isPrivate, password: null }
}

export function passwordMistakes({ isPrivate, password }: ConfigurationItem): Violation[] {
  return [
    ...(typeof isPrivate === 'boolean' ? [] : [{ path: 'isPrivate', message: 'must be a boolean' }]),
    ...(password === null || passwordIn(password) !== null
      ? []
      : [{ path: 'password', message: 'must have an id, a hash, lastFour and createdAt' }]),
  ]
}

export function passwordIn(value: unknown): VisitorPassword | null {
  const { id, hash, lastFour, createdAt } = isRecord(value) ? value : {}
  if (typeof id !== 'string' || typeof hash !== 'string' || typeof lastFour !== 'string') return null
  return typeof createdAt === 'number' ? { id, hash, lastFour, createdAt } : null
}

/** A door without a key is better than one without a lock: what is private gets a password that nobody knows. */
export async function lockWithoutKey(planned: PlannedItem, now: number): Promise<void> {
  const { isPrivate, password } = planned.item
  if (isPrivate !== true || password !== null) return
  const hash = await hashPassword(randomBytes(32).toString('hex'))
  const made: VisitorPassword = { id: randomUUIDv7(), hash, lastFour: '????', createdAt: now }
  planned.item = { ...planned.item, password: made }
}
