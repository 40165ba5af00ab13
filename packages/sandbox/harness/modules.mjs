// @ts-check
import { createRequire, isBuiltin, registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import vm from 'node:vm'

// By `import` every part of it would be loaded.
const { mkdirSync, readFileSync, statSync, writeFileSync } = process.getBuiltinModule('node:fs')

/** What scripts around a request may load of Node itself. For compatibility: the boundary is the sandbox. */
const builtIns = new Set([
  'assert',
  'buffer',
  'crypto',
  'dns',
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

/** Packages of the runtime that drive browsers: they are for checks of their own. */
const browserPackage = /^(?:playwright(?:-core)?|@playwright\/test|@axe-core\/playwright)(?:\/|$)/

/**
 * @param {string} folder the run's own
 * @param {string | null} packages a folder in which packages of the runtime are found
 */
export function createModules(folder, packages) {
  const root = `${pathToFileURL(folder).href.replace(/\/$/, '')}/`
  const packagesUrl = packages === null ? undefined : pathToFileURL(join(packages, 'package.json')).href
  const requirePackage = packagesUrl === undefined ? null : createRequire(packagesUrl)
  let runs = 0

  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isOfRun = context.parentURL?.startsWith(root) === true
      if (!isOfRun) return nextResolve(specifier, context)
      const written = /^\.{1,2}(?:\/|$)/.test(specifier) ? fileOf(specifier, context.parentURL) : null
      if (written !== null) return { url: written, shortCircuit: true }
      if (/^(?:\.{0,2}\/|file:|data:)/.test(specifier)) return nextResolve(specifier, context)
      if (isBuiltin(specifier)) {
        const [name = ''] = specifier.replace(/^node:/, '').split('/')
        if (!builtIns.has(name)) throw notFound(specifier)
        return nextResolve(specifier, context)
      }
      if (requirePackage === null || browserPackage.test(specifier)) throw notFound(specifier)
      // For `require` Node looks beside the file that asks, whatever a hook says.
      if (context.conditions.includes('import'))
        return nextResolve(specifier, { ...context, parentURL: packagesUrl })
      return { url: pathToFileURL(resolvePackage(requirePackage, specifier)).href, shortCircuit: true }
    },
    load(url, context, nextLoad) {
      const [, ending] = /\.([cm]?[jt]s)(?:\?|$)/.exec(url) ?? []
      if (!url.startsWith(root) || (ending !== 'js' && ending !== 'ts')) return nextLoad(url, context)
      const source = readFileSync(fileURLToPath(url), 'utf8')
      const form = formOf(source)
      if (form !== 'types' && ending === 'js') return nextLoad(url, context)
      const stripped = form === 'types' ? stripTypeScriptTypes(source) : source
      const format = formOf(stripped) === 'module' ? 'module' : 'commonjs'
      return { format, source: stripped, shortCircuit: true }
    },
  })

  const requireHere = createRequire(join(folder, 'script.js'))
  const requireSnippet = createRequire(join(folder, 'snippets', 'script.js'))
  /** Modules have no `require` of their own, and a snippet that is one may mean what lies beside it. */
  Reflect.set(
    globalThis,
    'require',
    Object.assign((/** @type {string} */ specifier) => {
      try {
        return requireHere(specifier)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : null
        if (code !== 'MODULE_NOT_FOUND' || !specifier.startsWith('.')) throw error
        return requireSnippet(specifier)
      }
    }, requireHere),
  )

  return {
    /** @param {string} path @param {Buffer} bytes */
    writeFile(path, bytes) {
      const target = join(folder, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, bytes)
    },
    /**
     * Runs a script to its end. One without `import` and `export` is the body of an asynchronous function.
     *
     * @param {string} path
     * @returns {Promise<unknown>}
     */
    run(path) {
      const file = join(folder, path)
      const source = readFileSync(file, 'utf8')
      const form = formOf(source)
      const code = form === 'types' ? stripTypeScriptTypes(source) : source
      if ((form === 'types' ? formOf(code) : form) === 'module') {
        runs += 1
        // A module is evaluated once; the same script may be run again.
        return import(`${pathToFileURL(file).href}?run=${runs}`)
      }
      const require = createRequire(file)
      const module = { exports: {} }
      const body = compileFunction(code, file)
      return body(require, module, module.exports, '/script.js', '/')
    },
  }
}

/** TypeScript names files without their ending, or with the one that they would be compiled to. */
const endings = ['.ts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']

/**
 * The file that code means by a relative path that is not there as it is written.
 *
 * @param {string} specifier
 * @param {string | undefined} from
 * @returns {string | null}
 */
function fileOf(specifier, from) {
  const { href } = new URL(specifier, from)
  if (isFile(href)) return null
  const meant = [
    ...endings.map((ending) => href.replace(/\/$/, '') + ending),
    href.replace(/\.([cm]?)js$/, '.$1ts'),
  ]
  return meant.find(isFile) ?? null
}

/** @param {string} url */
function isFile(url) {
  return statSync(fileURLToPath(url), { throwIfNoEntry: false })?.isFile() === true
}

/** @param {NodeJS.Require} requirePackage @param {string} specifier */
function resolvePackage(requirePackage, specifier) {
  try {
    return requirePackage.resolve(specifier)
  } catch {
    throw notFound(specifier)
  }
}

/** @param {string} specifier */
function notFound(specifier) {
  const error = new Error(`Cannot find module '${specifier}': it is not available in this script`)
  return Object.assign(error, { code: 'MODULE_NOT_FOUND' })
}

/**
 * How a source is to be read: as what it is valid as first. Throws the error that tells most when it is nothing.
 *
 * @param {string} source
 * @returns {'function' | 'module' | 'types'}
 */
function formOf(source) {
  const asFunction = syntaxError(() => compileFunction(source, 'script.js'))
  if (asFunction === null) return 'function'
  const asModule = syntaxError(() => new vm.SourceTextModule(source, { identifier: 'script.js' }))
  if (asModule === null) return 'module'
  if (syntaxError(() => stripTypeScriptTypes(source)) === null) return 'types'
  throw /import|export/.test(asFunction.message) ? asModule : asFunction
}

/** @param {() => unknown} compile @returns {Error | null} */
function syntaxError(compile) {
  try {
    compile()
    return null
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

/** @param {string} source @param {string} file @returns {(...args: unknown[]) => Promise<unknown>} */
function compileFunction(source, file) {
  const head = '(async function (require, module, exports, __filename, __dirname) {'
  return new vm.Script(`${head}${source.replace(/^#!.*/, '')}\n})`, {
    filename: file,
    columnOffset: -head.length,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext()
}
