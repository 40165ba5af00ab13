import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createAnswerCache } from './answer-cache.ts'
import { cacheBody } from './cached-bodies.ts'
import { shareRounds } from './shared-rounds.ts'

const entry = (text: string) => ({
  revision: '1',
  renderedAt: 0,
  freshUntil: 1,
  body: cacheBody({ contentType: 'text/html', policy: '', text }),
})

suite('kept answers', () => {
  test('any number of pages takes no more than its share of memory; those asked for last stay', () => {
    const cache = createAnswerCache({ mostBytes: 100_000 })
    for (let count = 0; count < 1_000; count += 1) {
      cache.put(`page ${count}`, entry('x'.repeat(2_000)))
      cache.get('page 0')
    }
    const { entries, bytes } = cache.size()
    assert.ok(bytes <= 100_000 && entries > 10, `${entries} entries, ${bytes} bytes`)
    assert.ok(cache.get('page 0'))
    assert.ok(cache.get('page 999'))
    assert.equal(cache.get('page 500'), null)
    cache.put('too much', entry('x'.repeat(90_000)))
    assert.equal(cache.get('too much'), null)
    assert.ok(cache.get('page 0'))
  })

  test('a large page is kept too: it is the one that costs most to render', () => {
    const cache = createAnswerCache({ mostBytes: 100_000 })
    cache.put('small', entry('x'.repeat(2_000)))
    cache.put('large', entry('x'.repeat(60_000)))
    assert.ok(cache.get('large'))
    assert.ok(cache.get('small'))
    assert.ok(cache.size().bytes <= 100_000)
  })
})

suite('shared questions', () => {
  test('who comes while one is asked waits for the next, and shares it', async () => {
    const asked: PromiseWithResolvers<number>[] = []
    const ask = shareRounds(() => {
      const question = Promise.withResolvers<number>()
      asked.push(question)
      return question.promise
    })
    const first = ask('a')
    const [second, third] = [ask('a'), ask('a')]
    assert.equal(asked.length, 1)
    asked[0]?.resolve(1)
    assert.equal(await first, 1)
    await Promise.resolve()
    assert.equal(asked.length, 2)
    asked[1]?.resolve(2)
    assert.deepEqual(await Promise.all([second, third]), [2, 2])
  })

  test('a question that fails fails for those who asked it, and is asked again for the next', async () => {
    let count = 0
    const ask = shareRounds(async () => {
      count += 1
      if (count === 1) throw new Error('away')
      return count
    })
    const first = assert.rejects(ask('a'), /away/)
    const second = ask('a')
    await first
    assert.equal(await second, 2)
  })
})
