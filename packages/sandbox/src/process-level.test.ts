import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { nodeRequest, runInside } from '../testing/run-inside.ts'
import { createProcessLevel } from './process-level.ts'
import { readProcessTable } from './process-table.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-sandbox-'))
after(() => rmSync(folders, { recursive: true }))
const level = createProcessLevel({ folders })

test('a sandbox has four descriptors, its own folder and nothing of the environment', async () => {
  const code = `
    import { readFileSync, writeSync } from 'node:fs'
    writeSync(3, readFileSync(0, 'utf8') + ' from inside')
    console.log(JSON.stringify({ environment: process.env, folder: process.cwd() }))
    console.error('to the log')
    process.exitCode = 3`
  const sandbox = await level.start(nodeRequest(code, { environment: { SERVICE: '1' } }))
  sandbox.input.end('a job')
  const [channel, output, errors] = await Promise.all(
    [sandbox.channel, sandbox.output, sandbox.errors].map(text),
  )
  assert.equal(channel, 'a job from inside')
  assert.equal(errors, 'to the log\n')
  assert.deepEqual(JSON.parse(output ?? ''), {
    environment: {
      PATH: '/usr/bin:/bin',
      HOME: sandbox.folder,
      TMPDIR: `${sandbox.folder}/tmp`,
      SERVICE: '1',
    },
    folder: sandbox.folder,
  })
  assert.deepEqual(await sandbox.ended, { code: 3, signal: null, exceeded: null, survivors: false })
  await sandbox.end({ graceMs: 0 })
})

test('files are collected after the end, and then the folder is gone', async () => {
  const code = `import { writeFileSync } from 'node:fs'; writeFileSync('report.txt', 'kept')`
  const sandbox = await level.start(nodeRequest(code, { keepsFiles: true }))
  await sandbox.ended
  let report = ''
  const collect = async (folder: string) => {
    report = readFileSync(join(folder, 'report.txt'), 'utf8')
  }
  await sandbox.end({ graceMs: 0, collect })
  assert.equal(report, 'kept')
  assert.equal(existsSync(sandbox.folder), false)
})

test('children of the process group end with the first process', async () => {
  const code = `
    import { spawn } from 'node:child_process'
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    child.unref()
    console.log(child.pid)`
  const { output, end } = await runInside(level, nodeRequest(code))
  assert.deepEqual(end, { code: 0, signal: null, exceeded: null, survivors: false })
  const left = readProcessTable().filter(({ pid, isZombie }) => pid === Number(output) && !isZombie)
  assert.deepEqual(left, [])
})

test('code that ignores SIGTERM is killed after the grace', async () => {
  const code = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')`
  const sandbox = await level.start(nodeRequest(code))
  await new Promise((resolve) => sandbox.output.once('data', resolve))
  const end = await sandbox.end({ graceMs: 20 })
  assert.deepEqual(end, { code: null, signal: 'SIGKILL', exceeded: null, survivors: false })
})

test('a program that does not exist rejects, and leaves no folder', async () => {
  await assert.rejects(level.start({ ...nodeRequest(''), command: ['/nowhere/program'] }), { code: 'ENOENT' })
  assert.deepEqual(readdirSync(folders), [])
})
