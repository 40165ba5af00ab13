import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { closedFolder } from '@sonde/sandbox/closed-folder.ts'
import type { ClosedReport } from '../../testing/closed-program.ts'
import { openHarness } from './open-harness.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const program = fileURLToPath(new URL('../../testing/closed-program.ts', import.meta.url))

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-closed-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  return folder
}

test('a harness that everybody can read stays where it is, a closed one is copied once', async (t) => {
  const folder = temporaryFolder(t)
  const source = join(folder, 'closed')
  mkdirSync(join(source, 'playwright'), { recursive: true })
  writeFileSync(join(source, 'playwright', 'reporter.mjs'), 'export {}')
  writeFileSync(join(source, 'main.mjs'), 'export {}')
  const cache = join(folder, 'cache')
  assert.equal(await openHarness(cache, source), source)

  chmodSync(source, 0o700)
  const copy = await openHarness(cache, source)
  assert.equal(closedFolder(join(copy, 'main.mjs')), null)
  assert.equal(closedFolder(join(copy, 'playwright', 'reporter.mjs')), null)
  const { ino } = statSync(join(copy, 'main.mjs'))
  assert.equal(await openHarness(cache, source), copy)
  assert.equal(statSync(join(copy, 'main.mjs')).ino, ino)

  writeFileSync(join(copy, 'main.mjs'), 'changed')
  assert.equal(await openHarness(cache, source), copy)
  assert.notEqual(statSync(join(copy, 'main.mjs')).ino, ino)
  writeFileSync(join(source, 'main.mjs'), 'export const next = true')
  assert.notEqual(await openHarness(cache, source), copy)
  assert.deepEqual(
    readdirSync(join(cache, 'harness')).filter((name) => name.startsWith('.')),
    [],
  )
})

test(
  'scripts of a root agent run where its program lies in a folder of root alone',
  { skip: process.getuid?.() !== 0 && 'it needs root' },
  async (t) => {
    const folder = temporaryFolder(t)
    mkdirSync(join(folder, 'closed', 'sonde'), { recursive: true })
    mkdirSync(join(folder, 'open', 'bin'), { recursive: true })
    writeFileSync(join(folder, 'open/bin/node'), '')
    chmodSync(join(folder, 'closed'), 0o700)
    const setUp = `mount --bind "$ROOT" "$FOLDER/closed/sonde" && mount --bind "$NODE" "$OPEN_NODE"`
    const inside = (path: string) => join(folder, 'closed', 'sonde', relative(root, path))
    const command = [inside(process.execPath), inside(program)]
    const env = {
      ROOT: root,
      FOLDER: folder,
      NODE: process.execPath,
      OPEN_NODE: join(folder, 'open/bin/node'),
    }
    const child = spawn('unshare', ['--mount', '/bin/sh', '-c', `${setUp} && exec "$@"`, 'sh', ...command], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    assert.notEqual(output, '', errors)
    const report: ClosedReport = JSON.parse(output)
    const passed = ['passed', null, 'true']
    if (typeof report['namespaces'] === 'string') {
      assert.match(report['namespaces'], /bubblewrap|user namespaces/)
      delete report['namespaces']
    }
    for (const [level, end] of Object.entries(report)) assert.deepEqual(end, passed, level)
    assert.ok('user' in report)
  },
)
