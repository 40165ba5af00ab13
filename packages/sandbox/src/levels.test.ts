import assert from 'node:assert/strict'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import koffi from 'koffi'
import { levelsUnderTest } from '../testing/levels-under-test.ts'
import { nodeRequest, runInside } from '../testing/run-inside.ts'

// As an agent inherits it from whoever starts it: open, and without the mark that closes it in programs.
const opened = openSync('/dev/null', 'r')
const dup: (descriptor: number) => number = koffi.load(null).func('int dup(int descriptor)')
const inherited = dup(opened)
const { levels, folders, remove } = levelsUnderTest()
after(() => {
  remove()
  closeSync(opened)
  closeSync(inherited)
})

for (const { name, skip, level } of levels) {
  test(`${name}: four descriptors, a folder of its own, nothing of the environment`, { skip }, async () => {
    const code = `
      import { readFileSync, writeSync } from 'node:fs'
      writeSync(3, readFileSync(0, 'utf8') + ' from inside')
      const { PWD, ...environment } = process.env
      console.log(JSON.stringify({ environment, folder: process.cwd() }))
      console.error('to the log')
      process.exitCode = 3`
    const sandbox = await level.start(nodeRequest(code, { environment: { SERVICE: '1' } }))
    sandbox.input.end('a job')
    const [channel, output, errors] = await Promise.all(
      [sandbox.channel, sandbox.output, sandbox.errors].map(text),
    )
    assert.equal(channel, 'a job from inside')
    assert.equal(errors, 'to the log\n')
    const { folder } = sandbox
    const environment = { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: `${folder}/tmp`, SERVICE: '1' }
    assert.deepEqual(JSON.parse(output ?? ''), { environment, folder })
    assert.deepEqual(await sandbox.ended, { code: 3, signal: null, exceeded: null, survivors: false })
    await sandbox.end({ graceMs: 0 })
  })

  test(`${name}: files are collected after the end, and then the folder is gone`, { skip }, async () => {
    const code = `import { writeFileSync } from 'node:fs'; writeFileSync('report.txt', 'kept')`
    const sandbox = await level.start(nodeRequest(code, { keepsFiles: true }))
    await sandbox.ended
    let report = ''
    const collect = async (folder: string) => {
      report = readFileSync(join(folder, 'report.txt'), 'utf8')
    }
    await sandbox.end({ graceMs: 0, collect })
    assert.equal(report, 'kept')
    assert.ok(sandbox.hostFolder !== null && !existsSync(sandbox.hostFolder))
  })

  test(`${name}: code that ignores SIGTERM is killed after the grace`, { skip }, async () => {
    const code = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')`
    const sandbox = await level.start(nodeRequest(code))
    await once(sandbox.output, 'data')
    const end = await sandbox.end({ graceMs: 20 })
    assert.deepEqual(end, { code: null, signal: 'SIGKILL', exceeded: null, survivors: false })
  })

  test(`${name}: code that obeys SIGTERM ends by itself`, { skip }, async () => {
    const code = `process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('ready')`
    const sandbox = await level.start(nodeRequest(code))
    await once(sandbox.output, 'data')
    const end = await sandbox.end({ graceMs: 60_000 })
    assert.deepEqual(end, { code: 7, signal: null, exceeded: null, survivors: false })
  })

  const skipInherited = skip || (name === 'process' && 'nobody promises it')
  test(`${name}: what the agent has inherited is not passed on`, { skip: skipInherited }, async () => {
    const list = ['/bin/ls', '/proc/self/fd'] as const
    const { output } = await runInside(level, { ...nodeRequest(''), command: list })
    // The last one is the folder that is being listed.
    assert.deepEqual(output.trim().split('\n'), ['0', '1', '2', '3', '4'])
  })

  test(`${name}: what cannot be started rejects, and leaves no folder`, { skip }, async () => {
    const request = nodeRequest('', {
      readOnly: ['/nowhere'],
      command: ['/nowhere/program'],
      keepsFiles: true,
    })
    await assert.rejects(level.start(request), /nowhere/)
    assert.deepEqual(readdirSync(folders), [])
  })
}
