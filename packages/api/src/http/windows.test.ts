import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createKeyOwners } from '@sonde/runs/cluster/key-owners.ts'
import { createLocalBus } from '@sonde/runs/testing/local-bus.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createTryGates } from '../public-access/create-try-gates.ts'
import { createSignInTries } from '../public-access/sign-in-tries.ts'
import { createWindows } from './windows.ts'

/** `kill`: it answers nobody, and the others have not noticed yet; `notice`: they have. */
function serversThatCount(count: number) {
  const bus = createLocalBus()
  const clock = createTestClock()
  const ids = Array.from({ length: count }, (_, index) => `server ${index}`)
  const gone = new Set<string>()
  let living = ids
  const servers = ids.map((serverId) => {
    const keyOwners = createKeyOwners({
      bus: {
        ...bus,
        ask: async (subject, payload, waitMs) =>
          typeof subject === 'object' && 'limit' in subject && gone.has(subject.limit)
            ? null
            : await bus.ask(subject, payload, waitMs),
      },
      serverId,
      living: () => living.map((id) => ({ id, roles: ['api'], hasNats: true })),
      isCutOff: () => false,
    })
    return {
      serverId,
      keyOwners,
      windows: createWindows({ clock, keyOwners }),
      tries: createSignInTries(createTryGates({ clock: clock.steady, keyOwners, slowDown: setImmediate })),
    }
  })
  return {
    clock,
    servers,
    kill: (serverId: string) => void gone.add(serverId),
    notice: () => void (living = ids.filter((id) => !gone.has(id))),
  }
}

const rule = { name: 'general', max: 600, windowMs: 60_000 }

