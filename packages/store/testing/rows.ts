import { randomUUID } from 'node:crypto'
import type { Role } from '@sonde/schema/accounts/role.ts'
import { type AccountRow, insertAccount } from '../src/accounts/accounts.ts'
import { type CheckRow, insertCheck } from '../src/checks/checks.ts'
import { insertMembership } from '../src/accounts/members.ts'
import type { Store } from '../src/engine/store.ts'
import { type UserRow, insertUser } from '../src/accounts/users.ts'

export async function addAccount(store: Store, fields: Partial<AccountRow> = {}): Promise<AccountRow> {
  const account = {
    id: randomUUID(),
    name: 'Acme',
    runtimeId: '2025.04',
    settings: {},
    alertSettings: {},
    createdAt: 1_000,
    updatedAt: null,
    ...fields,
  }
  await store.write((db) => insertAccount(db, account))
  return account
}

export async function addUser(store: Store, fields: Partial<UserRow> = {}): Promise<UserRow> {
  const id = randomUUID()
  const user = {
    id,
    name: 'Ada',
    email: `${id}@example.com`,
    passwordHash: null,
    createdAt: 1_000,
    updatedAt: null,
    ...fields,
  }
  await store.write((db) => insertUser(db, user))
  return user
}

export async function addMember(
  store: Store,
  accountId: string,
  {
    role = 'READ_ONLY',
    joinedAt = 1_000,
    ...fields
  }: Partial<UserRow> & { role?: Role; joinedAt?: number } = {},
): Promise<UserRow> {
  const user = await addUser(store, fields)
  await store.write((db) =>
    insertMembership(db, { accountId, userId: user.id, role, createdAt: joinedAt, updatedAt: null }),
  )
  return user
}

export function makeCheck(accountId: string, fields: Partial<CheckRow> = {}): CheckRow {
  return {
    id: randomUUID(),
    accountId,
    checkType: 'ICMP',
    name: 'Gateway',
    activated: true,
    muted: false,
    status: null,
    groupId: null,
    frequency: 1,
    frequencyOffset: 0,
    config: { tags: [] },
    sealedConfig: null,
    sealedSecrets: null,
    createdAt: 1_000,
    updatedAt: null,
    ...fields,
  }
}

export async function addCheck(
  store: Store,
  accountId: string,
  fields: Partial<CheckRow> = {},
): Promise<CheckRow> {
  const check = makeCheck(accountId, fields)
  await store.write((db) => insertCheck(db, check))
  return check
}
