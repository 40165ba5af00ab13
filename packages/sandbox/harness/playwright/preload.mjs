// @ts-check
import { isBuiltin, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { workerVariable } from './run-folder.mjs'

/** What scripts may load of Node itself. For compatibility: the boundary is the sandbox. */
const builtIns = new Set([
  'assert',
  'buffer',
  'crypto',
  'dns',
  'fs',
  'http',
  'https',
  'path',
  'querystring',
  'readline',
  'stream',
  'string_decoder',
  'timers',
  'tls',
  'url',
  'util',
  'zlib',
])

const helpers = new Set(['@sonde/playwright-helpers', '@checkly/playwright-helpers'])
const helpersUrl = new URL('./helpers.cjs', import.meta.url).href
const root = `${pathToFileURL(process.cwd()).href.replace(/\/$/, '')}/`

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (helpers.has(specifier)) return { url: helpersUrl, format: 'commonjs', shortCircuit: true }
    const { parentURL } = context
    const isOfRun = parentURL?.startsWith(root) === true && !parentURL.includes('/node_modules/')
    if (!isOfRun || !isBuiltin(specifier)) return nextResolve(specifier, context)
    const [name = ''] = specifier.replace(/^node:/, '').split('/')
    if (builtIns.has(name)) return nextResolve(specifier, context)
    const error = new Error(`Cannot find module '${specifier}': it is not available in this script`)
    throw Object.assign(error, { code: 'MODULE_NOT_FOUND' })
  },
})

// Workers of the runner start with what the runner was started with, and with its variables.
const order = process.env[workerVariable]
if (isMainThread && order !== undefined) {
  delete process.env[workerVariable]
  // Node has read it, and it is nothing for scripts.
  delete process.env['NODE_COMPILE_CACHE']
  const { prepareWorker } = await import('./worker.mjs')
  prepareWorker(JSON.parse(order))
}
