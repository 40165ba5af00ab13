import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { startAgent } from '../testing/agent-under-test.ts'
import { attack, describePlaces, isRefusal, loadKoffi, startPlaces, withKoffi } from '../testing/places.ts'
import { nodeRequest, someLimits } from '../testing/run-inside.ts'
import { readOrNull, readProcessTable } from './process-table.ts'
import { describeExceeded } from './sandbox.ts'
import { untilGone } from './until-gone.ts'

const { places, stop } = await startPlaces()
after(stop)

test('SI 10.5, 10.6: the message names the limit', () => {
  const limits = { memoryBytes: 2.7 * 2 ** 30, diskBytes: 64 * 2 ** 20 }
  assert.equal(describeExceeded({ exceeded: 'memory' }, limits), 'memory limit of 2.7 GiB exceeded')
  assert.equal(describeExceeded({ exceeded: 'disk' }, limits), 'disk limit of 64 MiB exceeded')
  assert.equal(describeExceeded({ exceeded: null }, limits), null)
})

describePlaces(places, (place) => {
  const { title, agent, level, skip } = place

  test(
    `SI 10.4 ${title}: a fork bomb meets its limit, and another run starts meanwhile`,
    { skip },
    async () => {
      const code = `
      import { spawn } from 'node:child_process'
      let refused = 0
      for (let count = 0; count < 2000 && refused < 3; count += 1)
        try {
          spawn('/bin/sleep', ['300'], { stdio: 'ignore' }).on('error', () => { refused += 1 })
          await new Promise(setImmediate)
        } catch { refused += 1 }
      console.log(refused)
      setInterval(() => {}, 1000)`
      const bomb = await agent.hold(level, nodeRequest(code))
      assert.equal(bomb.line, '3')
      // In `landlock` the number of processes is that of the user, so that the other run waits for the end of the bomb.
      if (level === 'landlock') assert.equal((await bomb.end()).survivors, false)
      const other = await agent.run(level, nodeRequest('process.exitCode = 5'))
      assert.equal(other.end.code, 5, other.errors)
      assert.equal((await bomb.end()).survivors, false)
    },
  )

  test(`SI 10.4 ${title}: of 2,000 workers some are refused, or the run ends`, { skip }, async () => {
    const code = `
      import { Worker } from 'node:worker_threads'
      for (let count = 0; count < 2000; count += 1) new Worker('setInterval(() => {}, 1000)', { eval: true })
      console.log('all of them are there')`
    const { end, output } = await agent.run(level, nodeRequest(code))
    assert.deepEqual([output, end.survivors], ['', false])
  })

  const memory = {
    buffers: `
      const kept = Array.from({ length: 24 }, () => Buffer.alloc(8 << 20, 1))
      setTimeout(() => console.log(kept.length), 20000)`,
    'many processes': `
      import { spawn } from 'node:child_process'
      const eat = 'const kept = Buffer.alloc(40 << 20, 1); setTimeout(() => console.log(kept.length), 20000)'
      for (let count = 0; count < 5; count += 1) spawn(process.execPath, ['-e', eat], { stdio: 'ignore' })`,
    WebAssembly: `
      const memory = new WebAssembly.Memory({ initial: 24 << 7 })
      new Uint8Array(memory.buffer).fill(1)
      setTimeout(() => console.log(memory), 20000)`,
    'files in memory without a name': `
      import fs from 'node:fs'
      const koffi = ${loadKoffi}
      const create = koffi.load(null).func('int memfd_create(const char *name, unsigned int flags)')
      const block = Buffer.alloc(7 << 20, 1)
      for (let count = 0; count < 40; count += 1) fs.writeSync(create('hidden', 0), block)
      setTimeout(() => {}, 20000)`,
  }
  for (const [what, code] of some(`memory, ${title}`, Object.entries(memory))) {
    test(`SI 10.5 ${title}: too much memory in ${what} ends the run`, { skip }, async () => {
      const limits = { ...someLimits, memoryBytes: 200 * 2 ** 20 }
      const { end, errors } = await agent.run(level, nodeRequest(code, { limits, ...withKoffi }))
      assert.equal(end.exceeded, 'memory', `${JSON.stringify(end)} ${errors}`)
    })
  }

  test(
    `SI 10.5 ${title}: memory faster than anybody looks ends at the limit of the process`,
    { skip },
    async () => {
      const limits = { ...someLimits, memoryBytes: 200 * 2 ** 20 }
      const code = `
      const kept = []
      while (kept.length < 64) kept.push(Buffer.alloc(64 << 20, 1))
      process.exitCode = 0`
      const { end } = await agent.run(level, nodeRequest(code, { limits }))
      assert.ok(end.exceeded === 'memory' || end.code !== 0, JSON.stringify(end))
    },
  )

  test(`SI 10.6 ${title}: files stay within the folder and its limits`, { skip }, async () => {
    const fill = (folder: string) => `
      fs.mkdirSync(${JSON.stringify(folder)}, { recursive: true })
      for (let count = 0; count < 8; count += 1)
        fs.writeFileSync(${JSON.stringify(folder)} + '/file' + count, Buffer.alloc(4 << 20))`
    const { results, run } = await attack(place, {
      sparse: 'fs.ftruncateSync(fs.openSync("sparse", "w"), 2 ** 40)',
      largeFile: 'fs.writeFileSync("large", Buffer.alloc(9 << 20))',
      temporary: fill('/tmp/more'),
      shared: fill('/dev/shm/more'),
      kept: fill('/var/tmp/more'),
      devices: fill('/dev/more'),
      root: fill('/more'),
      device: `if (cp.spawnSync('/bin/mknod', ['disk', 'b', '254', '0']).status === 0) return 'made'; throw { code: 'EPERM' }`,
    })
    assert.deepEqual([results['sparse'], results['largeFile']], ['EFBIG', 'EFBIG'])
    for (const name of ['temporary', 'shared', 'kept', 'devices', 'root', 'device'])
      assert.ok(isRefusal(results[name]), `${name}: ${results[name]}`)
    assert.equal(run.hostFolder !== null && existsSync(run.hostFolder), false)
  })

  const disk = {
    'many files': `for (let count = 0; count < 6; count += 1) fs.writeFileSync('file' + count, Buffer.alloc(1 << 18))`,
    'deleted files': `
      for (let count = 0; count < 6; count += 1) {
        const file = fs.openSync('file', 'w')
        fs.writeSync(file, Buffer.alloc(1 << 18, 1))
        fs.unlinkSync('file')
      }`,
    'empty files': `for (let count = 0; count < 1500; count += 1) fs.writeFileSync('file' + count, '')`,
    'a locked folder': `fs.mkdirSync('locked'); fs.fchmodSync(fs.openSync('locked'), 0)`,
  }
  // Root looks into every folder.
  const isRoot = agent.levels.some(({ name, missing }) => name === 'user' && missing === null)
  const disks = Object.entries(disk).filter(([what]) => what !== 'a locked folder' || !isRoot)
  for (const [what, code] of some(`disk, ${title}`, disks)) {
    test(`SI 10.6 ${title}: too much disk in ${what} ends the run`, { skip }, async () => {
      const request = nodeRequest(`import fs from 'node:fs'; ${code}; setTimeout(() => {}, 20000)`, {
        limits: { ...someLimits, diskBytes: 2 ** 20 },
        keepsFiles: true,
      })
      const { end, errors, hostFolder } = await agent.run(level, request)
      assert.equal(end.exceeded, 'disk', `${JSON.stringify(end)} ${errors}`)
      assert.ok(hostFolder !== null && !existsSync(hostFolder))
    })
  }

  if (level === 'namespaces')
    test(
      `SI 10.6 ${title}: what lies beside the folder counts as much as what lies in it`,
      { skip },
      async () => {
        const request = nodeRequest(
          `import fs from 'node:fs'
         for (const place of ['/tmp/a', '/dev/shm/a', 'a', 'b', 'c']) fs.writeFileSync(place, Buffer.alloc(220 << 10, 1))
         setTimeout(() => {}, 20000)`,
          { limits: { ...someLimits, diskBytes: 2 ** 20 }, keepsFiles: true },
        )
        const { end, errors } = await agent.run(level, request)
        assert.equal(end.exceeded, 'disk', `${JSON.stringify(end)} ${errors}`)
      },
    )

  if (level === 'namespaces')
    test(
      `SI 10.6 ${title}: a folder that is only in memory has a size, and a number of files`,
      { skip },
      async () => {
        const limits = { ...someLimits, diskBytes: 2 ** 20 }
        const fill = `for (let count = 0; count < 6; count += 1) fs.writeFileSync('file' + count, Buffer.alloc(1 << 18))`
        const { results } = await attack(place, { fill }, {}, { limits })
        assert.equal(results['fill'], 'ENOSPC')
        const code = `import fs from 'node:fs'; ${disk['empty files']}; setTimeout(() => {}, 20000)`
        assert.equal((await agent.run(level, nodeRequest(code, { limits }))).end.exceeded, 'disk')
      },
    )

  const loops = {
    JavaScript: `process.stdout.write('ready', () => { for (;;); })`,
    WebAssembly: `
      const endless = '0061736d0100000001040160000003020100070501016600000a0901070003400c000b0b'
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(endless, 'hex')))
      process.stdout.write('ready', () => exports.f())`,
    // They begin to loop when all of them are there.
    '16 workers': `
      import { Worker } from 'node:worker_threads'
      const loop = \`
        import { parentPort, workerData } from 'node:worker_threads'
        parentPort.postMessage('here')
        Atomics.wait(workerData, 0, 0)
        for (;;);\`
      const begin = new Int32Array(new SharedArrayBuffer(4))
      const workers = Array.from({ length: 16 }, () => new Worker(loop, { eval: true, workerData: begin }))
      await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('message', resolve))))
      Atomics.store(begin, 0, 1)
      Atomics.notify(begin, 0)
      process.stdout.write('ready')`,
  }
  for (const [where, code] of some(`loops, ${title}`, Object.entries(loops)))
    test(
      `SI 10.11 ${title}: busy loops in ${where} that ignore SIGTERM end after the grace`,
      { skip },
      async () => {
        // Each thread that runs JavaScript reserves memory that it does not use.
        const limits = { ...someLimits, memoryBytes: 16 * 2 ** 30 }
        const request = nodeRequest(`process.on('SIGTERM', () => {});${code}`, { limits })
        const { end, output, errors } = await agent.run(level, request, { graceMsAfterOutput: 50 })
        assert.equal(output, 'ready', errors)
        assert.deepEqual(end, { code: null, signal: 'SIGKILL', exceeded: null, survivors: false })
      },
    )

  test(
    `SI 10.12 ${title}: daemons with sessions of their own, forked twice, are gone`,
    { skip },
    async () => {
      const span = `300.${process.pid}${places.indexOf(place)}`
      const daemon = `(setsid sh -c 'exec env -i sleep ${span} </dev/null >/dev/null 2>&1 3>&-' &)`
      // Lives for a moment only, and starts the next one before.
      const hopper = `(setsid sh -c 'n=$1; while [ $n -gt 0 ]; do n=$((n-1)); (sh -c ": $0" &) ; done' ${span} 50 &)`
      const request = {
        ...nodeRequest(''),
        command: ['/bin/sh', '-c', `${daemon}; ${daemon}; ${hopper}; exit 0`] as const,
      }
      const { end, errors } = await agent.run(level, request)
      assert.deepEqual(end, { code: 0, signal: null, exceeded: null, survivors: false }, errors)
      assert.deepEqual(
        commandLines().filter((line) => line.includes(span)),
        [],
      )
    },
  )
})

