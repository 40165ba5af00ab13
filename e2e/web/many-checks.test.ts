// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from '@playwright/test'
import { createRollupJob } from '@sonde/analytics/rollup-job.ts'
import { hashPassword } from '@sonde/actions/users/password.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { listMembers } from '@sonde/store/accounts/members.ts'
import { findNumberedChecks } from '@sonde/store/checks/numbered-checks.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { updateUser } from '@sonde/store/accounts/users.ts'
import { installChecks } from '../../bench/install-checks.ts'
import { storeHistory } from '../../bench/stored-history.ts'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/web/expect.ts'
import { keepPicture } from '../support/web/pictures.ts'
import { temporaryFolder } from '../support/server-process.ts'
import { startService } from '../support/service-under-test.ts'
import { browserForTests, expectAccessible, owner, signIn, watchPage } from '../support/web/web-visitor.ts'

const browser = browserForTests()
const checkCount = rounds(10_000)
const counted = (count: number) => count.toLocaleString('en')
const pageSize = 50
const largestAnswerBytes = 500_000
const listPath = '/v1/check-overview'
const screens = `/accounts/${someCredentials.accountId}`

test(`a list of ${counted(checkCount)} checks is read page by page: ends, search, order and selection, and nothing large is sent`, async (t) => {
  const { dataDir, email } = await installMany(t)
  const service = await startService(t, { place: { dataDir, databaseUrl: null } })
  const page = await browser.open()
  watchPage(t, page, service.address)
  const answers = watchAnswers(page)
  await signIn(page, service.address, { ...owner, email })
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) })
  const pager = page.getByRole('navigation', { name: 'Pages' })

  const visit = async (query: string, shown: string) => {
    answers.forget()
    await page.goto(`${service.address}${screens}/checks${query}`)
    await expect(pager).toContainText(shown)
    await expect(rows).toHaveCount(pageSize)
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
    return answers.askedOfApi()
  }
  await expect(rows).toHaveCount(pageSize)
  const assertFew = (asked: readonly string[], query: string) => {
    // What stands beside the list is asked for when it is due; nothing is asked for each row.
    assert.ok(asked.includes(listPath) && asked.length < pageSize / 2, `${query}: ${asked.join(' ')}`)
  }
  assertFew(await visit('', `1–50 of ${counted(checkCount)}`), 'the first page')
  await expectAccessible(page, 'the first page')
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  assert.ok(Math.max(...heights) <= 30, `one line for each check, not ${Math.max(...heights)} px`)
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await keepPicture(page, `checks ${width}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${width}`)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const [query, shown] of [
    [
      `?page=${checkCount / pageSize}`,
      `${counted(checkCount - pageSize + 1)}–${counted(checkCount)} of ${counted(checkCount)}`,
    ],
    ['?search=Gateway', `1–50 of ${counted(checkCount / 4)}`],
    ['?sort=p95&order=desc', `1–50 of ${counted(checkCount)}`],
  ] as const) {
    assertFew(await visit(query, shown), query)
  }
  await expectAccessible(page, 'the slowest first')

  answers.forget()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(pageSize)
  await page.getByText('50 checks selected').waitFor()
  assert.ok(!answers.askedOfApi().includes(listPath), 'the list is not read again')
  await expectAccessible(page, 'a page of chosen checks')
  assert.deepEqual(await answers.tooLarge(), [])
})

/** Remembers what the page was sent, and what it asked of the API, without what is in the address of a request. */
function watchAnswers(page: Page) {
  const sizes: Promise<{ path: string; bytes: number }>[] = []
  let asked: string[] = []
  page.on('requestfinished', (request) => {
    const { pathname: path } = new URL(request.url())
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ path, bytes: responseBodySize })))
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // What goes on without an end is no answer; who is signed in is asked by every screen.
    if (pathname.startsWith('/v1/') && !pathname.endsWith('/events')) asked.push(pathname)
  })
  return {
    forget: () => void (asked = []),
    askedOfApi: () => asked.toSorted(),
    tooLarge: async () => (await Promise.all(sizes)).filter(({ bytes }) => bytes > largestAnswerBytes),
  }
}

/** Checks and three hours of what they found, straight in the database, and an owner with a password. */
async function installMany(context: TestContext) {
  const place = { dataDir: temporaryFolder(context), databaseUrl: null, ...someCredentials }
  const bodies = Array.from({ length: checkCount }, (_, index) => ({
    name: `${['Shop', 'Gateway', 'Search', 'Mail'][index % 4]} ${index}`,
    tags: [`team-${index % 20}`],
    request: { hostname: '127.0.0.1' },
    locations: ['eu-west-1'],
    frequency: 60,
    // Results that come meanwhile would be read by the page, whenever they come.
    activated: false,
  }))
  const ids = await installChecks(place, bodies)
  const store = await openStore({ ...place, encryptionKey: null, clock: systemClock })
  try {
    const numbered = await findNumberedChecks(store.read, { accountId: place.accountId, checkIds: ids })
    const checks = ids.map((checkId) => ({
      checkId,
      checkNo: numbered.get(checkId)?.checkNo ?? 0,
      checkType: 'ICMP' as const,
      periodMinutes: 60,
      locations: ['eu-west-1'],
    }))
    const to = systemClock.now()
    await storeHistory(store, place, checks, { from: to - 3 * hourMs, to, onProgress: () => {} })
    await createRollupJob({ store, clock: systemClock, log: silentLogger, rawRetentionDays: 30 }).runOnce()
    const [first] = await listMembers(store.read, { accountId: place.accountId })
    assert.ok(first)
    const passwordHash = await hashPassword(owner.password)
    await store.write((db) => updateUser(db, { id: first.userId, passwordHash, updatedAt: to }))
    return { dataDir: place.dataDir, email: first.email }
  } finally {
    await store.close()
  }
}
