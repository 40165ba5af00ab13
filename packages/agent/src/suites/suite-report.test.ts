import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ownHarness } from '../scripts/open-harness.ts'
import { readSuitePages } from './suite-pages.ts'
import { readSuiteReport } from './suite-report.ts'

const packages = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

test('lines that are none, or forged, are left out', async () => {
  const line = { type: 'test', id: 'a', project: 'p', file: 'f', title: 't', retry: 0, status: 'passed' }
  const whole = {
    ...line,
    outcome: 'expected',
    startedAt: 1,
    durationMs: 2,
    errors: [],
    steps: [],
    attachments: [],
  }
  const text = [
    'no JSON',
    '[]',
    JSON.stringify(line),
    JSON.stringify({ ...whole, outcome: 'wonderful' }),
    JSON.stringify(whole),
    JSON.stringify({ type: 'degraded', reason: 'slow' }),
    '{"type":"end","status":"passed"',
  ].join('\n')
  const { attempts, marks, status } = await readSuiteReport(Buffer.from(text))
  assert.deepEqual([attempts.length, marks, status], [1, ['slow'], null])
})

test('a report that a suite has filled with nonsense holds up nobody, and what is true in it is read', async () => {
  const mark = JSON.stringify({ type: 'degraded', reason: 'slow' })
  const empty = Array.from({ length: 200_001 }, () => '{}').join()
  const lines = [`{"type":"degraded","reason":"forged","more":[${empty}]}`, 'x'.repeat(5 * 2 ** 20), mark]
  const { marks } = await readSuiteReport(Buffer.from(lines.join('\n')))
  assert.deepEqual(marks, ['slow'])
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  const told = await readSuiteReport(Buffer.from(`${'["none"]\n'.repeat(1_000_000)}${mark}\n`))
  clearInterval(counting)
  assert.deepEqual(told.marks, [], 'what comes after so many lines is not read')
  assert.ok(turns > 0)
})

test('notes of pages that are none, or forged, are left out, and each entry keeps its page', async () => {
  const counts = { consoleErrors: 1, networkErrors: 0, documentErrors: 0 }
  const page = {
    url: 'https://shop.example/',
    title: 'Shop',
    at: 150,
    vitals: { INP: 40, Beauty: 7 },
    isSoft: true,
  }
  const message = { type: 'error', text: 'broken', location: null, at: 160, page: 0 }
  const notes = { pages: [page], messages: [message], requests: [], errors: [], counts }
  const lines = [notes, { ...notes, messages: [{ ...message, type: 'scream' }] }, [], notes]
  const text = [...lines.map((line) => JSON.stringify(line)), '{"pages":[', ''].join('\n')
  const observed = await readSuitePages(Buffer.from(text), (at) => at - 100)
  assert.deepEqual(observed.pages[1], {
    url: 'https://shop.example/',
    title: 'Shop',
    startMs: 50,
    vitals: { INP: 40 },
    isSoft: true,
  })
  assert.deepEqual(
    [observed.pages.length, observed.messages.map((own) => own.page), observed.counts],
    [2, [0, 1], { ...counts, consoleErrors: 2 }],
  )
  assert.equal((await readSuitePages(Buffer.alloc(0), (at) => at)).counts, null)
})

test('5.7, 5.8 and case 17: our reporter stands beside that of the project, retries and the global time limit are told', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-suite-report-'))
  t.after(() => rm(folder, { recursive: true }))
  await symlink(packages, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{}')
  await writeFile(
    join(folder, 'playwright.config.js'),
    `module.exports = { globalTimeout: 60_000, testDir: '.' }`,
  )
  await writeFile(
    join(folder, 'shop.spec.js'),
    `const { test, expect } = require('@playwright/test')
    test('passes', () => {})
    test('is flaky', async ({}, info) => {
      await info.attach('cart', { body: 'lamp', contentType: 'text/plain' })
      await test.step('pays', async () => test.step('by card', () => expect(info.retry, 'is the second').toBe(1)))
    })
    test.skip('is left out', () => {})
    test('tells its settings', ({}, info) => expect([info.config.workers, info.project.retries]).toEqual([4, 2]))`,
  )
  const report = join(folder, 'report.jsonl')
  const pages = join(folder, 'pages.jsonl')
  const settings = { headers: null, userAgent: null, hasRecorder: false, report, pages }
  const child = spawn(
    process.execPath,
    [join(packages, '@playwright/test/cli.js'), 'test', '--reporter=line'],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        PW_TEST_REPORTER: join(ownHarness, 'suites/reporter.cjs'),
        NODE_OPTIONS: `--import=${join(ownHarness, 'suites/preload.mjs')}`,
        SONDE_SUITE: JSON.stringify(settings),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const [code] = await once(child, 'close')
  assert.equal(code, 0, printed)
  const told = await readSuiteReport(await readFile(report))
  assert.match(printed, /1 flaky/, 'the reporter of the project')
  assert.deepEqual([told.status, told.globalTimeoutMs, told.errors], ['passed', 60_000, []])
  assert.match(told.playwrightVersion ?? '', /^1\.\d+/)
  assert.deepEqual(
    told.attempts.map(({ title, retry, outcome }) => `${title} ${retry} ${outcome}`).toSorted(),
    [
      'is flaky 0 unexpected',
      'is flaky 1 flaky',
      'is left out 0 skipped',
      'passes 0 expected',
      'tells its settings 0 expected',
    ],
  )
  const flaky = told.attempts.find(({ title, retry }) => title === 'is flaky' && retry === 0)
  const own = flaky?.steps.filter(({ kind }) => kind !== 'hook')
  assert.deepEqual(
    own?.map(({ kind, title, depth, error }) => [kind, title, depth, error?.split('\n', 1)[0] ?? null]),
    [
      ['step', 'pays', 0, 'Error: is the second'],
      ['step', 'by card', 1, 'Error: is the second'],
      ['expect', 'is the second', 2, 'Error: is the second'],
    ],
  )
  assert.match(flaky?.errors[0]?.location ?? '', /^shop\.spec\.js:\d+:\d+$/)
  assert.deepEqual(flaky?.attachments[0], { name: 'cart', contentType: 'text/plain', path: null })
  assert.ok(
    flaky?.attachments.some(({ name, path }) => name === 'trace' && path?.endsWith('/trace.zip') === true),
    JSON.stringify(flaky?.attachments),
  )
})
