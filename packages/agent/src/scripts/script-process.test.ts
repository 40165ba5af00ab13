import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { SandboxEnd } from '@sonde/sandbox/sandbox.ts'
import { scriptLimits } from './script-limits.ts'
import { createScriptProcess } from './script-process.ts'

/** A process that says what it is told to, and ends when it is told to: as slowly as a busy machine lets it. */
function slowProcess() {
  const [input, output, errors, channel] = Array.from({ length: 4 }, () => new PassThrough())
  const ended = Promise.withResolvers<SandboxEnd>()
  const ends: number[] = []
  if (!input || !output || !errors || !channel) throw new Error('no streams')
  const sandbox = {
    pid: 1,
    folder: '/job',
    hostFolder: null,
    input,
    output,
    errors,
    channel,
    ended: ended.promise,
    watch: () => {},
    end({ graceMs }: { graceMs: number }) {
      ends.push(graceMs)
      return ended.promise
    },
  }
  return { sandbox, input, channel, ended, ends }
}

const passed: SandboxEnd = { code: 0, signal: null, exceeded: null, survivors: false }

test('a process that was told to end is not signalled while it does', async () => {
  const { sandbox, channel, ended, ends } = slowProcess()
  const process = createScriptProcess(sandbox, scriptLimits)
  channel.write('{"type":"ready"}\n')
  const finished = process.finish()
  channel.end()
  await new Promise((resolve) => channel.once('close', resolve))
  assert.deepEqual(ends, [])
  ended.resolve(passed)
  assert.equal(await finished, null)
})

test('one that closes its channel without having been told to is ended', async () => {
  const { sandbox, channel, ended, ends } = slowProcess()
  const process = createScriptProcess(sandbox, scriptLimits)
  channel.end()
  await new Promise((resolve) => channel.once('close', resolve))
  assert.deepEqual(ends, [scriptLimits.graceMs])
  ended.resolve({ ...passed, code: null, signal: 'SIGTERM' })
  assert.equal(await process.over, 'it ended without a result (signal SIGTERM)')
})