const skipKilled = process.getuid?.() !== 0 && 'levels with user ids of their own need root'
test(
  'SI 10.21: a killed agent leaves nothing behind in namespaces, and until its next start in user',
  { skip: skipKilled },
  async () => {
    const agent = await startAgent({ ordinary: false })
    const offered = agent.levels.filter(({ name, missing }) => name !== 'process' && missing === null)
    const spanOf = (level: string) => `300.${process.pid}${level === 'user' ? 8 : 9}`
    for (const { name } of offered)
      for (let count = 0; count < 3; count += 1) {
        const command = [
          '/bin/sh',
          '-c',
          `(setsid sleep ${spanOf(name)} &); echo ready; exec sleep ${spanOf(name)}`,
        ] as const
        const { line } = await agent.hold(name, { ...nodeRequest(''), command })
        assert.equal(line, 'ready')
      }
    const left = (level: string) => commandLines().filter((line) => line.includes(spanOf(level)))
    assert.ok(offered.every(({ name }) => left(name).length > 0))
    await agent.stop()
    assert.equal(await untilGone(() => left('namespaces').length === 0), true)
    const next = await startAgent({ ordinary: false, userIds: agent.userIds })
    assert.deepEqual(left('user'), [])
    await next.stop()
  },
)

function commandLines(): string[] {
  return readProcessTable().flatMap(({ pid, isZombie }) =>
    isZombie ? [] : (readOrNull(`/proc/${pid}/cmdline`) ?? ''),
  )
}
