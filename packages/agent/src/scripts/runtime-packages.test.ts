// In turns: real package managers, and projects with their own runner.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { createProcessLevel } from '@sonde/sandbox/process-level.ts'
import { installRealRuntime, testRunsAt } from '../../testing/test-runs.ts'

const { runtimes, missing } = await installRealRuntime()

test(
  'browser-checks 26: a script loads every package that its runtime lists',
  { skip: missing ?? false },
  async (t) => {
    const manifest: unknown = JSON.parse(
      readFileSync(new URL('../../../../runtimes/2026.04/package.json', import.meta.url), 'utf8'),
    )
    assert.ok(isRecord(manifest) && isRecord(manifest['dependencies']))
    const names = Object.keys(manifest['dependencies'])
    assert.ok(names.length > 40)
    const folders = mkdtempSync(join(tmpdir(), 'sonde-packages-'))
    const runs = await testRunsAt(createProcessLevel({ folders, log: silentLogger }), runtimes)
    t.after(() => {
      runs.close()
      rmSync(folders, { recursive: true, force: true })
    })
    const { verdict } = await runs.run({
      script: `const { test, expect } = require('@playwright/test')
      test('loads', async () => {
        test.setTimeout(200_000)
        const failed = []
        for (const name of ${JSON.stringify(names)})
          await import(name).then((it) => Object.keys(it).length > 0 || failed.push(name), (error) => failed.push(name + ': ' + error.message))
        expect(failed).toEqual([])
      })`,
    })
    assert.equal(verdict.kind, 'passed', JSON.stringify(verdict))
  },
)
