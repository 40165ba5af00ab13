import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { loadLibc } from './libc.ts'
import { EFD_CLOEXEC, EFD_NONBLOCK } from './linux-abi.ts'
import { PingLoop } from './ping-loop.ts'
import { sharedWords, type FromWorker, type ToWorker } from './run-wire.ts'

export type WorkerSettings = {
  shared: Int32Array<SharedArrayBuffer>
  intervalMs: number
  windowMs: number
  kernelTimes: boolean
}

/**
 * The thread never returns to its event loop: it waits in `ppoll`, where a packet wakes it without a detour. Orders
 * are therefore taken from the port by hand, and an eventfd tells that there are some.
 */
runWorker(readSettings(workerData))

function runWorker({ shared, intervalMs, windowMs, kernelTimes }: WorkerSettings): void {
  const port = parentPort
  if (!port) throw new Error('the ICMP worker was not started as a worker thread')
  const libc = loadLibc()
  let recorded: number = sharedWords.firstFd
  const recordFd = (fd: number): void => {
    // Descriptors are never 0 here: that is the standard input.
    Atomics.store(shared, recorded, fd)
    recorded += 1
  }
  const wakeFd = libc.eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)
  if (wakeFd < 0) throw new Error(`eventfd failed with errno ${libc.errno()}`)
  recordFd(wakeFd)
  const send = (message: FromWorker): void => {
    // The numbers are ours alone: moved, not copied.
    port.postMessage(message, message.kind === 'finished' ? [message.runs.buffer] : [])
  }
  const loop = new PingLoop({
    libc,
    wakeFd,
    intervalMs,
    windowMs,
    kernelTimes,
    send,
    receive: () => readOrders(receiveMessageOnPort(port)),
    recordFd,
    isStopped: () => Atomics.load(shared, sharedWords.stop) !== 0,
  })
  loop.awaitStamps()
  send({ kind: 'ready', wakeFd, sockets: loop.report })
  loop.run()
}

/** Only `engine.ts` starts this file, and it passes exactly these settings. */
function readSettings(data: unknown): WorkerSettings {
  return data as WorkerSettings
}

/** Only `engine.ts` posts to this port, and it posts nothing else. */
function readOrders(received: { message: unknown } | undefined): ToWorker | null {
  return received ? (received.message as ToWorker) : null
}
