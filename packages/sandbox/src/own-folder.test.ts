import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { claimOwnFolder } from './own-folder.ts'

const skip = process.platform !== 'linux' && 'the locks are those of Linux'

test(
  'what an agent that was killed has left of its runs is removed by the next one, and nothing of one that lives',
  { skip },
  async (t) => {
    const workDir = mkdtempSync(join(tmpdir(), 'sonde-own-folder-'))
    t.after(() => rmSync(workDir, { recursive: true }))
    const code = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { claimOwnFolder } from ${JSON.stringify(new URL('own-folder.ts', import.meta.url).href)}
    const { path } = claimOwnFolder(${JSON.stringify(workDir)})
    mkdirSync(path)
    writeFileSync(path + '/secret', 'unmasked')
    console.log(path)
    setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    const left = String((await once(child.stdout, 'data'))[0]).trim()
    // Of somebody else, by chance of the same name.
    mkdirSync(join(workDir, 'sonde-scripts-other'))
    writeFileSync(join(workDir, 'sonde-scripts-other', 'file'), '')

    const own = claimOwnFolder(workDir)
    await own.cleared
    assert.ok(existsSync(join(left, 'secret')), 'its agent lives')
    own.release()

    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    const next = claimOwnFolder(workDir)
    await next.cleared
    assert.equal(existsSync(left), false)
    next.release()
    assert.deepEqual(readdirSync(workDir), ['sonde-scripts-other'])
  },
)
