// Own process: sandboxes change how it inherits files and orphans.
// In turns: real browsers in sandboxes.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { createProcessLevel } from '@sonde/sandbox/process-level.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { type TestNode, TestRunDetail } from '@sonde/schema/check-types/playwright/test-run-result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { startConnectProxy } from '../../testing/connect-proxy.ts'
import { installRealRuntime, testRunsAt, type TestRunsUnderTest } from '../../testing/test-runs.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-test-run-folders-'))
const userIds = { first: 32_000_000 + process.pid * 20, last: 32_000_019 + process.pid * 20 }
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
const offer = offers.find(({ level }) => level !== null)
const level = offer?.level ?? createProcessLevel({ folders, log: silentLogger })
const { runtimes, missing } = await installRealRuntime()
const validateDetail = createValidator().compile(TestRunDetail, { complete: true })
after(async () => {
  await release()
  rmSync(folders, { recursive: true, force: true })
})

type Run = Awaited<ReturnType<TestRunsUnderTest['run']>>

function texts({ detail }: Run): string[] {
  return (detail?.jobLog ?? []).map(({ msg }) => msg)
}

/** `  step home`, as deep as it lies. */
function outline({ detail }: Run): string[] {
  return (detail?.steps ?? []).map(({ depth, kind, title }) => `${'  '.repeat(depth)}${kind} ${title}`)
}

function requestIn({ detail }: Run): TestNode {
  const node = detail?.steps?.find(({ kind }) => kind === 'request')
  assert.ok(node !== undefined, 'a request was recorded')
  return node
}

function failedWith(run: Run, pattern: RegExp): void {
  assert.deepEqual([run.verdict.kind, run.notRunCause, run.verdict.isNetworkError], ['failed', null, false])
  assert.match(run.verdict.reason ?? '', pattern)
  assert.deepEqual(validateDetail(JSON.parse(JSON.stringify(run.detail))), [])
}

/** Not written out below: it is no room of ours. */
const helpers = '@sonde/playwright-helpers'

const head = `import { test, expect } from '@playwright/test'
const target = process.env.TARGET`

