import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { GrantableRole, Role } from '@sonde/schema/accounts/role.ts'
import { decideRole, type RoleDecision } from './identity-rules.ts'

type Case = {
  name: string
  claims: GrantableRole | null
  hasRoleClaim: boolean
  defaultRole: GrantableRole | null
  present: Role | null
  isNew?: boolean
  decision: RoleDecision
}

const cases: readonly Case[] = [
  {
    name: 'the owner stays the owner',
    claims: 'READ_ONLY',
    hasRoleClaim: true,
    defaultRole: null,
    present: 'OWNER',
    decision: 'keep',
  },
  {
    name: 'an owner without the claim stays, too',
    claims: null,
    hasRoleClaim: true,
    defaultRole: null,
    present: 'OWNER',
    decision: 'keep',
  },
  {
    name: 'the claim gives a role',
    claims: 'ADMIN',
    hasRoleClaim: true,
    defaultRole: 'READ_ONLY',
    present: null,
    decision: { role: 'ADMIN' },
  },
  {
    name: 'the claim changes a role',
    claims: 'READ_ONLY',
    hasRoleClaim: true,
    defaultRole: null,
    present: 'ADMIN',
    decision: { role: 'READ_ONLY' },
  },
  {
    name: 'without the claim access ends',
    claims: null,
    hasRoleClaim: true,
    defaultRole: null,
    present: 'ADMIN',
    decision: 'remove',
  },
  {
    name: 'without the claim the default is what is left',
    claims: null,
    hasRoleClaim: true,
    defaultRole: 'READ_ONLY',
    present: 'ADMIN',
    decision: { role: 'READ_ONLY' },
  },
  {
    name: 'somebody new gets the default',
    claims: null,
    hasRoleClaim: false,
    defaultRole: 'READ_RUN',
    present: null,
    isNew: true,
    decision: { role: 'READ_RUN' },
  },
  {
    name: 'somebody new gets nothing without a default',
    claims: null,
    hasRoleClaim: false,
    defaultRole: null,
    present: null,
    isNew: true,
    decision: 'keep',
  },
  {
    name: 'somebody who was removed stays out',
    claims: null,
    hasRoleClaim: false,
    defaultRole: 'ADMIN',
    present: null,
    decision: 'keep',
  },
  {
    name: 'somebody who was removed stays out without the claim, too',
    claims: null,
    hasRoleClaim: true,
    defaultRole: 'ADMIN',
    present: null,
    decision: 'keep',
  },
  {
    name: 'without a role claim members keep what they were given here',
    claims: null,
    hasRoleClaim: false,
    defaultRole: 'READ_ONLY',
    present: 'ADMIN',
    decision: 'keep',
  },
]

suite('the role of somebody who comes from an identity provider', () => {
  for (const { name, claims, hasRoleClaim, defaultRole, present, isNew = false, decision } of cases) {
    test(name, () => {
      assert.deepEqual(
        decideRole({ role: claims }, { hasRoleClaim, defaultRole }, { present, isNew }),
        decision,
      )
    })
  }
})
