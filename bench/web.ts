import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRollupJob } from '@sonde/analytics/rollup-job.ts'
import { hashPassword } from '@sonde/actions/users/password.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { listMembers } from '@sonde/store/accounts/members.ts'
import { findNumberedChecks } from '@sonde/store/checks/numbered-checks.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { updateUser } from '@sonde/store/accounts/users.ts'
import { chromium, type Browser, type Page } from '@playwright/test'
import { freePort } from '../e2e/support/free-port.ts'
import { makeBrowserProgram } from '../packages/sandbox/harness/suites/browser-program.mjs'
import { startChildServer } from './child-server.ts'
import { countStatements } from './count-statements.ts'
import { openApi } from './in-process-api.ts'
import { installChecks } from './install-checks.ts'
import type { Report, Row } from './report.ts'
import { spreadOf } from './spread.ts'
import { storeHistory } from './stored-history.ts'

const checkCount = 10_000
const rounds = 7
const password = 'correct horse battery'
const serverScript = join(import.meta.dirname, '../packages/server/src/main.ts')

/** A person signs in and looks at 10,000 checks with a day of results: in Chromium, beside the server, on one machine. */
export async function benchWeb(): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  const place = {
    dataDir,
    databaseUrl: null,
    accountId: randomUUID(),
    key: `cu_${randomBytes(32).toString('hex')}`,
  }
  try {
    const email = await fill(place)
    const { rows, asked } = await visit(place, email)
    const queries = await countQueries(place, asked)
    return {
      name: 'web',
      machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${checkCount} checks`,
      rows: [...rows, ...queries],
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Installation = { dataDir: string; databaseUrl: null; accountId: string; key: string }

/** The checks, what they found in the last day, and somebody who can sign in. */
async function fill(place: Installation): Promise<string> {
  const bodies = Array.from({ length: checkCount }, (_, index) => ({
    name: `${['Shop', 'Gateway', 'Search', 'Mail'][index % 4]} ${index}`,
    tags: [`team-${index % 20}`, index % 3 === 0 ? 'production' : 'staging'],
    request: { hostname: '127.0.0.1' },
    locations: ['eu-west-1'],
    frequency: 10,
  }))
  const ids = await installChecks(place, bodies)
  const store = await openStore({ ...place, encryptionKey: null, clock: systemClock })
  try {
    const numbered = await findNumberedChecks(store.read, { accountId: place.accountId, checkIds: ids })
    const checks = ids.map((checkId) => ({
      checkId,
      checkNo: numbered.get(checkId)?.checkNo ?? 0,
      checkType: 'ICMP' as const,
      periodMinutes: 10,
      locations: ['eu-west-1'],
    }))
    const to = systemClock.now()
    const onProgress = (count: number) => void process.stdout.write(`  ${count} results\n`)
    await storeHistory(store, place, checks, { from: to - 25 * hourMs, to, onProgress })
    process.stdout.write('  rolling up\n')
    await createRollupJob({ store, clock: systemClock, log: silentLogger, rawRetentionDays: 30 }).runOnce()
    const [owner] = await listMembers(store.read, { accountId: place.accountId })
    if (owner === undefined) throw new Error('the account has no owner')
    const passwordHash = await hashPassword(password)
    await store.write((db) => updateUser(db, { id: owner.userId, passwordHash, updatedAt: to }))
    return owner.email
  } finally {
    await store.close()
  }
}

async function visit(place: Installation, email: string): Promise<{ rows: Row[]; asked: string[] }> {
  const server = await startChildServer(
    serverScript,
    {
      PORT: String(await freePort()),
      SONDE_DATA_DIR: place.dataDir,
      SONDE_EMBEDDED_AGENT: 'off',
      LOG_LEVEL: 'warn',
    },
    '/health',
  )
  const program = join(place.dataDir, 'chromium')
  // Without its address bar, which nobody sees here: for its suggestions it would load two pages of its own beside ours.
  makeBrowserProgram({ path: program, browser: '/usr/bin/chromium' })
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  try {
    const first = await signInOnce(browser, server.address, email)
    const later: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { usableMs } = await signInOnce(browser, server.address, email)
      later.push(usableMs)
    }
    const steps = await measureSteps(browser, server.address, email)
    const kilobytes = first.bytes / 1024
    return {
      asked: first.asked,
      rows: [
        { what: 'sign in to usable list, first visit', value: first.usableMs, unit: 'ms', goal: '< 1000' },
        { what: 'the same, empty cache, p50', value: spreadOf(later).p50, unit: 'ms', goal: '< 1000' },
        ...steps,
        { what: 'page weight, all that was sent', value: kilobytes, unit: 'kB', goal: '< 300' },
        { what: 'requests', value: first.requests, unit: '', goal: '' },
        { what: 'requests of the API', value: first.asked.length, unit: '', goal: '' },
        { what: 'Uptime Kuma, 1,000 monitors (quoted): login', value: 8400, unit: 'ms', goal: '' },
        { what: 'Uptime Kuma, 1,000 monitors (quoted): sent', value: 10.9 * 1024, unit: 'kB', goal: '' },
        { what: 'Uptime Kuma, 1,000 monitors (quoted): queries', value: 7000, unit: '', goal: '' },
      ],
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

const firstRow = 'main table tbody tr a'

async function openSignIn(browser: Browser, address: string, email: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const seen = { bytes: 0, requests: 0, asked: [] as string[] }
  network.on('Network.loadingFinished', ({ encodedDataLength }) => (seen.bytes += encodedDataLength))
  network.on('Network.requestWillBeSent', ({ request }) => {
    seen.requests += 1
    const { pathname, search } = new URL(request.url)
    if (pathname.startsWith('/v1/') && request.method === 'GET') seen.asked.push(pathname + search)
  })
  await page.goto(`${address}/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  return { context, page, seen }
}

/** From the click on the button to the first row of checks, with nothing kept from earlier visits. */
async function signInOnce(browser: Browser, address: string, email: string) {
  const { context, page, seen } = await openSignIn(browser, address, email)
  const usableMs = await timed(async () => {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator(firstRow).first().waitFor()
  })
  await page.waitForLoadState('load')
  await context.close()
  return { usableMs, ...seen }
}

/** What a person does next, each from the act to the rows that it brings. */
async function measureSteps(browser: Browser, address: string, email: string): Promise<Row[]> {
  const { context, page } = await openSignIn(browser, address, email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator(firstRow).first().waitFor()
  const base = page.url().split('?', 1)[0] ?? ''
  const rows: Row[] = []
  for (const [what, query] of [
    ['reload, warm cache', ''],
    ['page 150', '?page=150'],
    ['sorted by p95', '?sort=p95&order=desc'],
    ['search', '?search=Gateway'],
    ['one tag', '?tag=team-7'],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1)
      times.push(await timed(() => openList(page, base + query)))
    rows.push({ what: `${what}, p50`, value: spreadOf(times).p50, unit: 'ms', goal: '< 1000' })
  }
  await context.close()
  return rows
}

async function openList(page: Page, url: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(url)
  await page.locator(firstRow).first().waitFor()
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

/** The same questions as the browser asked, in this process, where statements can be counted. */
async function countQueries(place: Installation, asked: readonly string[]): Promise<Row[]> {
  const statements = countStatements()
  const store = await openStore({ ...place, encryptionKey: null, clock: systemClock })
  const api = await openApi({ store, clock: systemClock, ...place, rawRetentionDays: 30 })
  try {
    // A stream of events would never end here.
    const paths = asked.filter((path) => !/^\/v1\/session|\/events(?:\?|$)/.test(path))
    const before = statements.count()
    for (const path of paths) await api.call('GET', path)
    const value = statements.count() - before
    return [{ what: 'queries of the list, with those of the caller', value, unit: '', goal: '' }]
  } finally {
    await api.close()
    await store.close()
  }
}
