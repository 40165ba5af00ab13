// Traces for the thread that started it, from the network namespace in which it was started.
import { parentPort, workerData } from 'node:worker_threads'
import { createTraceroute } from '../src/traceroute/create-traceroute.ts'
import { TracerouteSocketError, type TraceRequest } from '../src/traceroute-engine/trace.ts'

const engine = createTraceroute(workerData)
const port = parentPort
if (!port) throw new Error('this program was not started as a worker thread')

port.on('message', async (order: { id: number; request: TraceRequest } | 'close') => {
  if (order === 'close') {
    await engine.close()
    port.close()
    return
  }
  const { id, request } = order
  try {
    port.postMessage({ id, trace: await engine.trace(request) }, [])
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof TracerouteSocketError ? error.code : null
    port.postMessage({ id, failure: { message, code } }, [])
  }
})