suite(`runs of tests, level ${level.name}`, { skip: missing ?? offer === undefined }, () => {
  let runs: TestRunsUnderTest
  before(async () => {
    runs = await testRunsAt(level, runtimes)
  })
  after(() => runs.close())

  test('steps, requests and assertions with their times, in a script with types and files beside it', async () => {
    const run = await runs.run({
      script: `${head} as string
        import { markCheckAsDegraded, getAPIResponseTime } from '${helpers}'
        import { path } from './snippets/paths.js'
        test('orders', async ({ request }) => {
          const id: number = await test.step('sign in', async () => {
            const response = await request.post(target + path, { data: { user: 'a' }, params: { q: 'a b' } })
            expect(response.status(), 'signs in').toBe(200)
            console.log(getAPIResponseTime(response) > 0, getAPIResponseTime({}), typeof markCheckAsDegraded)
            return (await response.json()).a
          })
          expect(id).toBe(1)
        })`,
      beside: { 'snippets/paths.js': `export const path: string = '/login'`.replace(': string', '') },
    })
    assert.deepEqual([run.verdict.kind, run.verdict.reason], ['passed', null])
    assert.ok((run.verdict.responseTime ?? 0) > 0)
    const url = `${runs.url}/login?q=a+b`
    assert.deepEqual(outline(run), [
      'test orders',
      '  step sign in',
      `    request POST ${url}`,
      '    expect signs in',
      '  expect Expect "toBe"',
    ])
    assert.ok(run.detail?.steps?.every(({ durationMs }) => durationMs !== null && durationMs >= 0))
    const { request, response } = requestIn(run)
    assert.deepEqual([request?.method, request?.url, request?.body], ['POST', url, '{"user":"a"}'])
    assert.deepEqual([response?.status, response?.body], [200, '{"a":1}'])
    assert.equal(response?.headers['set-cookie'], '*********')
    assert.match(runs.received.at(-1)?.headers['user-agent'] ?? '', /^Sonde\/\d/)
    const [first, ...rest] = texts(run)
    assert.match(first ?? '', /^Runtime 2026\.04: Node 24\.\d+\.\d+, Playwright 1\.58\.2$/)
    assert.deepEqual(rest, ['true null function'])
    assert.ok(runs.live.every(({ part }) => part === 'test'))
    assert.deepEqual(validateDetail(JSON.parse(JSON.stringify(run.detail))), [])
  })

  test('cases 3, 54, 55: no variable of the agent, secrets in no form, settings that are honoured and not', async () => {
    process.env['AGENT_KEY_OF_TEST'] = 'pl_0123456789'
    const secret = 'p@ss w%rd+'
    const run = await runs.run({
      script: `${head}
        import fs from 'node:fs'
        const environ = () => { try { return fs.readFileSync('/proc/self/environ', 'latin1') } catch { return '' } }
        test('secrets', async ({ request }) => {
          process.env['SERVICE_SEC' + 'RET_X'] = 'abc123def'
          console.log(JSON.stringify(process.env))
          const { PASS } = process.env
          console.log(PASS, encodeURIComponent(PASS), Buffer.from(PASS).toString('base64'), Buffer.from('x' + PASS + 'y').toString('base64'), Buffer.from(PASS).toString('hex'))
          process.stdout.write('abc1'); process.stdout.write('23def\\n')
          console.log(fs.existsSync('/proc/self/environ') && environ().includes('AGENT_KEY'))
          const response = await request.get('/?q=' + encodeURIComponent(PASS), { headers: { authorization: 'Basic eA==', 'x-own': PASS } })
          expect(response.url(), PASS).toBe('never')
        })`,
      variables: { PASS: secret, SERVICE_TRACEPARENT: '00-1-2-01', SERVICE_TRACESTATE: 'sonde=1' },
      secretVariables: ['PASS'],
      playwrightConfig: { retries: 3, use: { baseURL: runs.url, headless: false } },
    })
    delete process.env['AGENT_KEY_OF_TEST']
    failedWith(run, /^secrets: \*{9} \(expected "never", received "/)
    const sent = runs.received.at(-1)
    assert.deepEqual([sent?.headers['traceparent'], sent?.headers['tracestate']], ['00-1-2-01', 'sonde=1'])
    assert.equal(requestIn(run).request?.headers['authorization'], '*********')
    const everything = `${JSON.stringify(run)}${JSON.stringify(runs.live)}`
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').slice(0, 12),
      Buffer.from(secret).toString('hex'),
      'abc123def',
      'pl_0123456789',
      'AGENT_KEY_OF_TEST',
      'SONDE_TEST_WORKER',
    ])
      assert.ok(!everything.includes(form), form)
    for (const name of ['retries', 'use.headless'])
      assert.ok(texts(run).includes(`The setting ${name} of playwrightConfig is ignored`), name)
    assert.ok(texts(run).includes('false'), 'the environment of the process')
    const [error] = run.detail?.errors ?? []
    assert.equal(error?.location, 'script.js:13:40')
    assert.match(error?.snippet ?? '', /^> 13 \|/m)
  })

  test('case 4: a soft failure with a mark is degraded, and a reason of 100 bytes is refused', async (t) => {
    const proxy = await startConnectProxy(t, 'proxy-user:proxy-word')
    const run = await runs.run({
      script: `${head}
        import { markCheckAsDegraded } from '@checkly/playwright-helpers'
        test('slow', async ({ request }) => {
          expect(() => markCheckAsDegraded('ä'.repeat(50))).toThrow(RangeError)
          markCheckAsDegraded('ä'.repeat(49) + '!')
          await test.step('soft', () => expect.soft(1).toBe(2))
          const response = await request.get(target.replace('//', '//ann:open-sesame@'))
          expect(response.status()).toBe(200)
        })`,
      proxyUrl: `http://proxy-user:proxy-word@127.0.0.1:${proxy.port}`,
    })
    assert.deepEqual([run.verdict.kind, run.verdict.reason], ['degraded', `${'ä'.repeat(49)}!`])
    assert.deepEqual(
      proxy.seen.map(({ isAllowed }) => isAllowed).filter((isAllowed) => !isAllowed),
      [],
    )
    assert.ok(proxy.seen.length > 0, 'requests go through the proxy of the location')
    assert.ok(!JSON.stringify(run.detail?.steps).includes('open-sesame'))
    assert.deepEqual(
      run.detail?.errors.map(({ test: title, message }) => [title, message.split('\n')[0]]),
      [
        [null, `${'ä'.repeat(49)}!`],
        ['slow', 'Error: expect(received).toBe(expected) // Object.is equality'],
      ],
    )
    assert.ok(texts(run).includes(`Degraded: ${'ä'.repeat(49)}!`))
  })

  test('case 4: soft failures alone, or a hard one beside a mark, have failed', async () => {
    const soft = `expect.soft(1).toBe(2); expect.soft(1, 'second').toBe(3)`
    const first = 'Error: expect(received).toBe(expected) // Object.is equality'
    const hard = `markCheckAsDegraded(); expect.soft(1, 'first').toBe(2); throw new Error('no')`
    const cases = [
      [
        soft,
        /^fails: expect\(received\)\.toBe\(expected\) \(expected 2, received 1\)$/,
        [first, 'Error: second'],
      ],
      [hard, /^fails: first \(expected 2, received 1\)$/, ['Error: first', 'Error: no']],
    ] as const
    for (const [code, reason, errors] of some('expectations that are not met', cases)) {
      const run = await runs.run({
        script: `${head}\nimport { markCheckAsDegraded } from '${helpers}'\ntest('fails', () => { ${code} })`,
      })
      failedWith(run, reason)
      assert.deepEqual(
        run.detail?.errors.map(({ test: title, message }) => [title, message.split('\n')[0]]),
        errors.map((message) => ['fails', message]),
      )
    }
  })

  test('case 6: page fails with a text that points to browser checks, and starts none', async () => {
    const run = await runs.run({
      script: `${head}\ntest('home', async ({ page }) => { await page.goto(target) })`,
    })
    failedWith(run, /^home: A multistep check has no browser/)
    assert.equal(run.detail?.errors[0]?.snippet, null)
  })

  test('case 8: what a script says of itself is no verdict', async () => {
    const passing = JSON.stringify({ type: 'end', status: 'passed', token: 'guessed' })
    const cases = [
      { script: `process.exit(0)`, reason: /^The tests ended without a result \(exit code 0\)$/ },
      {
        script: `require('fs').writeSync(3, ${JSON.stringify(`${passing}\n`)}); process.exit(0)`,
        reason: /^the script wrote what is no message$/,
      },
      {
        script: `${head}
          import fs from 'node:fs'
          test('exits', () => {
            fs.writeFileSync('report.json', '{"stats":{"expected":1}}')
            process.exit(0)
          })`,
        reason: /^exits: .*worker process exited unexpectedly/,
      },
      {
        script: `${head}\nprocess.on('exit', () => process.reallyExit(3)); test('passes', () => {})`,
        // The runner ends past it: its own code counts.
        reason: null,
      },
    ]
    for (const { script, reason } of some('what a script says of itself', cases)) {
      const run = await runs.run({ script })
      if (reason === null) assert.equal(run.verdict.kind, 'passed')
      else failedWith(run, reason)
    }
  })

  test('cases 2: modules beyond the list, files that do not load and files without a test have failed', async () => {
    const cases = [
      [`require('child_process')`, /^Cannot find module 'child_process'/],
      [`${head}\nthrow new Error('not today')`, /^not today$/],
      [head, /^No tests found/],
    ] as const
    for (const [script, reason] of some('files without a test', cases))
      failedWith(await runs.run({ script }), reason)
  })

  test('case 24: 12 MiB of output are cut, and the run has its verdict', async () => {
    const run = await runs.run({
      script: `${head}\ntest('loud', () => { for (let i = 0; i < 12; i += 1) console.log('y'.repeat(2 ** 20)) })`,
    })
    assert.equal(run.verdict.kind, 'passed')
    assert.ok(texts(run).some((line) => line.startsWith('log cut')))
    assert.ok(JSON.stringify(run).length < 600_000)
  })

  test('case 25, SC 66: a runtime that is not there is named with those that are', async () => {
    const run = await runs.run({ script: head, runtimeId: '2024.09' })
    assert.deepEqual([run.verdict.kind, run.notRunCause], ['withheld', 'no-runtime'])
    assert.match(run.verdict.reason ?? '', /2024\.09.*2026\.04/)
  })

  test('3.8: bodies of a passed scheduled run are beginnings, of one that is looked at whole; binary ones a note', async () => {
    const script = `${head}
      test('bodies', async ({ request }) => {
        await request.get(target + '/long'); await request.get(target + '/binary')
        await request.get('http://127.0.0.1:1/').catch(() => {})
      })`
    const lengths = [
      [false, 4_096],
      [true, 262_144],
    ] as const
    for (const [isRequested, length] of some('lengths of bodies', lengths)) {
      const { detail } = await runs.run({ script, isRequested })
      const [long, binary, refused] = (detail?.steps ?? []).filter(({ kind }) => kind === 'request')
      assert.deepEqual(
        [long?.response?.body.length, long?.response?.bodySize, long?.response?.bodyTruncated],
        [length, 300_000, true],
      )
      assert.equal(binary?.response?.body, '(application/pdf, 2000 bytes)')
      assert.equal(refused?.response, null)
      assert.match(refused?.error ?? '', /ECONNREFUSED/)
    }
  })
})

