// @ts-check
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { observePages } from '../playwright/observe-pages.mjs'
import { settingsVariable } from './files.mjs'
import { withSettings } from './settings.mjs'

/**
 * Loaded into every Node process of the tests. The one that reads the configuration of Playwright is given what we set, and
 * those that drive a browser note what happens in its pages; in all others nothing happens. Which file reads the configuration
 * differs between versions; what the function is called does not.
 */

const loaders = /\/node_modules\/playwright\/lib\/common\/(?:configLoader|index)\.js$/
const library = /\/node_modules\/playwright-core\/index\.js$/
const userConfig = /\basync function loadUserConfig\s*\(/

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
  registerHooks({
    load(url, context, nextLoad) {
      const isLibrary = library.test(url)
      if (!isLibrary && !loaders.test(url)) return nextLoad(url, context)
      const source = readFileSync(fileURLToPath(url), 'utf8')
      // Of a version that we do not know: then the project's own settings count, and only them.
      if (!isLibrary && !userConfig.test(source)) return nextLoad(url, context)
      const patch = isLibrary ? libraryPatch : configPatch
      return { format: 'commonjs', source: `${source}\n${patch}`, shortCircuit: true }
    },
  })
}
