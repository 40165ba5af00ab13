import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../../testing/api-under-test.ts'
import { setCheckStatus } from '../../../testing/check-status.ts'
import type { Answer } from '../../../testing/http-client.ts'
import { makeDashboard } from '../../../testing/make-dashboard.ts'
import { storeResult } from '../../../testing/store-result.ts'

forOneEngine('a dashboard on a wall', (engine) => {
  const api = apiUnderTest(engine)
  const setUp = (body: object = {}) => makeDashboard(api, { layout: 'TILES', paginationRate: 30, ...body })
  const namesOf = ({ text }: Answer) => [...text.matchAll(/<h2>([^<]+)/g)].map(([, name]) => name)

  test('shows what fails first and large, then what is degraded, then the rest', async () => {
    api.clock.set(Math.ceil(api.clock.now() / hourMs) * hourMs + hourMs / 2)
    const { account, add, show } = await setUp()
    const [passing, failing, degraded] = [
      await add('a passing'),
      await add('b failing'),
      await add('c <degraded>'),
    ]
    await add('d without results')
    await storeResult(api, failing, { startedAt: api.clock.now() - hourMs, verdict: 'passed' })
    await storeResult(api, failing, { startedAt: api.clock.now() - 60_000, verdict: 'failed' })
    await setCheckStatus(api, passing, 'passed', account)
    await setCheckStatus(api, degraded, 'degraded', account)
    await setCheckStatus(api, failing, 'failed', account)
    api.clock.advance(12 * 60_000)
    const page = await show()
    assert.deepEqual(namesOf(page), ['b failing', 'c &lt;degraded&gt;', 'a passing', 'd without results'])
    assert.match(page.text, /tile--failure[^]*b failing<\/h2><span class="tile__for">12 min</)
    assert.match(page.text, /50\.00 % of 2 runs passed in 24 h/)
    assert.match(page.text, /aria-label="Last 24 hours: 1 hour with failures, 22 hours without data"/)
    assert.match(page.text, /<b>1<\/b> failing[^]*<b>1<\/b> degraded[^]*<b>1<\/b> passing/)
    assert.doesNotMatch(String(page.headers['content-security-policy']), /unsafe|script-src/)
  })

  test('says why a check fails only where its owner wants that: reasons name addresses', async () => {
    const { account, add, show, put } = await setUp()
    const failing = await add('failing')
    const reason = 'No reply from <10.0.0.7>'
    await storeResult(api, failing, { startedAt: api.clock.now() - 60_000, verdict: 'failed', reason })
    await setCheckStatus(api, failing, 'failed', account)
    const plain = await show()
    assert.match(plain.text, /tile--failure/)
    assert.doesNotMatch(plain.text, /10\.0\.0\.7/)
    assert.equal((await put({ showReasons: true })).status, 200)
    assert.match(
      (await show()).text,
      /<p class="tile__reason" dir="auto">No reply from &lt;10\.0\.0\.7&gt;<\/p>/,
    )
    assert.equal((await put({ showReasons: true, layout: 'LIST' })).status, 200)
    assert.doesNotMatch((await show()).text, /10\.0\.0\.7/)
  })

  test('has 24 tiles on a page, and turns', async () => {
    const { add, show, put } = await setUp()
    for (let nth = 1; nth <= 25; nth += 1) await add(`node ${nth}`)
    const first = await show()
    assert.equal(namesOf(first).length, 24)
    assert.equal(first.headers['refresh'], '30;url=?page=2')
    assert.match(first.text, /Page 1 of 2/)
    assert.deepEqual(namesOf(await show('?page=2')), ['node 25'])
    await put({ paginate: false })
    const still = await show('?page=2')
    assert.deepEqual(namesOf(still), ['node 25'])
    assert.equal(still.headers['refresh'], '60;url=?page=2')
  })

  test('comes back to the first page when a check has begun to fail, once, and stays where a person has paused it', async () => {
    const { account, add, show } = await setUp()
    const ids: string[] = []
    for (let nth = 1; nth <= 25; nth += 1) ids.push(await add(`node ${nth}`))
    const [broken = ''] = ids.slice(-1)
    await setCheckStatus(api, broken, 'failed', account)
    api.clock.advance(20_000)
    const alarmed = await show('?page=2')
    assert.equal(namesOf(alarmed)[0], 'node 25')
    assert.match(alarmed.text, /wall--alarm/)
    assert.match(alarmed.text, /Page 1 of 2/)
    assert.match((await show('?page=2&auto=off')).text, /Page 2 of 2/)
    api.clock.advance(30_000)
    const later = await show('?page=2')
    assert.match(later.text, /Page 2 of 2/)
    assert.doesNotMatch(later.text, /<main class="wall wall--alarm/)
  })

  test('says across the top that it is old when no newer page has come, without a script', async () => {
    const { add, show } = await setUp({ refreshRate: 300 })
    await add('one')
    const live = await show()
    assert.match(live.text, /This screen shows old data\. Last update: <time/)
    assert.match(live.text, /animation: stale 0s linear 360s forwards/)
    assert.doesNotMatch(live.text, /<script/)
    const paused = await show('?auto=off')
    assert.doesNotMatch(paused.text, /This screen shows old data/)
  })
})
