import { Worker } from 'node:worker_threads'
import type { DocumentLimits } from './json-limits.ts'
import type { ParsedJson } from './parse-json.ts'

export type LargeJsonTask = { bytes: Uint8Array; limits: DocumentLimits }

/** One field of the document, or one item of a field that is a list. */
export type DocumentEntry = { name: string; value: unknown; isItem: boolean }

export type LargeJsonReply =
  | Exclude<ParsedJson, { kind: 'parsed' }>
  | { kind: 'part'; entries: DocumentEntry[]; isLast: boolean }

/** Of the thread; what needs more is more than the service can take. */
const mostMegabytes = 768

/**
 * Parses a document of many megabytes, whose lists hold objects, on a thread of its own, which ends with it and takes
 * its memory along. The result comes over in parts, one for each turn of the loop: taking over all of it at once would
 * hold this thread for as long as parsing it here.
 */
export async function parseLargeJson(bytes: Buffer, limits: DocumentLimits): Promise<ParsedJson> {
  const worker = new Worker(new URL('./large-json-worker.ts', import.meta.url), {
    name: 'large-json',
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    // It needs nothing of the environment, and keys may be in there.
    env: {},
    execArgv: [],
  })
  const document: Record<string, unknown> = {}
  const { promise, resolve, reject } = Promise.withResolvers<ParsedJson>()
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') reject(error)
    else
      resolve({
        kind: 'too-large',
        message: 'The body contains more than this server can process: send it in parts',
      })
  })
  worker.on('exit', () => reject(new Error('the thread that parses large bodies ended')))
  worker.on('message', (reply: LargeJsonReply) => {
    if (reply.kind !== 'part') return resolve(reply)
    for (const entry of reply.entries) addTo(document, entry)
    if (reply.isLast) return resolve({ kind: 'parsed', value: document })
    return void setImmediate(() => worker.postMessage('next', []))
  })
  const task: LargeJsonTask = { bytes: ownMemory(bytes), limits }
  worker.postMessage(task, [task.bytes.buffer as ArrayBuffer])
  try {
    return await promise
  } finally {
    void worker.terminate()
  }
}

function addTo(document: Record<string, unknown>, { name, value, isItem }: DocumentEntry): void {
  const list = document[name]
  if (isItem && Array.isArray(list)) list.push(value)
  else document[name] = value
}

/** A buffer may share its memory with others, which must not go to the thread with it. */
function ownMemory(bytes: Buffer): Uint8Array {
  return bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes)
}
