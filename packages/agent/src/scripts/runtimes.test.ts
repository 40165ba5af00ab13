import assert from 'node:assert/strict'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { closedFolder } from '@sonde/sandbox/closed-folder.ts'
import { untilGone } from '@sonde/sandbox/until-gone.ts'
import { createRuntimes } from './runtimes.ts'

type Options = Partial<Parameters<typeof createRuntimes>[0]>

function runtimesWith(t: TestContext, install: NonNullable<Options['install']>, options: Options = {}) {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'sonde-runtimes-'))
  t.after(() => rmSync(cacheFolder, { recursive: true }))
  const runtimes = createRuntimes({
    runtimesDir: null,
    cacheFolder,
    log: silentLogger,
    waitMs: 60_000,
    hasOtherUsers: false,
    install,
    ...options,
  })
  return { runtimes, cacheFolder }
}

function putNode(folder: string): void {
  mkdirSync(join(folder, 'bin'))
  symlinkSync(process.execPath, join(folder, 'bin', 'node'))
}

test('browser-checks 27: a runtime is installed once for all who wait for it, and again when it is gone', async (t) => {
  let installed = 0
  const { runtimes, cacheFolder } = runtimesWith(t, async (definition, folder) => {
    installed += 1
    assert.ok(readdirSync(definition).includes('package-lock.json'))
    putNode(folder)
  })
  const answers = await Promise.all([runtimes.find('2026.04'), runtimes.find('2026.04')])
  assert.equal(installed, 1)
  for (const answer of answers) {
    assert.ok(answer.kind === 'installed')
    assert.equal(answer.runtime.nodeVersion, process.versions.node)
  }
  const [folder, ...others] = readdirSync(join(cacheFolder, 'runtimes'))
  assert.match(folder ?? '', /^2026\.04-[0-9a-f]{12}$/, 'by what its lock file says')
  assert.deepEqual(others, [])

  rmSync(join(cacheFolder, 'runtimes'), { recursive: true })
  assert.equal((await runtimes.find('2026.04')).kind, 'installed')
  assert.equal(installed, 2)
  assert.deepEqual(readdirSync(join(cacheFolder, 'runtimes')), [folder])
})

test('one that cannot be installed says why and what to do, and is tried again', async (t) => {
  let tries = 0
  const { runtimes } = runtimesWith(t, async () => {
    tries += 1
    throw new Error('no network')
  })
  for (const expected of [1, 2]) {
    const answer = await runtimes.find('2026.04')
    assert.ok(answer.kind === 'missing')
    assert.match(answer.why, /2026\.04 could not be installed \(no network\).*RUNTIMES_DIR/)
    assert.equal(tries, expected)
  }
})

test('6.2: it is installed at the start, with progress in the log, and a run that comes meanwhile waits for it', async (t) => {
  const lines: string[] = []
  const told = Promise.withResolvers<void>()
  const info = (_: object, text: string) => {
    lines.push(text)
    if (/is being installed, for \d+ s/.test(text)) told.resolve()
  }
  const going = Promise.withResolvers<void>()
  let tries = 0
  const install = async (_: string, folder: string) => {
    tries += 1
    await going.promise
    putNode(folder)
  }
  const { runtimes } = runtimesWith(t, install, {
    log: { ...silentLogger, info },
    progressMs: 1,
    canInstall: () => true,
  })
  const preparing = runtimes.prepare()
  await told.promise
  const run = runtimes.find('2026.04')
  going.resolve()
  assert.equal((await run).kind, 'installed')
  assert.deepEqual(
    (await preparing).map(({ id }) => id),
    ['2026.04'],
  )
  assert.equal(tries, 1)
  assert.match(lines[0] ?? '', /^installing the runtime 2026\.04 .* MB/)
  assert.match(lines.at(-1) ?? '', /^the runtime 2026\.04 is installed, after \d+ s/)
  assert.equal((await runtimes.prepare()).length, 1)
  assert.equal(tries, 1, 'what is there is not installed again')
})

test('an installation that fails is told to the service until one succeeds', async (t) => {
  const changes: string[][] = []
  let canReach = false
  const install = async (_: string, folder: string) => {
    if (!canReach) throw new Error('no network')
    putNode(folder)
  }
  const onChange = () => void changes.push(runtimes.troubles())
  const { runtimes } = runtimesWith(t, install, { onChange, canInstall: () => true })
  assert.deepEqual(await runtimes.prepare(), [])
  await runtimes.find('2026.04')
  assert.equal(changes.length, 1, 'the same trouble is told once')
  assert.match(changes[0]?.join() ?? '', /could not be installed \(no network\).*RUNTIMES_DIR/)
  canReach = true
  await runtimes.find('2026.04')
  assert.deepEqual(changes[1], [])
})

