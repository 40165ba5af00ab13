import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createSignInTries } from './sign-in-tries.ts'

const right = async () => true
const wrong = async () => false

suite('tries to sign in', () => {
  test('hundreds of wrong ones from everywhere slow a page down and shut nobody out', async () => {
    const clock = createTestClock()
    let waits = 0
    const tries = createSignInTries({
      clock,
      slowDown: async () => {
        waits += 1
      },
    })
    for (let n = 0; n < 500; n += 1) await tries.attempt({ visitor: `bot ${n}`, page: 'a' }, wrong)
    assert.equal(waits, 300)
    assert.deepEqual(await tries.attempt({ visitor: 'member', page: 'a' }, right), { isRight: true })
    assert.equal(waits, 301)
    await tries.attempt({ visitor: 'member', page: 'b' }, right)
    assert.equal(waits, 301, 'another page is as fast as ever')
    clock.advance(16 * minuteMs)
    await tries.attempt({ visitor: 'member', page: 'a' }, right)
    assert.equal(waits, 301, 'afterwards the page is, too')
  })

  test('of one visitor, those that could be too many wait for those before them', async () => {
    const tries = createSignInTries({ clock: createTestClock() })
    const judged = Array.from({ length: 12 }, () => Promise.withResolvers<boolean>())
    let begun = 0
    const answers = judged.map(({ promise }) =>
      tries.attempt({ visitor: 'office', page: 'a' }, () => {
        begun += 1
        return promise
      }),
    )
    await Promise.resolve()
    assert.equal(begun, 10)
    for (const { resolve } of judged) resolve(true)
    assert.deepEqual(
      await Promise.all(answers),
      answers.map(() => ({ isRight: true })),
    )
  })

  test('one that could not be judged counts as none', async () => {
    const tries = createSignInTries({ clock: createTestClock() })
    const away = () => Promise.reject(new Error('the database is away'))
    for (let n = 0; n < 15; n += 1) {
      await assert.rejects(tries.attempt({ visitor: 'v', page: 'a' }, away), /away/)
    }
    assert.deepEqual(await tries.attempt({ visitor: 'v', page: 'a' }, right), { isRight: true })
  })
})
