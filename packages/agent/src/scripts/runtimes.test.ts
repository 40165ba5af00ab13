import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { closedFolder } from '@sonde/sandbox/closed-folder.ts'
import { untilGone } from '@sonde/sandbox/until-gone.ts'
import { createRuntimes } from './runtimes.ts'

function runtimesWith(t: TestContext, install: (definition: string, folder: string) => Promise<void>) {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'sonde-runtimes-'))
  t.after(() => rmSync(cacheFolder, { recursive: true }))
  const runtimes = createRuntimes({
    runtimesDir: null,
    cacheFolder,
    log: silentLogger,
    waitMs: 60_000,
    hasOtherUsers: false,
    install,
  })
  return { runtimes, cacheFolder }
}

test('a runtime is installed when it is first needed, once for all who wait for it', async (t) => {
  let installed = 0
  const { runtimes, cacheFolder } = runtimesWith(t, async (definition, folder) => {
    installed += 1
    assert.ok(readdirSync(definition).includes('package-lock.json'))
    mkdirSync(join(folder, 'bin'))
    symlinkSync(process.execPath, join(folder, 'bin', 'node'))
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

  // Case 27: gone while the agent runs.
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

test('one that nobody ships is missing, and those that are there are named', async (t) => {
  const { runtimes } = runtimesWith(t, () => Promise.reject(new Error('not to be called')))
  const answer = await runtimes.find('2022.10')
  assert.deepEqual(answer, {
    kind: 'missing',
    why: 'The runtime 2022.10 is not available on this agent, which has 2026.04',
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
