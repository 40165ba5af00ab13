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
import { isRecord } from '@sonde/ground/is-record.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { createEnginePackages } from './engine-packages.ts'
import { createSuiteEngines } from './suite-engines.ts'

const definitions = new URL('../../../../engines/', import.meta.url)

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
      mkdirSync(join(folder, 'bin'))
      symlinkSync(process.execPath, join(folder, 'bin', 'node'))
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
