// Own process: sandboxes change how it inherits files and orphans.
// In turns: real package managers, and projects with their own runner.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, suite, test, type TestContext } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { createProcessLevel } from '@sonde/sandbox/process-level.ts'
import { makeArchive } from '@sonde/sandbox/testing/make-archive.ts'
import { SuiteRunDetail } from '@sonde/schema/check-types/suite/result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { suiteRunsAt } from '../../testing/suite-runs.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-suite-folders-'))
const userIds = { first: 36_000_000 + process.pid * 20, last: 36_000_019 + process.pid * 20 }
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
const offer = offers.find(({ level }) => level !== null)
const level = offer?.level ?? createProcessLevel({ folders, log: silentLogger })
const validateDetail = createValidator().compile(SuiteRunDetail, { complete: true })
after(async () => {
  await release()
  rmSync(folders, { recursive: true, force: true })
})

type Options = Parameters<typeof suiteRunsAt>[1]

function opened(t: TestContext, options: Options = {}) {
  const runs = suiteRunsAt(level, options)
  t.after(() => runs.close())
  return runs
}

const installDep =
  'echo installing; mkdir -p node_modules/dep; echo "module.exports = 7" > node_modules/dep/index.js'

suite(`suites, level ${level.name}`, { skip: offer === undefined }, () => {
  test('a project is installed and tested in its folder, with its variables and nothing of the agent', async (t) => {
    const runs = opened(t)
    const { verdict, detail, log } = await runs.run({
      files: {
        'apps/shop/check.js': `console.log(require('dep'), process.env.TARGET, Object.keys(process.env).join())`,
      },
      workingDir: 'apps/shop',
      installCommand: installDep,
      testCommand: 'node check.js',
      variables: { TARGET: 'https://shop.example' },
    })
    assert.equal(verdict.kind, 'passed', verdict.reason ?? '')
    const line = log.find((text) => text.startsWith('7 https://shop.example')) ?? ''
    for (const name of ['HOME', 'PATH', 'TMPDIR', 'TZ']) assert.ok(line.includes(name), name)
    assert.doesNotMatch(line, /SONDE_(?!SUITE)|API_KEY/)
    assert.match(
      log[0] ?? '',
      new RegExp(`^Node ${process.versions.node}`),
      'case 18: the first line names the engine',
    )
    assert.deepEqual(validateDetail(JSON.parse(JSON.stringify(detail))), [])
    assert.deepEqual(readdirSync(folders), [])
  })

  test('5.8: any other exit than 0 has failed', async (t) => {
    const runs = opened(t)
    const { verdict, notRunCause } = await runs.run({ testCommand: 'exit 2' })
    assert.deepEqual(
      [verdict.kind, verdict.reason, notRunCause],
      ['failed', 'The test command ended with exit code 2', null],
    )
    const killed = await runs.run({ testCommand: 'kill -9 $$' })
    assert.equal(killed.verdict.kind, 'failed')
  })

  test('cases 13 and 14, MC 60: packages of a run that has passed are there for the next one of the account, unless it asks for new ones', async (t) => {
    const runs = opened(t)
    const project = { installCommand: installDep, testCommand: `node -e "require('dep')"` }
    const isInstalled = async (fields: Parameters<typeof runs.run>[0] = {}) => {
      const { verdict, log } = await runs.run({ ...project, ...fields })
      assert.equal(verdict.kind, 'passed', verdict.reason ?? '')
      return log.includes('installing')
    }
    const failed = await runs.run({ ...project, testCommand: 'false' })
    assert.equal(failed.verdict.kind, 'failed')
    assert.equal(await isInstalled(), true, 'nothing is kept of a run that has failed')
    assert.equal(await isInstalled(), false)
    assert.equal(await isInstalled({ files: { 'package.json': '{"name":"shop","version":"2.0.0"}' } }), false)
    assert.equal(await isInstalled({ accountId: 'b' }), true, 'of another account')
    assert.equal(await isInstalled({ files: { 'package-lock.json': '{"lockfileVersion":3}' } }), true)
    assert.equal(await isInstalled({ refreshesCache: true }), true)
    assert.equal(await isInstalled(), false, 'what was installed anew is kept')
    for (const name of readdirSync(runs.dependencies)) writeFileSync(join(runs.dependencies, name), 'broken')
    assert.equal(await isInstalled(), true, 'what was changed is not used')
    assert.equal(await isInstalled(), false)
  })

  test('SI 1: what a test has put into its packages is not there for the next run, whatever its client says of them', async (t) => {
    const runs = opened(t)
    const poison = `echo "module.exports = 666" > node_modules/dep/index.js; ln -sf /etc/passwd ../dependencies.tar.gz`
    const project = { installCommand: installDep, cacheHash: 'a'.repeat(64) }
    const first = await runs.run({ ...project, testCommand: poison })
    assert.equal(first.verdict.kind, 'passed', first.verdict.reason ?? '')
    const next = await runs.run({ ...project, testCommand: `node -p "require('dep')"` })
    assert.equal(next.log.includes('installing'), false, 'its packages are those of the first')
    assert.ok(next.log.includes('7'), next.log.join(' | '))
    const other = { ...project, files: { 'package.json': '{"dependencies":{"other":"1"}}' } }
    const { log } = await runs.run({ ...other, testCommand: 'true' })
    assert.ok(log.includes('installing'), 'another project with the same word of its client')
  })

  test('case 15: an installation that takes too long has failed, with what it has printed', async (t) => {
    const runs = opened(t, { stageMs: { install: 6_000 } })
    const { verdict, notRunCause, log } = await runs.run({ installCommand: 'echo at work; sleep 600' })
    assert.deepEqual([verdict.kind, notRunCause], ['failed', null])
    assert.match(verdict.reason ?? '', /The installation .* failed: time limit of 6 s exceeded/)
    assert.ok(log.includes('at work'))
    const refused = await runs.run({ installCommand: 'echo no such package >&2; exit 1' })
    assert.match(refused.verdict.reason ?? '', /ended with exit code 1/)
    assert.ok(refused.log.includes('no such package'))
  })

  test('case 15: nothing that the installation has started lives on in the test', async (t) => {
    const runs = opened(t)
    const { verdict, log } = await runs.run({
      installCommand: `setsid sh -c 'while true; do date > beat; sleep 0.05; done' & sleep 0.3; test -e beat`,
      testCommand: 'rm beat; sleep 0.5; test ! -e beat',
    })
    assert.equal(verdict.kind, 'passed', `${verdict.reason} ${log.join('\n')}`)
  })

  test('cases 16 and 56: a bundle that leads outside is a failure that names the entry', async (t) => {
    const runs = opened(t)
    const archive = makeArchive([{ path: 'package.json', content: '{}' }, { path: '../../etc/cron.d/x' }])
    const { verdict, notRunCause } = await runs.run({ archive })
    assert.deepEqual([verdict.kind, notRunCause], ['failed', null])
    assert.match(verdict.reason ?? '', /"\.\.\/\.\.\/etc\/cron\.d\/x" leads out of the project/)
  })

  test('case 12: without a lock file the set-up fails and says so', async (t) => {
    const runs = opened(t)
    const { verdict } = await runs.run({ archive: makeArchive([{ path: 'package.json', content: '{}' }]) })
    assert.equal(verdict.kind, 'failed')
    assert.match(verdict.reason ?? '', /needs a lock file/)
  })

  test('case 11: a browser that the location does not have is our trouble, and nothing has run', async (t) => {
    const browser = { name: 'chromium', version: '156.0', path: '/bin/false', ffmpeg: null } as const
    const runs = opened(t, { browser: { kind: 'found', browser } })
    const { verdict, notRunCause, log } = await runs.run({ browsers: ['firefox'], testCommand: 'echo ran' })
    assert.deepEqual([verdict.kind, notRunCause, log], ['withheld', 'no-runtime', []])
  })

  test('5.3: a Playwright that says nothing of its browsers has failed, another one than the suite names is told', async (t) => {
    const browser = { name: 'chromium', version: '156.0', path: '/bin/false', ffmpeg: null } as const
    const runs = opened(t, { browser: { kind: 'found', browser } })
    const installed = (file: string, content: object) =>
      `mkdir -p node_modules/${dirname(file)}; echo '${JSON.stringify(content)}' > node_modules/${file}`
    const own = installed('@playwright/test/package.json', { name: '@playwright/test', version: '1.99.0' })
    const unknown = await runs.run({
      installCommand: own,
      testCommand: 'echo ran',
      playwrightVersion: '1.99.0',
    })
    assert.equal(unknown.verdict.kind, 'failed')
    assert.match(unknown.verdict.reason ?? '', /^Playwright 1\.99\.0 is not supported/)
    assert.ok(!unknown.log.includes('ran'))
    const core = [
      installed('playwright-core/package.json', { name: 'playwright-core', version: '1.99.0' }),
      installed('playwright-core/browsers.json', { browsers: [{ name: 'chromium', revision: '1' }] }),
    ]
    const known = await runs.run({
      installCommand: [own, ...core].join('; '),
      testCommand: 'ls "$PLAYWRIGHT_BROWSERS_PATH"',
      playwrightVersion: '1.58.2',
    })
    assert.equal(known.verdict.kind, 'passed', known.log.join('\n'))
    assert.ok(known.log.includes('chromium-1'))
    assert.ok(
      known.log.some((line) => /names Playwright 1\.58\.2: 1\.99\.0 is used/.test(line)),
      known.log.join('\n'),
    )
  })

  for (const stage of some('stages that are cancelled', ['install', 'test'] as const))
    test(`case 20: cancelled in its ${stage} a suite ends, and its log is kept`, async (t) => {
      const runs = opened(t)
      const abort = new AbortController()
      const begun = runs.printed('under way')
      const running = runs.run({ [`${stage}Command`]: 'echo under way; sleep 600' }, abort.signal)
      await begun
      abort.abort()
      const { verdict, notRunCause, detail } = await running
      assert.deepEqual([verdict.kind, notRunCause], ['withheld', 'aborted'])
      const words = (detail?.jobLog ?? []).map(({ msg }) => msg)
      assert.ok(words.includes('under way') && words.includes('The run was cancelled'), words.join('\n'))
      assert.deepEqual(readdirSync(folders), [])
    })

  test('5.3: a bundle that cannot be fetched is our trouble', async (t) => {
    const runs = opened(t)
    const bundle = { sha256: '0'.repeat(64), bytes: 10 }
    const { verdict, notRunCause } = await runs.run({ bundle })
    assert.deepEqual([verdict.kind, notRunCause], ['withheld', 'internal'])
  })
})
