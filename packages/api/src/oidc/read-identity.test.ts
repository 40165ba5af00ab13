import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { GrantableRole } from '@sonde/schema/accounts/role.ts'
import { readIdentity } from './read-identity.ts'

const roles = new Map<string, GrantableRole>([
  ['ops', 'ADMIN'],
  ['dev', 'READ_WRITE'],
  ['all', 'READ_ONLY'],
])
const some = { iss: 'https://id.example.net', sub: '17' }
const read = (claims: object, settings: { roleClaim?: string | null; trustsEmail?: boolean } = {}) =>
  readIdentity({ ...some, ...claims }, { roleClaim: 'groups', trustsEmail: false, roles, ...settings })

suite('the claims of an identity provider', () => {
  const addresses: [object, string | null, string | null][] = [
    [{ email: 'Ada@Example.net', email_verified: true }, 'ada@example.net', 'ada@example.net'],
    [{ email: 'ada@example.net', email_verified: 'true' }, 'ada@example.net', 'ada@example.net'],
    [{ email: 'ada@example.net' }, null, 'ada@example.net'],
    [{ email: 'ada@example.net', email_verified: false }, null, null],
    [{ email: 'ada@example.net', email_verified: 'false' }, null, null],
    [{ email: 'ada@example.net', email_verified: 1 }, null, null],
    [{ email: 'ada@example.net', email_verified: null }, null, null],
    [{ email: 'no address', email_verified: true }, null, null],
    [{ email: 'mi\u212Ae@example.net', email_verified: true }, null, null],
    [{ email: 'ada@\u0130x.example.net', email_verified: true }, null, null],
    [{ email: 'ÄDA@example.net', email_verified: true }, 'äda@example.net', 'äda@example.net'],
    [{ email: ['ada@example.net'], email_verified: true }, null, null],
    [{ email_verified: true }, null, null],
  ]
  for (const [claims, email, trusted] of addresses) {
    test(`vouch for ${email}, and ${trusted} where the operator trusts it: ${JSON.stringify(claims)}`, () => {
      assert.equal(read(claims).verifiedEmail, email)
      assert.equal(read(claims, { trustsEmail: true }).verifiedEmail, trusted)
    })
  }

  const given: [object, string | null, GrantableRole | null][] = [
    [{ groups: ['all', 'dev', 'other'] }, 'groups', 'READ_WRITE'],
    [{ groups: 'ops' }, 'groups', 'ADMIN'],
    [{ groups: ['OWNER', 'ADMIN'] }, 'groups', null],
    [{ groups: [] }, 'groups', null],
    [{}, 'groups', null],
    [{ groups: [['ops'], { ops: true }, 7] }, 'groups', null],
    [{ groups: ['ops'] }, null, null],
    [{ realm_access: { roles: ['ops'] } }, 'realm_access.roles', 'ADMIN'],
    [{ 'https://example.net/roles': ['dev'] }, 'https://example.net/roles', 'READ_WRITE'],
    [{ 'urn:roles': { dev: { id: 'x' } } }, 'urn:roles', 'READ_WRITE'],
    [{}, 'constructor.name', null],
  ]
  for (const [claims, roleClaim, role] of given) {
    test(`give ${role} by ${roleClaim}: ${JSON.stringify(claims)}`, () => {
      assert.equal(read(claims, { roleClaim }).role, role)
    })
  }

  test('have a name for people, or none', () => {
    assert.equal(read({ name: ' Ada\nLovelace ' }).name, 'Ada Lovelace')
    assert.equal(read({ name: '', preferred_username: 'ada' }).name, 'ada')
    assert.equal(read({ name: 7 }).name, null)
  })
})
