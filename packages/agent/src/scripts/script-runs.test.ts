// Own process: sandboxes change how it inherits files and orphans.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { ApiRunDetail } from '@sonde/schema/check-types/api-check-result.ts'
import { assertion } from '@sonde/schema/testing/api-config.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { toolsWith } from '../../testing/probe-tools.ts'
import { openScriptLevels } from '../../testing/script-levels.ts'
import { scriptRunsAt, type ScriptRunsUnderTest } from '../../testing/script-runs.ts'

const { levels, close } = await openScriptLevels()
const validateDetail = createValidator().compile(ApiRunDetail, { complete: true })
let icmp: Awaited<ReturnType<typeof startIcmp>>
before(async () => {
  icmp = await startIcmp()
})
after(async () => {
  await icmp.close()
  await close()
})

type Run = Awaited<ReturnType<ScriptRunsUnderTest['run']>>

function texts(entries: readonly { msg: string }[] | undefined): string[] {
  return (entries ?? []).map(({ msg }) => msg)
}

function failedWith({ verdict, detail, notRunCause }: Run, pattern: RegExp): void {
  assert.deepEqual([verdict.kind, notRunCause, verdict.isNetworkError], ['failed', null, false])
  assert.match(verdict.reason ?? '', pattern)
  assert.match(detail?.requestError ?? '', pattern)
  assert.deepEqual(validateDetail(JSON.parse(JSON.stringify(detail))), [])
}

/** Code of Node that the list of modules does not offer: as somebody who goes round it. */
const fs = `const fs = process.getBuiltinModule('fs');`

