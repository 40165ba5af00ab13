import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  TracerouteEngineError,
  TracerouteSocketError,
  type Trace,
  type TracerouteEngine,
  type TracerouteEngineOptions,
  type TraceRequest,
} from '../src/traceroute-engine/trace.ts'
import type { NetworkNamespace } from './network-namespace.ts'

type Reply = { id: number; trace?: Trace; failure?: { message: string; code: string | null } }

/** An engine whose sockets are in the namespace, because its thread is. */
export function tracerouteInside(
  namespace: NetworkNamespace,
  options: TracerouteEngineOptions = {},
): TracerouteEngine {
  const program = new URL('./traceroute-worker.ts', import.meta.url)
  const worker = namespace.enter(() => new Worker(program, { workerData: options }))
  const open = new Map<number, { resolve: (trace: Trace) => void; reject: (error: Error) => void }>()
  let lastId = 0
  worker.on('message', ({ id, trace, failure }: Reply) => {
    const waiting = open.get(id)
    open.delete(id)
    if (trace) waiting?.resolve(trace)
    else if (failure?.code === 'EPERM' || failure?.code === 'EAFNOSUPPORT') {
      waiting?.reject(new TracerouteSocketError(failure.code, failure.message))
    } else waiting?.reject(new TracerouteEngineError(failure?.message))
  })
  return {
    capability: { isSupported: true, hasRawSockets: true, missing: [] },
    trace({ signal: _signal, ...request }: TraceRequest) {
      lastId += 1
      const id = lastId
      const { promise, resolve, reject } = Promise.withResolvers<Trace>()
      open.set(id, { resolve, reject })
      worker.postMessage({ id, request }, [])
      return promise
    },
    async close() {
      worker.postMessage('close', [])
      await once(worker, 'exit')
    },
  }
}