suite('several servers count together', () => {
  test('what spares a server is counted by each for itself, and nobody is asked', async () => {
    const { servers } = serversThatCount(3)
    const own = { name: 'agents', max: 2, windowMs: 10_000, isPerServer: true }
    for (const { windows } of servers) {
      const allowed = [1, 2, 3]
        .map(() => windows.hit(own, 'key 1'))
        .map((hit) => 'allowed' in hit && hit.allowed)
      assert.deepEqual(allowed, [true, true, false])
    }
    assert.deepEqual(
      servers.map(({ keyOwners }) => keyOwners.figures().owner),
      [0, 0, 0],
    )
  })

  test('a limit that somebody makes up is not the one of this server, nor is one that is none', async () => {
    const bus = createLocalBus()
    const keyOwners = createKeyOwners({
      bus,
      serverId: 'a',
      living: () => [],
      isCutOff: () => false,
    })
    const windows = createWindows({ clock: createTestClock(), keyOwners })
    const ask = async (told: object) =>
      await bus.ask({ limit: 'a' }, { about: 'window', ...rule, key: 'key', ...told }, 100)
    for (const max of [0, -1, 0.5, 2 ** 60, '600', null]) assert.equal(await ask({ max }), null)
    for (const windowMs of [0, -1, 0.5, 2 ** 60, '600', null]) assert.equal(await ask({ windowMs }), null)
    assert.deepEqual(await ask({ max: 1 }), { allowed: true, remaining: 0, freesInMs: 60_000 })
    // From here on it knows better.
    const { remaining } = await windows.hit(rule, 'key')
    assert.equal(remaining, 599)
    assert.deepEqual(await ask({ max: 1 }), { allowed: true, remaining: 598, freesInMs: 60_000 })
    // What was counted for others by the same limit is not forgotten.
    const other = { ...rule, name: 'other' }
    await ask(other)
    assert.equal((await windows.hit(other, 'key')).remaining, 598)
  })

  test('a question for a place among tries that comes twice takes one', async () => {
    const bus = createLocalBus()
    const owners = { serverId: 'a', living: () => [], isCutOff: () => false }
    const keyOwners = createKeyOwners({ bus, ...owners })
    createTryGates({ clock: createTestClock().steady, keyOwners, slowDown: setImmediate })
    const visitor = { about: 'try', kind: 'visitor', name: '192.0.2.1' }
    const ask = async (question: object) => await bus.ask({ limit: 'a' }, { ...visitor, ...question }, 100)
    const entered = { state: 'entered', wrongBefore: 0 }
    for (const id of Array.from({ length: 30 }, () => 'twice'))
      assert.deepEqual(await ask({ step: 'enter', id }), entered)
    assert.deepEqual(await ask({ step: 'leave', id: 'twice', outcome: 'right' }), { state: 'left' })
    assert.deepEqual(await ask({ step: 'enter', id: 'next' }), entered)
  })

  test('case 56: of 601 requests at three servers one is refused; without the owner at most twice as many pass, then it is exact again', async () => {
    const { clock, servers, kill, notice } = serversThatCount(3)
    const living = () => servers.filter(({ serverId }) => serverId !== dead)
    let dead = ''
    let sent = 0
    const allowedOf = async (count: number) => {
      let allowed = 0
      for (let n = 0; n < count; n += 1) {
        clock.advance(1)
        sent += 1
        const server = living()[sent % living().length]
        if ((await server?.windows.hit(rule, 'key 1'))?.allowed === true) allowed += 1
      }
      return allowed
    }
    assert.equal(await allowedOf(601), 600)
    const asked = servers.map(({ keyOwners }) => keyOwners.figures().owner)
    const owner = servers[asked.indexOf(0)]
    assert.ok(owner, 'one of them counts, and asks nobody')
    assert.equal(asked.filter((count) => count >= 200).length, 2)

    clock.advance(60_000)
    assert.equal(await allowedOf(500), 500)
    dead = owner.serverId
    kill(dead)
    // Each for itself until it is known that the owner has gone, from then on together.
    const alone = await allowedOf(100)
    notice()
    const after = await allowedOf(1_000)
    assert.ok(500 + alone + after <= 1_200, `${500 + alone + after} passed in a minute`)
    assert.ok(living().some(({ keyOwners }) => keyOwners.figures().local > 0))
    clock.advance(60_000)
    assert.equal(await allowedOf(601), 600)
  })

  test('what one server allows says when the next is, by the clock of whoever has asked', async () => {
    const { clock, servers } = serversThatCount(2)
    const one = { name: 'one', max: 1, windowMs: 10_000 }
    for (const { windows } of servers) await windows.hit(one, 'k')
    for (const { windows } of servers) {
      assert.deepEqual(await windows.hit(one, 'k'), {
        allowed: false,
        remaining: 0,
        freesAt: clock.now() + 10_000,
      })
    }
  })

  test('case 57: the eleventh wrong password waits, at whichever of three servers', async () => {
    const { clock, servers } = serversThatCount(3)
    const target = { kind: 'user', name: 'ada@example.net' } as const
    const attempt = (n: number, isRight = async () => false) =>
      servers[n % 3]?.tries.attempt({ visitor: 'address 192.0.2.1', target }, isRight)
    for (let n = 0; n < 10; n += 1) assert.deepEqual(await attempt(n), { isRight: false })
    for (let n = 0; n < 3; n += 1) {
      assert.deepEqual(await attempt(n, async () => true), { retryAfterSeconds: 900 })
    }
    clock.advance(15 * 60_000)
    assert.deepEqual(await attempt(0, async () => true), { isRight: true })
  })

  test('case 57: twenty wrong ones at once are judged ten times, and codes of a user one at a time everywhere', async () => {
    const { servers } = serversThatCount(3)
    let judged = 0
    let most = 0
    let now = 0
    const judge = async () => {
      judged += 1
      now += 1
      most = Math.max(most, now)
      await setImmediate()
      now -= 1
      return false
    }
    const guess = (n: number, visitor: string, target: { kind: 'page' | 'code'; name: string }) =>
      servers[n % 3]?.tries.attempt({ visitor, target }, judge)
    const page = { kind: 'page', name: 'a' } as const
    await Promise.all(Array.from({ length: 20 }, (_, n) => guess(n, 'address 192.0.2.1', page)))
    assert.equal(judged, 10)
    judged = 0
    most = 0
    const code = { kind: 'code', name: 'ada' } as const
    await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n, `address ${n}`, code)))
    assert.deepEqual({ judged, most }, { judged: 10, most: 1 })
  })

  test('the place of a try whose server has died is free after 30 s; one that took longer counts all the same', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const [asker, owner] = serversThatCount(2).servers
    const entered = (wrongBefore: number) => ({ state: 'entered', wrongBefore })
    const at = { about: 'try', kind: 'visitor', name: 'address 192.0.2.1' }
    const ask = (step: string, id: number, outcome?: string) =>
      asker?.keyOwners.ask(owner?.serverId ?? '', { ...at, step, id: String(id), outcome })
    for (let id = 0; id < 10; id += 1) assert.deepEqual(await ask('enter', id), entered(0))
    assert.deepEqual(await ask('enter', 10), { state: 'waiting' })
    t.mock.timers.tick(30_000)
    await setImmediate()
    assert.deepEqual(await ask('enter', 11), entered(0))
    await ask('leave', 0, 'wrong')
    assert.deepEqual(await ask('enter', 13), entered(1), 'who was wrong before is told')
    for (let id = 1; id < 10; id += 1) await ask('leave', id, 'wrong')
    assert.deepEqual(await ask('enter', 12), { state: 'refused', retryAfterSeconds: 900 })
  })
})
