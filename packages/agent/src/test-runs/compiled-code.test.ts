// Own process: sandboxes change how it inherits files and orphans.
// In turns: real browsers in sandboxes.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBrowserPlace } from '../../testing/browser-place.ts'
import { testRunsAt } from '../../testing/test-runs.ts'
import { ownHarness } from '../scripts/open-harness.ts'
import { createCompiledCode } from './compiled-code.ts'

const place = await openBrowserPlace()
after(() => place.close())
const { level, runtimes, missing } = place

test(
  'SI 7, 10.17: runs have compiled code that none of them can change',
  { skip: missing ?? false },
  async (t) => {
    assert.ok(level !== null)
    const runs = await testRunsAt(level, runtimes)
    t.after(() => runs.close())
    const { verdict, detail } = await runs.run({
      script: `const { test } = require('@playwright/test')
      test('writes', () => {
        const { fs, module } = { fs: process.getBuiltinModule('fs'), module: process.getBuiltinModule('module') }
        const folder = module.getCompileCacheDir()
        const [file] = fs.readdirSync(folder)
        for (const act of [
          () => fs.writeFileSync(folder + '/' + file, 'evil'),
          () => fs.writeFileSync(folder + '/evil', 'evil'),
          () => fs.unlinkSync(folder + '/' + file),
        ]) try { act(); console.log('written') } catch (error) { console.log(error.code) }
        console.log(typeof process.env.NODE_COMPILE_CACHE)
      })`,
    })
    assert.deepEqual([verdict.kind, verdict.reason], ['passed', null])
    const [, ...lines] = (detail?.jobLog ?? []).map(({ msg }) => msg)
    assert.deepEqual(lines, ['EROFS', 'EROFS', 'EROFS', 'undefined'])
  },
)

test(
  'a runtime that cannot be compiled is told once, and runs go without',
  { skip: missing ?? false },
  async (t) => {
    const found = await runtimes.find('2026.04')
    assert.ok(level !== null && found.kind === 'installed')
    const cacheFolder = mkdtempSync(join(tmpdir(), 'sonde-compiled-'))
    t.after(() => rmSync(cacheFolder, { recursive: true, force: true }))
    const warnings: string[] = []
    const silent = () => undefined
    const log = {
      debug: silent,
      info: silent,
      error: silent,
      warn: (_fields: object, text: string) => void warnings.push(text),
    }
    const compiled = createCompiledCode({ level, harness: ownHarness, cacheFolder, log })
    const runtime = { ...found.runtime, folder: cacheFolder }
    await compiled.prepare(runtime)
    await compiled.prepare(runtime)
    assert.equal(compiled.folderOf(runtime), null)
    assert.equal(warnings.length, 1)
    await compiled.close()
  },
)
