import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { encodeCursor } from '../http/cursor.ts'
import { apiUnderTest, type ApiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import type { Answer } from '../../testing/http-client.ts'

const unknownId = '0198c0de-0000-7000-8000-000000000000'

function membersOf(answer: Answer): string[] {
  assert.equal(answer.status, 200, answer.text)
  const members = answer.at('members')
  assert.ok(Array.isArray(members))
  assert.equal(answer.at('length'), members.length)
  return members.map((_, index) => answer.textAt(`members.${index}.userId`))
}

async function addMembers(api: ApiUnderTest, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { id } = await api.makeUser({ name: `Member ${index}` })
    // Several in the same millisecond: the order must hold by id then.
    if (index % 4 === 0) api.clock.advance(1)
    await api.join(api.accountId, id, index % 2 === 0 ? 'READ_ONLY' : 'READ_WRITE')
    ids.push(id)
  }
  return ids
}

forEachEngine('paging through members', (engine) => {
  const api = apiUnderTest(engine)
  let old: string[] = []
  before(async () => {
    old = [api.ownerId, ...(await addMembers(api, 24))]
  })

  test('case 13: every old member shows exactly once while new ones arrive, and the last page says so', async () => {
    const seen: string[] = []
    let nextId: unknown = null
    do {
      const cursor = typeof nextId === 'string' ? `&nextId=${nextId}` : ''
      const page = await api.call('GET', `/v1/accounts/me/members?limit=10${cursor}`)
      seen.push(...membersOf(page))
      nextId = page.at('nextId')
      await addMembers(api, 3)
    } while (nextId !== null)
    const shownOld = seen.filter((id) => old.includes(id))
    assert.deepEqual(shownOld.toSorted(), old.toSorted())
    assert.equal(new Set(seen).size, seen.length)
  })

  for (const position of [['abc', 'x'], [1.5, 'x'], [], [1e300, '0198c0de-0000-7000-8000-000000000000']]) {
    test(`a cursor that somebody made up is refused: ${JSON.stringify(position)}`, async () => {
      const forged = encodeCursor(position, { accountId: api.accountId })
      const path = `/v1/accounts/me/members?limit=2&nextId=${forged}`
      expectInvalid(await api.call('GET', path), 'query', ['nextId'])
    })
  }

  test('case 13: a cursor under another filter, for another account or damaged is refused', async () => {
    const first = await api.call('GET', '/v1/accounts/me/members?limit=2')
    const cursor = first.textAt('nextId')
    for (const query of [
      `limit=2&role=ADMIN&nextId=${cursor}`,
      `limit=2&search=x&nextId=${cursor}`,
      `limit=2&nextId=${cursor.slice(1)}`,
      `limit=2&nextId=${cursor}AAAA`,
      'limit=2&nextId=1',
    ]) {
      expectInvalid(await api.call('GET', `/v1/accounts/me/members?${query}`), 'query', ['nextId'])
    }
    const other = await api.makeAccount(api.ownerId)
    const elsewhere = await api.call('GET', `/v1/accounts/me/members?limit=2&nextId=${cursor}`, {
      account: other,
    })
    expectInvalid(elsewhere, 'query', ['nextId'])
    // The size of a page is no filter.
    assert.equal((await api.call('GET', `/v1/accounts/me/members?limit=5&nextId=${cursor}`)).status, 200)
  })

  test('everything comes at once without limit, and a cursor needs one', async () => {
    const all = await api.call('GET', '/v1/accounts/me/members')
    assert.ok(old.every((id) => membersOf(all).includes(id)))
    assert.equal(all.at('nextId'), null)
    const cursor = (await api.call('GET', '/v1/accounts/me/members?limit=2')).textAt('nextId')
    expectInvalid(await api.call('GET', `/v1/accounts/me/members?nextId=${cursor}`), 'query', ['nextId'])
  })

  for (const limit of ['0', '101', '1.5', 'x']) {
    test(`limit=${limit} is refused`, async () => {
      expectInvalid(await api.call('GET', `/v1/accounts/me/members?limit=${limit}`), 'query', ['limit'])
    })
  }

  test('a page that ends with the last member has no next one', async () => {
    const account = await api.makeAccount(api.ownerId)
    const page = await api.call('GET', '/v1/accounts/me/members?limit=1', { account })
    assert.deepEqual([membersOf(page), page.at('nextId')], [[api.ownerId], null])
  })
})

