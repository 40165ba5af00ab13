// An ICMP worker that dies on its first order; every later one, told by a marker file, is real.
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { FromWorker } from '../src/icmp-engine/run-wire.ts'

const marker = process.env['TEST_CRASH_MARKER'] ?? ''
if (existsSync(marker)) {
  await import('../src/icmp-engine/worker.ts')
} else {
  writeFileSync(marker, '')
  const ready: FromWorker = {
    kind: 'ready',
    wakeFd: openSync('/dev/null', 'w'),
    sockets: { kinds: { IPv4: 'raw', IPv6: 'raw' }, errnos: { IPv4: 0, IPv6: 0 }, hasKernelTimes: true },
  }
  parentPort?.postMessage(ready, [])
  parentPort?.on('message', () => {
    throw new Error('broken by the test')
  })
}
