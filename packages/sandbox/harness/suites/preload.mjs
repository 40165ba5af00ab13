// @ts-check
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { observePages } from '../playwright/observe-pages.mjs'
import { settingsVariable } from './files.mjs'
import { withSettings } from './settings.mjs'

/**
 * Loaded into every process of the tests, with Node or with Bun. The one that reads the configuration of Playwright is given what we set, and
 * those that drive a browser note what happens in its pages; in all others nothing happens. Which file reads the configuration
 * differs between versions; what the function is called does not.
 */

const loaders = /\/node_modules\/playwright\/lib\/common\/(?:configLoader|index)\.js$/
const library = /\/node_modules\/playwright-core\/index\.js$/
const userConfig = /\basync function loadUserConfig\s*\(/

/** What Bun, as Node, calls those parts by which it loads what is no module. */
const loading = { extensions: '_extensions', compile: '_compile' }

const configPatch = `{
  const own = loadUserConfig
  loadUserConfig = async (...args) => globalThis[Symbol.for('sonde.suite.settings')](await own(...args))
}
`
const libraryPatch = `globalThis[Symbol.for('sonde.suite.pages')](module.exports)
`

const text = process.env[settingsVariable]
if (text !== undefined) {
  const settings = JSON.parse(text)
  Object.defineProperty(globalThis, Symbol.for('sonde.suite.settings'), {
    value: (/** @type {unknown} */ config) => withSettings(config, settings),
  })
  Object.defineProperty(globalThis, Symbol.for('sonde.suite.pages'), {
    value(/** @type {unknown} */ playwright) {
      try {
        observePages(playwright, { file: settings.pages, hasInteractions: true })
      } catch {
        // A version that we do not know: its tests are not to fail for that.
      }
    },
  })
  if (typeof module.registerHooks === 'function') patchByHooks()
  else patchByExtension()
}

/** What is to be run in place of the file; null: what it says itself. @param {string} path */
function patchedSource(path) {
  const isLibrary = library.test(path)
  if (!isLibrary && !loaders.test(path)) return null
  const source = readFileSync(path, 'utf8')
  // Of a version that we do not know: then the project's own settings count, and only them.
  if (!isLibrary && !userConfig.test(source)) return null
  return `${source}\n${isLibrary ? libraryPatch : configPatch}`
}

function patchByHooks() {
  module.registerHooks({
    load(url, context, nextLoad) {
      const source = url.startsWith('file:') ? patchedSource(fileURLToPath(url)) : null
      return source === null ? nextLoad(url, context) : { format: 'commonjs', source, shortCircuit: true }
    },
  })
}

/** Bun has no such hooks, and its own break what is no module. */
function patchByExtension() {
  const extensions = /** @type {any} */ (module)[loading.extensions]
  const load = extensions['.js']
  extensions['.js'] = (/** @type {any} */ own, /** @type {string} */ path) => {
    const source = patchedSource(path)
    if (source === null) load(own, path)
    else own[loading.compile](source, path)
  }
}
