// @ts-check
import { createRequire } from 'node:module'
import { createEnvironment } from './environment.mjs'
import { changesOfRequest, checkSize, copyRequest, createResponse, textOf } from './exchange-objects.mjs'
import { watchTimers } from './left-behind.mjs'
import { createModules } from './modules.mjs'
import { bare, readMessage, writeMessage } from './pipes.mjs'
import { readText } from './response-text.mjs'
import { createScriptLog } from './script-log.mjs'

/**
 * The program inside the sandbox: waits for a job, then runs one script after another, whenever the agent says so. Its
 * argument is the folder with the packages of the runtime. What it says is not trusted by the agent; what it does here
 * against scripts that replace parts of JavaScript only makes their errors readable.
 */

const { apply } = Reflect
const { then } = Promise.prototype
const {
  setImmediate: realSetImmediate,
  setInterval: realSetInterval,
  clearInterval: realClearInterval,
} = globalThis
const exit = process.reallyExit.bind(process)
const { slice, split, replaceAll, includes } = String.prototype
const folder = process.cwd()
const packages = process.argv[2] ?? null
const longestError = 20_000

/** @type {string} */
let token = ''
/** @type {import('./exchange-objects.mjs').RequestView | null} */
let sent = null
/** @type {ReturnType<typeof createEnvironment> | null} */
let variables = null
/** @type {((failure: { error: unknown } | null) => void) | null} */
let settle = null

const log = createScriptLog((level, text) => writeMessage(bare({ type: 'log', level, text })))
const timers = watchTimers()
const modules = createModules(folder, packages)
offerGlobals()
process.setUncaughtExceptionCaptureCallback((error) => settle?.({ error }))
writeMessage(bare({ type: 'ready' }))
next()

function next() {
  const incoming = readMessage()
  if (incoming === null || incoming.message.type === 'end') return exit(0)
  const { message, blobs } = incoming
  if (message.type === 'job') return accept(message, blobs)
  if (message.type === 'run') return run(message, blobs)
  exit(64)
}

/** @param {Record<string, any>} job @param {Buffer[]} blobs */
function accept(job, blobs) {
  token = job.token
  sent = job.request
  variables = createEnvironment(job.variables, {
    secretNames: job.secretVariables,
    onSecret: (value) => writeMessage(bare({ type: 'secret', value })),
  })
  Object.defineProperty(process, 'env', {
    value: variables.environment,
    configurable: true,
    enumerable: true,
  })
  for (let index = 0; index < blobs.length; index += 1) {
    const blob = blobs[index]
    if (blob !== undefined) modules.writeFile(job.paths[index], blob)
  }
  setGlobal('REGION', job.region)
  setGlobal('request', copyRequest(job.request))
  writeMessage(bare({ type: 'accepted' }))
  next()
}

/** @param {Record<string, any>} order @param {Buffer[]} blobs */
function run(order, blobs) {
  const { phase, path, request, response } = order
  const kept = variables?.copy() ?? {}
  if (request !== undefined) setGlobal('request', copyRequest(request))
  let body = ''
  if (response !== undefined) {
    body = response.body ?? readText(blobs[0] ?? Buffer.alloc(0), response.read)
    setGlobal('response', createResponse(response.fields, body))
  } else if (phase === 'teardown') {
    body = String(Reflect.get(Object(Reflect.get(globalThis, 'response')), 'body'))
  }
  // A script that waits for nothing that could come must not be taken for one that has ended.
  const alive = realSetInterval(() => {}, 2 ** 30)
  let isOver = false
  /** @type {{ error: unknown } | null} */
  let failure = null
  /** @param {{ error: unknown } | null} cause */
  const finish = (cause) => {
    failure ??= cause
    if (isOver) return
    isOver = true
    // At once: in the turn that is waited for, one could still fire.
    timers.endAll()
    // What was rejected and never looked at is told in the same turn.
    realSetImmediate(() => {
      settle = null
      realClearInterval(alive)
      timers.endAll()
      conclude()
      // Once more without anybody who listens: what is left of it is not the next one's.
      realSetImmediate(next)
    })
  }
  settle = finish

  function conclude() {
    try {
      if (failure !== null) throw failure.error
      const answer = phase === 'setup' ? changesAfterSetup() : changesAfterTeardown(body)
      if (phase === 'teardown') variables?.restore(kept)
      log.endScript()
      writeMessage(answer)
    } catch (error) {
      const { message, stack } = describeError(error)
      log.write('ERROR', stack)
      log.endScript()
      writeMessage(bare({ type: 'error', token, message }))
    }
  }

  try {
    const promise = modules.run(path)
    apply(then, promise, [() => finish(null), (/** @type {unknown} */ error) => finish({ error })])
  } catch (error) {
    finish({ error })
  }
}

function changesAfterSetup() {
  const request = sent === null ? null : changesOfRequest(Reflect.get(globalThis, 'request'), sent)
  const changed = variables?.changes() ?? null
  checkSize(changed, 'process.env')
  return bare({ type: 'done', token, request, variables: changed })
}

/** @param {string} before */
function changesAfterTeardown(before) {
  const response = Reflect.get(globalThis, 'response')
  const body = textOf(Reflect.get(Object(response), 'body'), 'response.body') ?? ''
  if (body === before) return bare({ type: 'done', token })
  checkSize(body, 'response.body')
  return bare({ type: 'done', token, body })
}

/** @param {string} name @param {unknown} value */
function setGlobal(name, value) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true })
}

/** Found when a script asks for them: loading them takes longer than most scripts. */
function offerGlobals() {
  for (const name of ['assert', 'expect', 'chai']) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        const found = createRequire(`${folder}/script.js`)(name)
        const value = name === 'expect' ? (found.expect ?? found) : found
        setGlobal(name, value)
        return value
      },
      set(value) {
        setGlobal(name, value)
      },
    })
  }
}

/** @param {unknown} error */
function describeError(error) {
  let message = ''
  let stack = ''
  try {
    if (error instanceof Error) {
      message = `${error.name}: ${error.message}`
      stack = ownStack(`${error.stack ?? message}`)
    } else message = `${typeof error === 'string' ? error : `thrown value ${String(error)}`}`
  } catch {
    message = 'an error that cannot be described'
  }
  return { message: apply(slice, shown(message), [0, longestError]), stack: stack === '' ? message : stack }
}

/** Without the lines that are ours, and with paths as scripts know them. @param {string} stack */
function ownStack(stack) {
  const lines = apply(split, stack, ['\n'])
  let kept = ''
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]
    if (apply(includes, line, ['node:internal']) || apply(includes, line, [import.meta.dirname])) continue
    kept += index === 0 ? line : `\n${line}`
  }
  return shown(kept)
}

/** @param {string} text */
function shown(text) {
  return apply(replaceAll, apply(replaceAll, text, [`file://${folder}/`, '/']), [`${folder}/`, '/'])
}
