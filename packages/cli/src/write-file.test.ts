import assert from 'node:assert/strict'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { CliFailure } from './cli-failure.ts'
import { writeFile } from './write-file.ts'

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'sonde-write-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

suite('files that commands write', () => {
  test('are whole, and secret ones are for their owner alone', (t) => {
    const inside = folder(t)
    const file = join(inside, 'a')
    writeFileSync(file, 'before')
    writeFile(file, 'after', { isSecret: true })
    assert.equal(readFileSync(file, 'utf8'), 'after')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(inside), ['a'])
  })

  test('stay links where they were links', (t) => {
    const inside = folder(t)
    writeFileSync(join(inside, 'real'), 'before')
    symlinkSync('real', join(inside, 'link'))
    writeFile(join(inside, 'link'), 'after', { isSecret: false })
    assert.equal(readFileSync(join(inside, 'real'), 'utf8'), 'after')
    assert.ok(lstatSync(join(inside, 'link')).isSymbolicLink())
  })

  test('do not take the place of what is no file', (t) => {
    const nowhere = join(folder(t), 'nowhere')
    symlinkSync('/dev/null', nowhere)
    writeFile(nowhere, 'gone', { isSecret: false })
    assert.ok(statSync(nowhere).isCharacterDevice())
    const inside = join(folder(t), 'folder')
    mkdirSync(inside)
    assert.throws(() => writeFile(inside, 'x', { isSecret: false }), CliFailure)
    assert.deepEqual(readdirSync(inside), [])
  })
})
