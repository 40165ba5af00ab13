// The thread that answers health probes: the main thread may be busy, and a probe that waits for it would
// say so of an agent that is well.
import { parentPort, workerData } from 'node:worker_threads'
import { http } from '@sonde/ground/node-http.ts'
import { answerHealth } from './health-answer.ts'
import { createHealthBoard } from './health-board.ts'
import type { HealthWorkerData, HealthWorkerMessage } from './health-server.ts'

const { port, memory }: HealthWorkerData = workerData
const board = createHealthBoard(memory)

const server = http.createServer((request, response) => {
  const { status, body } = answerHealth(request.method ?? '', request.url ?? '', board.read())
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  })
  response.end(body)
})

server.on('error', (error: NodeJS.ErrnoException) =>
  tell({ kind: 'failed', code: error.code ?? error.message }),
)
server.listen(port, () => {
  const address = server.address()
  tell({ kind: 'listening', port: typeof address === 'object' && address !== null ? address.port : port })
})

function tell(message: HealthWorkerMessage): void {
  parentPort?.postMessage(message, [])
}
