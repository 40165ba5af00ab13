import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { choose, isFull } from '@sonde/ground/testing/thoroughness.ts'
import { freePort } from './support/free-port.ts'
import { temporaryFolder } from './support/server-process.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..')

/** A small test file that needs no database: the README's whole `npm test` is what runs this very test. */
const oneTestFile = 'packages/schema/src/check-types/hostname.test.ts'

/** What comes with Node 20 and 22. The npm that runs these tests is the machine's own, mostly a newer one. */
const olderNpm = 'npm@10.9.9'

/** How this machine reaches its registry, where that takes more than npm's own settings. */
const waysOut = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']

/**
 * Whether the clone gets its packages from the registry, by an npm that comes with older versions of Node. That takes two thirds
 * of the test and depends on the lock file: the other times it has the packages of this checkout from the start.
 */
const isInstalled = isFull || choose('packages of a fresh clone', [true, false, false, false])

/** What a person has who just cloned: their own Node and npm, none of our variables. */
function personsEnvironment(port: number, npmFolder?: string): Record<string, string> {
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
  return {
    PATH: [...(npmFolder === undefined ? [] : [npmFolder]), ...folders].join(delimiter),
    HOME: process.env['HOME'] ?? '',
    ...Object.fromEntries(
      waysOut.flatMap((name) => {
        const value = process.env[name]
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    PORT: String(port),
    npm_config_prefer_offline: 'true',
    // The one of ours, for the sake of whoever waits for this test: hundreds of megabytes that no command needs.
    RUNTIME_INSTALL: 'demand',
  }
}

function commandBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n(.*?)^```/gms)].map((block) => block[1] ?? '')
}

test("the README's commands work on a fresh clone", { timeout: 600_000 }, async (t) => {
  const port = await freePort()
  const environment = personsEnvironment(port, isInstalled ? await installOlderNpm(t) : undefined)
  const clone = join(temporaryFolder(t), 'sonde')
  await run('git', ['clone', '--quiet', repository, clone])
  if (!isInstalled) await copyInstalled(clone)
  const receiverPort = await freePort()
  const readme = readFileSync(join(clone, 'README.md'), 'utf8')
    .replaceAll(':3000', `:${port}`)
    .replaceAll('3999', String(receiverPort))
  const [start, tests, minute, alert, publicPage, exporting, ...more] = commandBlocks(readme)
  assert.deepEqual([start, tests, more.length], ['npm start\n', 'npm test\n', 0])

  const welcome = await startFromReadme(t, clone, environment, start ?? '')
  assert.match(welcome, new RegExp(`Sonde is running at http://127.0.0.1:${port}\n`))
  assert.match(welcome, /API key +cu_[0-9a-f]{64}/)

  assert.equal(await statusOf(`http://127.0.0.1:${port}/health`), 200)

  const { stdout } = await run('sh', ['-eu', '-c', minute ?? ''], { cwd: clone, env: environment })
  const [results, status, analytics] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual([results.length, results.entries[0].hasFailures], [1, false], stdout)
  assert.equal(results.entries[0].icmpCheckResult.response.packetsReceived, 3)
  assert.deepEqual([status.name, status.hasFailures, status.lastRunLocation], ['My host', false, 'eu-west-1'])
  assert.equal(analytics.series[0].data[0].availability, 100)

  const definitions = (minute ?? '').split('\n\n')[0] ?? ''
  const alerted = await run('sh', ['-eu', '-c', `${definitions}\n${alert ?? ''}`], {
    cwd: clone,
    env: environment,
  })
  const printed = alerted.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const sent = printed.find((line) => line.alertType !== undefined)
  assert.deepEqual([sent?.alertType, sent?.check.name], ['ALERT_FAILURE', 'Fails on purpose'], alerted.stdout)
  assert.deepEqual([printed.at(-1).length, printed.at(-1)[0].status], [1, 'SUCCESS'], alerted.stdout)

  const shown = await run('sh', ['-eu', '-c', `${definitions}\n${publicPage ?? ''}`], {
    cwd: clone,
    env: environment,
  })
  const summary = JSON.parse(shown.stdout.trim().split('\n').at(-1) ?? '')
  assert.deepEqual([summary.page.name, summary.page.state], ['Acme status', 'MINOR'], shown.stdout)
  // npm 10 does not make this link, and whoever calls `npm ci` by hand has none.
  rmSync(join(clone, 'node_modules/.bin/node'), { force: true })
  await run('sh', ['-eu', '-c', exporting ?? ''], {
    cwd: clone,
    env: { ...environment, SONDE_URL: `http://127.0.0.1:${port}` },
  })
  const exported = JSON.parse(readFileSync(join(clone, 'sonde.json'), 'utf8'))
  assert.deepEqual([exported.checks.length, exported.statusPages[0].url], [2, 'acme'])

  for (const [, link = ''] of readme.matchAll(/<(http:[^>]+)>/g)) {
    assert.equal(await statusOf(link), 200, link)
  }
  for (const [, file = ''] of readme.matchAll(/\]\(([^)]+)\)/g)) {
    const [path = '', section] = file.split('#')
    const text = readFileSync(join(clone, path), 'utf8')
    const headings = text
      .matchAll(/^#+ (.+)$/gm)
      .map(([, words = '']) => words.toLowerCase().replaceAll(' ', '-'))
    assert.ok(section === undefined ? text !== '' : headings.some((heading) => heading === section), file)
  }

  const tested = await run('sh', ['-c', `${(tests ?? '').trim()} -- ${oneTestFile}`], {
    cwd: clone,
    env: environment,
  })
  assert.match(tested.stdout, /^[1-9]\d* passed, 0 failed, 0 skipped$/m)
})

/** Of an answer that is read to its end: its connection would stay otherwise. */
async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}

/** The packages and the built web interface of this checkout, where the start looks for them; what is not current is made anew. */
async function copyInstalled(clone: string): Promise<void> {
  const modules = globSync('{node_modules,packages/*/node_modules}', { cwd: repository })
  for (const folder of [...modules, 'packages/web/dist']) {
    // What tests have cached is larger than all packages.
    const names = readdirSync(join(repository, folder)).filter((name) => name !== '.cache')
    mkdirSync(join(clone, folder), { recursive: true })
    await run('cp', ['-a', ...names.map((name) => join(repository, folder, name)), join(clone, folder)])
  }
}

/** The folder to put first into PATH. */
async function installOlderNpm(t: TestContext): Promise<string> {
  const folder = temporaryFolder(t)
  const environment = personsEnvironment(0)
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', olderNpm], { env: environment })
  const npmFolder = join(folder, 'node_modules/.bin')
  const { stdout } = await run('npm', ['-v'], { env: personsEnvironment(0, npmFolder) })
  assert.match(stdout, /^10\./)
  return npmFolder
}

/** Runs the start command until it has said its welcome; ends it with the test. */
async function startFromReadme(
  t: TestContext,
  clone: string,
  environment: Readonly<Record<string, string>>,
  command: string,
): Promise<string> {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: clone,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  t.after(async () => {
    child.kill('SIGTERM')
    await closed
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (/Sonde is running at[^]*\/v2\/check-results.*\n/.test(said)) resolve(said)
    })
    void closed.then(() => reject(new Error(`npm start ended: ${said}`)))
  })
}