test('a runtime whose parts do not fit together gives no verdict', { skip: missing ?? false }, async (t) => {
  const found = await runtimes.find('2026.04')
  assert.ok(found.kind === 'installed')
  const folder = mkdtempSync(join(tmpdir(), 'sonde-mixed-runtime-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'playwright-core'), { recursive: true })
  for (const name of ['@playwright', 'playwright'])
    symlinkSync(join(found.runtime.folder, 'node_modules', name), join(modules, name))
  writeFileSync(join(modules, 'playwright-core', 'package.json'), '{"version":"9.9.9"}')
  const mixed = { ...runtimes, find: async () => ({ ...found, runtime: { ...found.runtime, folder } }) }
  const runs = await testRunsAt(createProcessLevel({ folders, log: silentLogger }), mixed)
  t.after(() => runs.close())
  const run = await runs.run({ script: `${head}\ntest('passes', () => {})` })
  assert.deepEqual([run.verdict.kind, run.notRunCause], ['withheld', 'no-sandbox'])
})

const others = offers.filter((each) => each.level !== null && each !== offer)
for (const { name, level: other } of some('levels of tests', others)) {
  if (other === null) continue
  test(`tests run at the level ${name}, too`, { skip: missing ?? false }, async () => {
    const runs = await testRunsAt(other, runtimes)
    try {
      const run = await runs.run({
        script: `${head}\ntest('asks', async ({ request }) => { expect((await request.get(target)).status()).toBe(200) })`,
      })
      assert.deepEqual([run.verdict.kind, run.verdict.reason], ['passed', null])
      assert.equal(requestIn(run).response?.status, 200)
    } finally {
      runs.close()
    }
  })
}

suite('tests at the end of their time', { skip: missing ?? offer === undefined }, () => {
  test('case 1: a loop without an end has failed at the limit, and nothing of it is left', async () => {
    const runs = await testRunsAt(level, runtimes, { limits: { runMs: 6_000 } })
    try {
      const run = await runs.run({
        script: `${head}\ntest.beforeAll(() => console.log('begun'))\ntest('loops', () => { for (;;); })`,
      })
      failedWith(run, /^time limit of 6 s exceeded$/)
      assert.equal(runs.started(), 1)
      assert.deepEqual(runs.living(), [])
    } finally {
      runs.close()
    }
  })

  test('a run that is given up leaves nothing, and says nothing', async () => {
    const runs = await testRunsAt(level, runtimes)
    try {
      const given = new AbortController()
      const running = runs.run(
        {
          script: `${head}\ntest('waits', async ({ request }) => { await request.get(target); await new Promise(() => {}) })`,
        },
        given.signal,
      )
      while (runs.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      given.abort()
      await running
      assert.deepEqual(runs.living(), [])
    } finally {
      runs.close()
    }
  })
})
