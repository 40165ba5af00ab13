import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isRecord } from '@sonde/ground/is-record.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { installedFolder } from '../scripts/install-runtime.ts'
import { createEnginePackages } from './engine-packages.ts'
import { createSuiteEngines } from './suite-engines.ts'

const definitions = new URL('../../../../engines/', import.meta.url)
const ownPackage = `node-${process.platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${process.platform}-${process.arch}`

function packagesWith(t: TestContext, options: Partial<Parameters<typeof createEnginePackages>[0]>) {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'sonde-engines-'))
  t.after(() => rmSync(cacheFolder, { recursive: true }))
  const packages = createEnginePackages({
    runtimesDir: null,
    cacheFolder,
    log: silentLogger,
    waitMs: 60_000,
    ...options,
  })
  return { packages, cacheFolder }
}

test('the lock files of engines and package managers hold what their packages say, with hashes', () => {
  for (const name of readdirSync(definitions)) {
    const read = (file: string): unknown =>
      JSON.parse(readFileSync(new URL(`${name}/${file}`, definitions), 'utf8'))
    const [manifest, lock] = [read('package.json'), read('package-lock.json')]
    assert.ok(isRecord(manifest) && isRecord(lock) && isRecord(lock['packages']))
    const root = lock['packages']['']
    assert.ok(isRecord(root))
    for (const field of ['dependencies', 'optionalDependencies'])
      assert.deepEqual(root[field], manifest[field])
    for (const [path, entry] of Object.entries(lock['packages'])) {
      if (path === '') continue
      assert.ok(isRecord(entry))
      // What a package brings along is covered by its hash.
      assert.ok(entry['inBundle'] === true || typeof entry['integrity'] === 'string', `${name}: ${path}`)
    }
  }
})

test('6.2: an engine is installed once for all who wait for it, and the one of the operator comes first', async (t) => {
  let installed = 0
  const { packages, cacheFolder } = packagesWith(t, {
    async install(_definition, folder) {
      installed += 1
      const own = join(folder, 'node_modules', ownPackage)
      mkdirSync(join(own, 'bin'), { recursive: true })
      symlinkSync(process.execPath, join(own, 'bin', 'node'))
    },
    canInstall: () => true,
  })
  const answers = await Promise.all([packages.find('node-22'), packages.find('node-22')])
  assert.equal(installed, 1)
  for (const answer of answers) assert.ok(answer.kind === 'found' && existsSync(answer.folder))
  const named = join(cacheFolder, 'named')
  mkdirSync(join(named, 'node-22'), { recursive: true })
  const ofOperator = packagesWith(t, { runtimesDir: named, canInstall: () => false })
  assert.deepEqual(await ofOperator.packages.find('node-22'), {
    kind: 'found',
    folder: realpathSync(join(named, 'node-22')),
  })
})

test('5.6: an engine that cannot be had is told with what there is and what to do; one of another line is not taken', async (t) => {
  const { packages } = packagesWith(t, { canInstall: () => false })
  const engines = createSuiteEngines({ packages, runtimesDir: null, hasOtherUsers: false })
  const missing = await engines.find({ name: 'bun', line: '1.3' })
  assert.ok(missing.kind === 'missing')
  assert.match(
    missing.why,
    /needs Bun 1\.3, and this location has Node \d+\.[\d.]+: bun-1\.3 is not installed.*RUNTIMES_DIR/,
  )
  const folder = mkdtempSync(join(tmpdir(), 'sonde-other-line-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'bin'))
  symlinkSync(process.execPath, join(folder, 'bin', 'node'))
  const other = createSuiteEngines({
    packages: { find: async () => ({ kind: 'found', folder }) },
    runtimesDir: null,
    hasOtherUsers: false,
  })
  const answer = await other.find({ name: 'node', line: '22' })
  assert.ok(answer.kind === 'missing' && answer.why.includes(process.versions.node), JSON.stringify(answer))
})

test('6.2: an engine that cannot be downloaded is told with its package and the registry, and installed when that is there', async (t) => {
  // npm says nothing of a package for one platform that it could not have, and ends well.
  const registry = 'http://127.0.0.1:9/own/'
  const empty = mkdtempSync(join(tmpdir(), 'sonde-npm-'))
  t.after(() => rmSync(empty, { recursive: true }))
  const settings = { npm_config_registry: registry, npm_config_cache: empty }
  for (const [name, value] of Object.entries(settings)) {
    const before = process.env[name]
    process.env[name] = value
    t.after(() => {
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    })
  }
  const { packages, cacheFolder } = packagesWith(t, {})
  const engines = createSuiteEngines({ packages, runtimesDir: null, hasOtherUsers: false })
  const missing = await engines.find({ name: 'node', line: '22' })
  assert.ok(missing.kind === 'missing')
  assert.match(
    missing.why,
    new RegExp(
      `needs Node 22.*node-22 could not be installed \\(npm could not download ${ownPackage}@22\\.[\\d.]+ from ${registry}\\): let`,
    ),
  )
  // What an earlier release has kept of such an installation.
  const kept = await installedFolder(
    join(cacheFolder, 'engines'),
    'node-22',
    fileURLToPath(new URL('node-22', definitions)),
  )
  mkdirSync(join(kept, 'node_modules'), { recursive: true })
  const later = packagesWith(t, {
    cacheFolder,
    canInstall: () => true,
    async install(_definition, folder) {
      mkdirSync(join(folder, 'node_modules', ownPackage), { recursive: true })
    },
  })
  assert.deepEqual(await later.packages.find('node-22'), { kind: 'found', folder: kept })
  assert.ok(existsSync(join(kept, 'node_modules', ownPackage)))
})