test('an agent that stops ends its installation, and what an earlier one has left goes', async (t) => {
  const called = Promise.withResolvers<void>()
  const install = (_: string, __: string, signal: AbortSignal) => {
    called.resolve()
    const ended = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => ended.reject(signal.reason))
    return ended.promise
  }
  const { runtimes, cacheFolder } = runtimesWith(t, install, { canInstall: () => true })
  const abandoned = join(cacheFolder, 'runtimes', '.installing-abc')
  mkdirSync(join(abandoned, 'node_modules'), { recursive: true })
  utimesSync(abandoned, 0, 0)
  const preparing = runtimes.prepare()
  await called.promise
  const [staging, ...others] = readdirSync(join(cacheFolder, 'runtimes'))
  assert.deepEqual([staging === '.installing-abc', others], [false, []])
  await runtimes.close()
  assert.deepEqual(await preparing, [])
  assert.deepEqual(readdirSync(join(cacheFolder, 'runtimes')), [])
  assert.deepEqual(runtimes.troubles(), [], 'it is no trouble of this machine')
})

test('a runtime that the users of scripts do not get to is not used, and the closed folder is named', async (t) => {
  const runtimesDir = mkdtempSync(join(tmpdir(), 'sonde-runtimes-'))
  t.after(() => rmSync(runtimesDir, { recursive: true }))
  mkdirSync(join(runtimesDir, '2026.04', 'bin'), { recursive: true })
  symlinkSync('/bin/true', join(runtimesDir, '2026.04', 'bin', 'node'))
  const cacheFolder = join(runtimesDir, 'cache')
  const common = { runtimesDir, cacheFolder, log: silentLogger, waitMs: 60_000 }
  const own = createRuntimes({ ...common, hasOtherUsers: false })
  assert.equal((await own.find('2026.04')).kind, 'installed')
  const others = createRuntimes({ ...common, hasOtherUsers: true })
  const answer = await others.find('2026.04')
  assert.ok(answer.kind === 'missing')
  assert.deepEqual(await others.missing(), [answer.why])
  assert.match(answer.why, new RegExp(`may not enter ${runtimesDir}.*chmod o\\+x.*RUNTIMES_DIR`))
})

test('a runtime is installed so that others can read it, whatever the folder of caches was like', async (t) => {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'sonde-runtimes-'))
  t.after(() => rmSync(cacheFolder, { recursive: true }))
  assert.equal(closedFolder(join(cacheFolder, 'any')), cacheFolder)
  const install = async (_: string, folder: string) => {
    mkdirSync(join(folder, 'bin'), { mode: 0o755 })
    copyFileSync('/bin/true', join(folder, 'bin', 'node'))
    mkdirSync(join(folder, 'node_modules'), { mode: 0o755 })
  }
  const common = { runtimesDir: null, cacheFolder, log: silentLogger, waitMs: 60_000 }
  const answer = await createRuntimes({ ...common, hasOtherUsers: true, install }).find('2026.04')
  assert.equal(answer.kind, 'installed', JSON.stringify(answer))
})

test('at the start an agent says that a runtime can neither be found nor be installed', async (t) => {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'sonde-runtimes-'))
  t.after(() => rmSync(cacheFolder, { recursive: true }))
  const common = { runtimesDir: null, cacheFolder, log: silentLogger, waitMs: 60_000, hasOtherUsers: false }
  const missingWith = (isThere: boolean) => createRuntimes({ ...common, canInstall: () => isThere }).missing()
  assert.deepEqual(await missingWith(true), [])
  assert.match((await missingWith(false)).join(), /2026\.04 .*install npm, or set RUNTIMES_DIR/)
})

test('a run does not wait for an installation without end, and is told what to do', async (t) => {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'sonde-runtimes-'))
  t.after(() => rmSync(cacheFolder, { recursive: true }))
  const { promise: called, resolve: call } = Promise.withResolvers<void>()
  const { promise, reject } = Promise.withResolvers<void>()
  const install = () => (call(), promise)
  const common = { runtimesDir: null, cacheFolder, log: silentLogger, hasOtherUsers: false }
  const answer = await createRuntimes({ ...common, waitMs: 1, install }).find('2026.04')
  assert.ok(answer.kind === 'missing')
  assert.match(answer.why, /still being installed.*npm registry.*RUNTIMES_DIR/)
  await called
  reject(new Error('enough'))
  assert.equal(await untilGone(() => readdirSync(join(cacheFolder, 'runtimes')).length === 0), true)
})

test('browser-checks 25, SC 66: one that nobody ships is missing, and those that are there are named', async (t) => {
  const { runtimes } = runtimesWith(t, () => Promise.reject(new Error('not to be called')))
  const answer = await runtimes.find('2022.10')
  assert.deepEqual(answer, {
    kind: 'missing',
    why: 'The runtime 2022.10 is not available on this agent, which has 2026.04: choose that one for the check, its group or the account',
  })
})

test('the lock file of a runtime holds what its packages say, with hashes and for every platform', () => {
  const folder = new URL('../../../../runtimes/2026.04/', import.meta.url)
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
  const [manifest, lock] = [read('package.json'), read('package-lock.json')]
  assert.ok(isRecord(manifest) && isRecord(lock) && isRecord(lock['packages']))
  const { packages } = lock
  const root = packages['']
  assert.ok(isRecord(root))
  for (const field of ['dependencies', 'optionalDependencies']) assert.deepEqual(root[field], manifest[field])
  for (const [path, entry] of Object.entries(packages))
    if (path !== '') assert.ok(isRecord(entry) && typeof entry['integrity'] === 'string', path)
})
