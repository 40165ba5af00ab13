// A process that tests the files it is sent, one after the other, so that they share the code they load. Each file
// is a suite of its own: its hooks end with it, and its results bear its name.
import { subscribe } from 'node:diagnostics_channel'
import { flushCompileCache } from 'node:module'
import { constants } from 'node:os'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { cpuMsOfProcess } from './cpu-time.ts'
import { endDescendants } from './end-descendants.ts'
import { type LeftBehind, watchProcessState } from './process-state.ts'
import { fileReported, tellParent } from './report-to-parent.ts'
import type { FileRequest } from './messages.ts'

process.on('message', (request: FileRequest) => void testFile(request))

// Reports come a moment later, too late for a test that ends the process.
subscribe('tracing:node.test:start', (test) => {
  if (isTest(test)) tellParent({ kind: 'begun', test: test.name })
})

function isTest(message: unknown): message is { name: string } {
  return Object(message).type === 'test' && typeof Object(message).name === 'string'
}

// A run that was killed can stop nobody, and Ctrl-C reaches all of us at once.
let isTesting = false
process.on('disconnect', () => {
  if (isTesting) process.exit(1)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]))
}
process.on('exit', () => {
  if (isTesting) endDescendants(process.pid)
})

async function testFile({ path, name, settleMs }: FileRequest): Promise<void> {
  isTesting = true
  const cpuMsBefore = cpuMsOfProcess()
  const reported = fileReported(name)
  let leftBehind: LeftBehind = async () => []
  await suite(name, async () => {
    // Not before: the first suite puts the listeners of Node's own runner in place.
    leftBehind = watchProcessState()
    await import(pathToFileURL(path).href)
  })
  await reported
  const left = await leftBehind(settleMs)
  isTesting = false
  // Not only at the end, which comes after a hundred files: others load the same code meanwhile.
  flushCompileCache()
  tellParent({
    kind: 'ended',
    leftBehind: left,
    cpuMs: cpuMsOfProcess() - cpuMsBefore,
    residentBytes: process.memoryUsage.rss(),
  })
}
