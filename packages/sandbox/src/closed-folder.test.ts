import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { closedFolder } from './closed-folder.ts'

test('the first folder that others may not enter is named', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-closed-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'inner'), { mode: 0o700 })
  chmodSync(folder, 0o755)
  assert.equal(closedFolder(join(folder, 'inner')), null)
  assert.equal(closedFolder(join(folder, 'inner', 'node')), join(folder, 'inner'))
  chmodSync(folder, 0o700)
  assert.equal(closedFolder(join(folder, 'inner', 'node')), folder)
})
