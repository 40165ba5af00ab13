// A process that opens its health endpoints, names their port and never comes round again.
import { writeSync } from 'node:fs'
import { startHealthServer } from '@sonde/agent/health/health-server.ts'

const { port } = await startHealthServer({ port: 0 })
writeSync(1, `${port}\n`)
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
