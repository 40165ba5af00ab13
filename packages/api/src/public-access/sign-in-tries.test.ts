import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createSignInTries } from './sign-in-tries.ts'
import { createTryGates } from './create-try-gates.ts'

const right = async () => true
const wrong = async () => false
const page = (name: string) => ({ kind: 'page', name }) as const
const triesBy = (deps: { clock: Clock; slowDown?: () => Promise<unknown> }) =>
  createSignInTries(createTryGates({ ...deps, keyOwners: null }))
const user = (name: string) => ({ kind: 'user', name }) as const

suite('tries to sign in', () => {
  test('hundreds of wrong ones from everywhere slow a page down and shut nobody out', async () => {
    const clock = createTestClock()
    let waits = 0
    const tries = triesBy({
      clock,
      slowDown: async () => {
        waits += 1
      },
    })
    for (let n = 0; n < 500; n += 1) await tries.attempt({ visitor: `bot ${n}`, target: page('a') }, wrong)
    assert.equal(waits, 300)
    assert.deepEqual(await tries.attempt({ visitor: 'member', target: page('a') }, right), { isRight: true })
    assert.equal(waits, 301)
    await tries.attempt({ visitor: 'member', target: page('b') }, right)
    assert.equal(waits, 301, 'another page is as fast as ever')
    clock.advance(16 * minuteMs)
    await tries.attempt({ visitor: 'member', target: page('a') }, right)
    assert.equal(waits, 301, 'afterwards the page is, too')
  })

  test('wrong ones of a visitor count together, wherever they were made', async () => {
    const tries = triesBy({ clock: createTestClock() })
    const targets = [user('a@example.net'), page('a'), page('b'), user('b@example.net'), page('c')]
    for (const target of [...targets, ...targets]) await tries.attempt({ visitor: 'v', target }, wrong)
    for (const target of [...targets, page('new')]) {
      const attempt = await tries.attempt({ visitor: 'v', target }, right)
      assert.ok('retryAfterSeconds' in attempt && attempt.retryAfterSeconds === 900)
    }
    assert.deepEqual(await tries.attempt({ visitor: 'w', target: page('a') }, right), { isRight: true })
  })

  test('whoever is at home waits for no guesses from elsewhere, and has ten wrong ones like everybody', async () => {
    const tries = triesBy({ clock: createTestClock(), slowDown: () => new Promise(() => undefined) })
    const target = user('a@example.net')
    for (let n = 0; n < 20; n += 1) await tries.attempt({ visitor: `bot ${n}`, target }, wrong)
    for (let n = 0; n < 100; n += 1) void tries.attempt({ visitor: `more ${n}`, target }, wrong)
    const atHome = { visitor: 'home', target, isAtHome: true }
    assert.deepEqual(await tries.attempt(atHome, right), { isRight: true })
    for (let n = 0; n < 10; n += 1) await tries.attempt(atHome, wrong)
    assert.ok('retryAfterSeconds' in (await tries.attempt(atHome, right)))
  })

  test('guesses at one user from everywhere are judged one at a time after the twentieth', async () => {
    const turns: (() => void)[] = []
    const slowDown = () => new Promise<void>((resolve) => turns.push(resolve))
    const tries = triesBy({ clock: createTestClock(), slowDown })
    const attemptAs = (visitor: string, email: string, isRight = wrong) =>
      tries.attempt({ visitor, target: user(email) }, isRight)
    // An address is the same in capitals.
    for (let n = 0; n < 20; n += 1)
      await attemptAs(`bot ${n}`, n % 2 === 0 ? 'a@example.net' : 'A@Example.net')
    let judged = 0
    const more = Array.from({ length: 110 }, (_, n) =>
      attemptAs(`more ${n}`, 'a@example.net', async () => {
        judged += 1
        return false
      }),
    )
    const turnedAway = await Promise.all(more.slice(100))
    assert.deepEqual(
      turnedAway,
      Array.from({ length: 10 }, () => ({ retryAfterSeconds: 1 })),
    )
    for (let n = 0; n < 100; n += 1) {
      assert.deepEqual([judged, turns.length], [n, 1])
      turns.pop()?.()
      await more[n]
      await setImmediate()
    }
    assert.deepEqual(await attemptAs('somebody', 'b@example.net', right), { isRight: true })
  })

  test('whoever was wrong less often is judged before those who guess, and gets in where too many wait', async () => {
    const turns: (() => void)[] = []
    const slowDown = () => new Promise<void>((resolve) => turns.push(resolve))
    const tries = triesBy({ clock: createTestClock(), slowDown })
    const target = user('a@example.net')
    for (let n = 0; n < 20; n += 1) await tries.attempt({ visitor: `bot ${n}`, target }, wrong)
    for (let n = 0; n < 100; n += 1) await tries.attempt({ visitor: `bot ${n}`, target: page('b') }, wrong)
    const judged: string[] = []
    const attemptAs = (visitor: string, isRight: boolean) =>
      tries.attempt({ visitor, target }, async () => {
        judged.push(visitor)
        return isRight
      })
    // The first has its turn, the others wait: those below 20 were wrong twice, the others once.
    const bots = Array.from({ length: 100 }, (_, n) => attemptAs(`bot ${n}`, false))
    await setImmediate()
    const own = attemptAs('ada', true)
    assert.deepEqual(await bots[19], { retryAfterSeconds: 1 }, 'the last of those that were wrong most often')
    turns.pop()?.()
    await bots[0]
    await setImmediate()
    turns.pop()?.()
    assert.deepEqual(await own, { isRight: true })
    await setImmediate()
    turns.pop()?.()
    assert.deepEqual(await bots[20], { isRight: false })
    assert.deepEqual(judged, ['bot 0', 'ada', 'bot 20'])
  })

  test('codes of a user are tried ten times from everywhere, also at once, and then by nobody for a while', async () => {
    const clock = createTestClock()
    const tries = triesBy({ clock })
    const code = (name: string) => ({ kind: 'code', name }) as const
    let judged = 0
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        tries.attempt({ visitor: `bot ${n}`, target: code('ada') }, async () => {
          judged += 1
          await setImmediate()
          return false
        }),
      ),
    )
    assert.equal(judged, 10)
    assert.equal(answers.filter((answer) => 'retryAfterSeconds' in answer).length, 40)
    const own = { visitor: 'ada', target: code('ada') }
    assert.deepEqual(await tries.attempt(own, right), { retryAfterSeconds: 900 })
    assert.deepEqual(await tries.attempt({ ...own, target: code('bob') }, right), { isRight: true })
    clock.advance(15 * minuteMs)
    assert.deepEqual(await tries.attempt(own, right), { isRight: true })
  })

  test('of one visitor, those that could be too many wait for those before them', async () => {
    const tries = triesBy({ clock: createTestClock() })
    const judged = Array.from({ length: 12 }, () => Promise.withResolvers<boolean>())
    let begun = 0
    const answers = judged.map(({ promise }) =>
      tries.attempt({ visitor: 'office', target: page('a') }, () => {
        begun += 1
        return promise
      }),
    )
    await setImmediate()
    assert.equal(begun, 10)
    for (const { resolve } of judged) resolve(true)
    assert.deepEqual(
      await Promise.all(answers),
      answers.map(() => ({ isRight: true })),
    )
  })

  test('one that could not be judged counts as none', async () => {
    const tries = triesBy({ clock: createTestClock() })
    const away = () => Promise.reject(new Error('the database is away'))
    for (let n = 0; n < 15; n += 1) {
      await assert.rejects(tries.attempt({ visitor: 'v', target: page('a') }, away), /away/)
    }
    assert.deepEqual(await tries.attempt({ visitor: 'v', target: page('a') }, right), { isRight: true })
  })
})