forEachEngine('members', (engine) => {
  const api = apiUnderTest(engine)
  const scopes = ['/v1/accounts/me', `/v1/accounts/${api.accountId}`]

  async function makeMember(role: 'ADMIN' | 'READ_WRITE' | 'READ_RUN' | 'READ_ONLY') {
    const user = await api.makeUser()
    await api.join(api.accountId, user.id, role)
    return user
  }

  for (const scope of scopes) {
    const where = scope.endsWith('me') ? 'me' : 'an account in the path'

    test(`${where}: a member is shown in full`, async () => {
      const { id } = await api.makeUser({ name: 'Ada', email: `Ada.Full.${where.length}@Example.net` })
      await api.join(api.accountId, id, 'READ_RUN')
      const joinedAt = new Date(api.clock.now()).toISOString()
      const answer = await api.call('GET', `${scope}/members?search=ada.full.${where.length}`)
      assert.deepEqual(answer.body, {
        members: [
          {
            type: 'member',
            accountId: api.accountId,
            userId: id,
            name: 'Ada',
            email: `ada.full.${where.length}@example.net`,
            role: 'READ_RUN',
            status: 'ACTIVE',
            createdAt: joinedAt,
            updatedAt: joinedAt,
            isSupportMembership: false,
            ssoEnabled: false,
            mfaEnabled: false,
          },
        ],
        length: 1,
        nextId: null,
      })
      await api.call('DELETE', `${scope}/members/${id}`)
    })

    test(`${where}: the role of a member changes, and the time of the change shows`, async () => {
      const { id } = await makeMember('READ_ONLY')
      const answer = await api.call('PATCH', `${scope}/members/${id}`, { body: { role: 'ADMIN' } })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.at('role'), 'ADMIN')
      assert.ok(answer.textAt('updatedAt') > answer.textAt('createdAt'))
      const listed = await api.call('GET', `${scope}/members?role=ADMIN`)
      assert.ok(membersOf(listed).includes(id))
    })

    test(`${where}: the owner can be neither changed nor removed, not by themselves either`, async () => {
      const admin = await makeMember('ADMIN')
      for (const key of [api.ownerKey, admin.key]) {
        const url = `${scope}/members/${api.ownerId}`
        expectError(await api.call('PATCH', url, { key, body: { role: 'READ_ONLY' } }), 403)
        expectError(await api.call('DELETE', url, { key }), 403)
      }
    })

    test(`${where}: a member may leave, and may not remove others without ADMIN`, async () => {
      const [leaver, other] = [await makeMember('READ_ONLY'), await makeMember('READ_ONLY')]
      expectError(await api.call('DELETE', `${scope}/members/${other.id}`, { key: leaver.key }), 403)
      expectError(await api.call('DELETE', `${scope}/members/${unknownId}`, { key: leaver.key }), 403)
      assert.equal(
        (await api.call('DELETE', `${scope}/members/${leaver.id}`, { key: leaver.key })).status,
        204,
      )
      expectError(await api.call('DELETE', `${scope}/members/${leaver.id}`), 404)
    })

    test(`${where}: who is no member is not found`, async () => {
      const stranger = await api.makeUser()
      for (const id of [unknownId, stranger.id]) {
        expectError(await api.call('PATCH', `${scope}/members/${id}`, { body: { role: 'ADMIN' } }), 404)
        expectError(await api.call('DELETE', `${scope}/members/${id}`), 404)
      }
      expectInvalid(await api.call('DELETE', `${scope}/members/abc`), 'params', ['userId'])
    })
  }

  const badRoles: [object, string[]][] = [
    [{ role: 'OWNER' }, ['role']],
    [{ role: 'admin' }, ['role']],
    [{ role: null }, ['role']],
    [{}, ['role']],
    [{ role: 'ADMIN', name: 'x' }, ['name']],
  ]
  for (const [body, keys] of badRoles) {
    test(`the change ${JSON.stringify(body)} is refused`, async () => {
      const { id } = await makeMember('READ_ONLY')
      expectInvalid(await api.call('PATCH', `/v1/accounts/me/members/${id}`, { body }), 'payload', keys)
    })
  }

  test('members are found by type, status, role and part of a name', async () => {
    const { id } = await api.makeUser({ name: 'Zoë Zebra' })
    await api.join(api.accountId, id, 'READ_RUN')
    const list = async (query: string) => membersOf(await api.call('GET', `/v1/accounts/me/members?${query}`))
    assert.deepEqual(await list('search=ZO%C3%8B'), [id])
    assert.ok((await list('type=member')).includes(id))
    assert.ok((await list('status=ACTIVE&role=READ_RUN')).includes(id))
    assert.deepEqual(await list('type=invite'), [])
    assert.deepEqual(await list('status=PENDING'), [])
    assert.deepEqual(await list('search=zebra&role=ADMIN'), [])
    assert.deepEqual(await list('role=OWNER'), [api.ownerId])
    expectInvalid(await api.call('GET', '/v1/accounts/me/members?role=BOSS'), 'query', ['role'])
  })

  test('an ADMIN service key manages members', async () => {
    const key = await api.makeServiceKey(api.accountId, 'ADMIN')
    const { id } = await makeMember('READ_ONLY')
    assert.equal((await api.call('DELETE', `/v1/accounts/me/members/${id}`, { key })).status, 204)
  })
})