for (const { name, skip, level } of levels) {
  suite(`API runs with scripts, level ${name}`, { skip }, () => {
    let runs: ScriptRunsUnderTest
    let hasty: ScriptRunsUnderTest
    before(async () => {
      runs = await scriptRunsAt(level, toolsWith(icmp))
      hasty = await scriptRunsAt(level, toolsWith(icmp), { limits: { scriptMs: 500 } })
    })
    after(async () => {
      await runs.close()
      await hasty.close()
    })

    test('scripts run in their order around the request, with modules, types and top-level await', async () => {
      const run = await runs.run({
        groupSetup: `import { prefix } from './snippets/words.js'
          const first: string = await Promise.resolve(prefix + 'one')
          process.env.ORDER = first; console.log('group', REGION)`,
        setup: `const { joined } = require('./snippets/joined'); const { createHash } = require('node:crypto')
          process.env.ORDER = joined(process.env.ORDER, 'two'); request.headers['X-Sum'] = createHash('md5').update('').digest('hex').length
          request.queryParameters.q = 'a b'; request.method = 'post'; request.body = '{{ORDER}}'`,
        teardown: `console.log(response.statusCode, response.body, request.body); response.statusCode = 500
          response.body = JSON.stringify({ ...JSON.parse(response.body), b: process.env.ORDER }); process.env.ORDER = 'gone'`,
        groupTeardown: `console.warn(JSON.parse(response.body).b, process.env.ORDER); assert.equal(__filename, '/script.js')`,
        snippets: {
          words: `export const prefix: string = 'the '`,
          joined: `const { sep } = require('./sep.js'); module.exports = { joined: (a, b) => a + sep + b }`,
          sep: `module.exports = { sep: ', ' }`,
        },
        config: {
          request: { assertions: [assertion('JSON_BODY', 'EQUALS', 'the one, two', { property: '$.b' })] },
        },
      })
      assert.deepEqual([run.verdict.kind, run.verdict.reason], ['passed', null])
      const last = runs.received.at(-1)
      assert.deepEqual([last?.url, last?.headers['x-sum'], last?.body], ['/?q=a%20b', '32', 'the one, two'])
      assert.deepEqual(texts(run.detail?.jobLog?.setup), ['group eu-west-1'])
      assert.deepEqual(
        run.detail?.jobLog?.teardown.map(({ level: of, msg }) => [of, msg]),
        [
          ['INFO', '200 {"a":1} the one, two'],
          ['WARN', 'the one, two the one, two'],
        ],
      )
      assert.deepEqual(validateDetail(JSON.parse(JSON.stringify(run.detail))), [])
    })

    test('MC case 14: files of a project are found as TypeScript names them, by import and by require', async () => {
      const run = await runs.run({
        setupPath: 'scripts/setup.ts',
        setup: `import { word } from '../lib/words'
          import end from '../lib/end.js'
          const marks: string[] = [word, end, require('../lib').mark]
          request.headers['X-Words'] = marks.join(' ')`,
        beside: {
          'lib/words.ts': `import type { Word } from './types'
            export const word: Word = 'typed'`,
          'lib/types.ts': `export type Word = string`,
          'lib/end.ts': `export default 'plain'`,
          'lib/index.js': `exports.mark = require('./mark').mark`,
          'lib/mark.ts': `exports.mark = 'required' as string`,
        },
      })
      assert.deepEqual([run.verdict.kind, run.verdict.reason], ['passed', null])
      assert.equal(runs.received.at(-1)?.headers['x-words'], 'typed plain required')
      const missing = await runs.run({ setup: `import { a } from './not-there'; a()` })
      failedWith(missing, /Cannot find module .*not-there/)
    })

    test('case 4: what a set-up script puts into the environment is filled in, and gone with the attempt', async () => {
      const scripts = {
        setup: `console.log(String(process.env.T)); process.env.T = '1'`,
        config: { request: { method: 'POST', body: 'T={{T}}' } },
      } as const
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const { detail } = await runs.run(scripts)
        assert.deepEqual(texts(detail?.jobLog?.setup), ['undefined'])
        assert.equal(runs.received.at(-1)?.body, 'T=1')
      }
    })

    test('case 9: when the set-up script of the group throws, nothing else runs and nothing is sent', async () => {
      const sent = runs.received.length
      const run = await runs.run({
        groupSetup: `function login() { throw new Error('no token') }\nlogin()`,
        setup: `console.log('never')`,
        teardown: `console.log('never')`,
        config: { shouldFail: true },
      })
      failedWith(run, /^The set-up script of the group failed: Error: no token$/)
      const [stack = '', ...more] = texts(run.detail?.jobLog?.setup)
      assert.match(stack, /Error: no token\n +at login \(\/group-setup\.js:1/)
      assert.ok(!more.includes('never'))
      assert.deepEqual([runs.received.length, run.detail?.jobLog?.teardown], [sent, []])
    })

    test('case 10: a teardown script that finds fault fails the attempt, and assertions are still evaluated', async () => {
      const run = await runs.run({
        teardown: `expect(response.body).toBe('x')`,
        groupTeardown: `console.log('cleaned up')`,
        config: { shouldFail: false, request: { assertions: [assertion('STATUS_CODE', 'EQUALS', '200')] } },
      })
      failedWith(run, /^The teardown script failed: Error: expected x/)
      assert.deepEqual(
        run.detail?.assertions.map(({ error }) => error),
        [null],
      )
      assert.equal(run.detail?.response.status, 200)
      assert.ok(texts(run.detail.jobLog?.teardown).includes('cleaned up'))
    })

    test('cases 11 and 12, SI 10.11: who does not end is ended, and others are not kept waiting', async () => {
      const [busy, waiting, stubborn, other] = await Promise.all([
        hasty.run({ setup: `while (true) {}` }),
        hasty.run({ setup: `await new Promise(() => {})` }),
        hasty.run({ setup: `process.on('SIGTERM', () => {}); for (;;) {}` }),
        runs.run({ setup: `console.log('fine')` }),
      ])
      for (const run of [busy, waiting, stubborn])
        failedWith(run, /^The set-up script failed: time limit of 0\.5 s exceeded$/)
      assert.equal(other.verdict.kind, 'passed')
    })

    test('case 13: who takes more memory than there is fails by that, and the next run passes', async (t) => {
      // Time enough to fill it beside whatever else this machine does.
      const patient = await scriptRunsAt(level, toolsWith(icmp), { limits: { scriptMs: 120_000 } })
      t.after(() => patient.close())
      const run = await patient.run({
        setup: `const all = []; for (;;) all.push(new Array(1e5).fill(all.length))`,
      })
      failedWith(run, /^The set-up script failed: memory limit of 512 MiB exceeded$/)
      // Where the machine itself keeps the limit; at `process` only the heap of Node has one.
      if (name !== 'process') {
        const buffers = await patient.run({
          setup: `const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))`,
        })
        failedWith(buffers, /memory limit of 512 MiB exceeded$/)
      }
      assert.equal((await runs.run({ setup: '' })).verdict.kind, 'passed')
    })

    test('cases 14 and 75: what is written back has a size and a type', async () => {
      const big = `'x'.repeat(300 * 1024)`
      for (const write of [`request.body = ${big}`, `request.headers.X = ${big}`, `process.env.X = ${big}`]) {
        failedWith(await runs.run({ setup: write }), /^The set-up script failed: RangeError: .*256 KB/)
      }
      failedWith(
        await runs.run({ teardown: `response.body = ${big}` }),
        /^The teardown script failed: .*256 KB/,
      )
      failedWith(
        await runs.run({ setup: `request.headers.X = {}` }),
        /TypeError: request\.headers\.X must be a text/,
      )
      failedWith(await runs.run({ setup: `request.method = 'TRACE'` }), /request\.method is none of GET/)
      const headers = [
        { key: 'X', value: 'old' },
        { key: 'Y', value: 'stays', locked: true },
      ]
      await runs.run({ setup: `request.headers.X = 5`, config: { request: { headers } } })
      assert.deepEqual(
        [runs.received.at(-1)?.headers['x'], runs.received.at(-1)?.headers['y']],
        ['5', 'stays'],
      )
      await runs.run({ setup: `request.headers.X = undefined`, config: { request: { headers } } })
      assert.deepEqual(
        [runs.received.at(-1)?.headers['x'], runs.received.at(-1)?.headers['y']],
        [undefined, 'stays'],
      )
    })

    test('case 55: what becomes a secret while a script runs is masked, also when it is printed in pieces', async () => {
      const run = await runs.run({
        setup: `process.env['SERVICE_SEC' + 'RET_X'] = 'abc123def'; process.stdout.write('is abc12'); process.stdout.write('3def.\\n')
          process.env.PEM = 'first line\\nsecond line'; console.log('a first line'); console.log('second line b')
          request.headers.Shown = 'abc123def'; throw new Error('with abc123def')`,
        secretVariables: ['PEM'],
        variables: { PEM: 'nothing' },
      })
      const shown = JSON.stringify([run.verdict, run.detail])
      for (const secret of ['abc123def', 'abc12', 'first line', 'second line'])
        assert.ok(!shown.includes(secret), secret)
      assert.ok(texts(run.detail?.jobLog?.setup).join('\n').includes('is *********.'))
    })

    test('case 76: assertions see what a teardown script has put there, and readers see asterisks', async () => {
      const run = await runs.run({
        teardown: `response.body = process.env.TOKEN`,
        variables: { TOKEN: 'tok-8861-secret' },
        secretVariables: ['TOKEN'],
        config: { request: { assertions: [assertion('TEXT_BODY', 'EQUALS', 'tok-8861-secret')] } },
      })
      assert.equal(run.verdict.kind, 'passed')
      assert.equal(run.detail?.response.body, '*********')
    })

    test('a log that the result has no room for is whole in a file, without secrets', async () => {
      const setup = `for (let line = 0; line < 1500; line += 1) console.log('line ' + line + ' ' + process.env.TOKEN)`
      const variables = { TOKEN: 'tok-8861-secret' }
      const run = await runs.run({ setup, variables, secretVariables: ['TOKEN'] })
      const shown = texts(run.detail?.jobLog?.setup)
      assert.match(shown.at(-1) ?? '', /^log cut: \d+ further lines are in logs\.txt$/)
      const { files } = run.raw
      assert.deepEqual(
        files?.files.map((file) => [file.name, file.kind, file.contentType]),
        [['logs.txt', 'log', 'text/plain']],
      )
      const path = files?.files[0]?.path ?? ''
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
      assert.equal(lines.length, 1500)
      assert.match(lines.at(-1) ?? '', /^\d{4}-\d\d-\d\dT\S+Z setup INFO line 1499 \*+$/)
      await files?.dispose()
      assert.ok(!existsSync(path))
      assert.equal((await runs.run({ setup: `console.log('short')` })).raw.files, undefined)
    })

    test('a runtime that is not here is no verdict, and says which are', async () => {
      const { verdict, notRunCause } = await runs.run({ setup: '', runtimeId: '2024.09' })
      assert.deepEqual([verdict.kind, notRunCause], ['withheld', 'no-runtime'])
      assert.match(verdict.reason ?? '', /2024\.09.*2026\.04/)
    })

    test('SI 10.7: endless output is cut, and an endless line ends the run', async () => {
      const flood = await runs.run({
        setup: `for (let line = 0; line < 300; line += 1) process.stdout.write('x'.repeat(1e5) + '\\n')`,
      })
      assert.equal(flood.verdict.kind, 'passed')
      const kept = texts(flood.detail?.jobLog?.setup)
      assert.match(kept.at(-1) ?? '', /^log cut/)
      assert.ok(kept.join('').length <= 300_000)
      const endless = `${fs} for (;;) fs.writeSync(1, 'x'.repeat(1e5) + '\\n')`
      failedWith(await hasty.run({ setup: endless }), /time limit/)
      for (const write of [
        `'x'.repeat(1e5)`,
        `(JSON.stringify({ type: 'log', level: 'INFO', text: 'x' }) + '\\n').repeat(1_000)`,
      ])
        failedWith(
          await runs.run({ setup: `${fs} for (;;) fs.writeSync(3, ${write})` }),
          /^The set-up script failed: the script wrote what is no message$/,
        )
    })

    test('SI 10.8: forged messages fail the run that writes them, and change nothing else', async () => {
      const forgeries = [
        `JSON.stringify({ type: 'done', token: 'guessed', runId: '0' })`,
        `'{"type":"done","token":1,"__proto__":{"polluted":1}}'`,
        `'['.repeat(10000) + ']'.repeat(10000)`,
        `JSON.stringify({ type: 'accepted' })`,
        `JSON.stringify({ type: 'ready' })`,
      ]
      for (const forged of forgeries) {
        const setup = `${fs} fs.writeSync(3, ${forged} + '\\n'); await new Promise(() => {})`
        failedWith(await runs.run({ setup }), /the script wrote what is no message/)
      }
      assert.equal(Reflect.get({}, 'polluted'), undefined)
    })

    test('SI 10.8: who speaks after its last script is failed, whatever it said before', async () => {
      const teardown = `${fs} process.on('exit', () => {}); const write = process.reallyExit
        process.getBuiltinModule('fs').readSync = () => { fs.writeSync(3, '{"type":"done","token":"again"}\\n'); write.call(process, 0) }
        process.getBuiltinModule('module').syncBuiltinESMExports()`
      failedWith(
        await runs.run({ teardown }),
        /^The teardown script failed: the script wrote what is no message$/,
      )
    })

    test('SI 10.9: who closes everything and leaves has no result', async () => {
      for (const leave of [
        'process.reallyExit(0)',
        'process.exit(0)',
        'process.kill(process.pid, "SIGKILL")',
      ]) {
        const setup = `${fs} for (const fd of [0, 1, 2, 3]) fs.closeSync(fd); ${leave}; await new Promise(() => {})`
        failedWith(await runs.run({ setup }), /^The set-up script failed: it ended without a result \(/)
      }
    })

    test('SI 10.10: who replaces parts of JavaScript and throws has failed', async () => {
      const setup = `Object.prototype.toJSON = () => ({ type: 'done' }); JSON.stringify = () => '{"type":"done"}'
        Promise.prototype.then = (done) => done(); process.exit = () => {}; throw new Error('thrown')`
      failedWith(await runs.run({ setup }), /^The set-up script failed: Error: thrown$/)
    })

    test('SI 10.17: what a run plants beside the runtime is not there for the next one', async () => {
      const module = JSON.stringify(`${runs.runtimeFolder}/node_modules/expect/index.js`)
      const evil = JSON.stringify(`${runs.runtimeFolder}/node_modules/evil.js`)
      for (const path of [module, evil]) {
        const run = await runs.run({ setup: `${fs} fs.writeFileSync(${path}, 'module.exports = 1')` })
        failedWith(run, /EACCES|EROFS|ERR_ACCESS_DENIED|ENOENT|Access to this API has been restricted/)
      }
      await runs.run({ setup: `require('expect').expect = () => ({ toBe() {} })` })
      failedWith(await runs.run({ teardown: `expect(1).toBe(2)` }), /expected 2, received 1/)
      failedWith(await runs.run({ setup: `require('evil')` }), /Cannot find module 'evil'/)
    })

    test('modules that scripts are not offered are not found', async () => {
      const browserPackages = ['playwright', '@playwright/test']
      for (const browserPackage of browserPackages) {
        const folder = join(runs.runtimeFolder, 'node_modules', browserPackage)
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, 'index.js'), '')
      }
      for (const wanted of ['fs', 'node:child_process', 'nothing-of-ours', ...browserPackages])
        failedWith(await runs.run({ setup: `require('${wanted}')` }), /Cannot find module/)
    })

    test('timers that a script leaves behind end with it', async () => {
      const run = await runs.run({
        setup: `setInterval(() => console.log('still there'), 1); setTimeout(() => { throw new Error('late') }, 1)`,
        teardown: `await new Promise((resolve) => setTimeout(resolve, 30)); console.log('done')`,
      })
      assert.equal(run.verdict.kind, 'passed')
      assert.deepEqual(texts(run.detail?.jobLog?.teardown), ['done'])
    })

    test('SI 10.24: a sandbox that was killed while it waited is replaced, and no run is harmed', async () => {
      const started: number[] = []
      const second = Promise.withResolvers<number>()
      const watched = {
        name,
        openWorkspace: level.openWorkspace,
        async start(request: Parameters<typeof level.start>[0]) {
          const sandbox = await level.start(request)
          if (started.push(sandbox.pid) === 2) second.resolve(sandbox.pid)
          return sandbox
        },
      }
      const pooled = await scriptRunsAt(watched, toolsWith(icmp), { poolSize: 1 })
      try {
        assert.equal((await pooled.run({ setup: '' })).verdict.kind, 'passed')
        process.kill(await second.promise, 'SIGKILL')
        assert.equal((await pooled.run({ setup: '' })).verdict.kind, 'passed')
      } finally {
        await pooled.close()
      }
    })

    test('SI 10.25: runs side by side see nothing of each other, and each file is fetched once', async () => {
      const fetched = runs.fetched()
      const setup = `${fs} console.log(process.env.OWN, String(process.env.T), String(globalThis.left), fs.readdirSync('.').includes('left.txt'))
        globalThis.left = 1; process.env.T = process.env.OWN; fs.writeFileSync('left.txt', process.env.OWN)`
      const owners = Array.from(
        { length: rounds(200, 12) },
        (_, number) => `account ${number % 2}, run ${number}`,
      )
      const waiting = owners.values()
      // As many at a time as an agent would run.
      const worker = async () => {
        for (const owner of waiting) {
          const { detail } = await runs.run({ setup, variables: { OWN: owner } })
          assert.deepEqual(texts(detail?.jobLog?.setup), [`${owner} undefined undefined false`])
        }
      }
      await Promise.all(Array.from({ length: 12 }, worker))
      assert.equal(runs.fetched() - fetched, 1)
    })
  })
}
