// @ts-check
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { settingsVariable } from './files.mjs'
import { withSettings } from './settings.mjs'

/**
 * Loaded into every Node process of the tests. The one that reads the configuration of Playwright is given what we set; in all
 * others nothing happens. Which file that is differs between versions; what the function is called does not.
 */

const loaders = /\/node_modules\/playwright\/lib\/common\/(?:configLoader|index)\.js$/
const userConfig = /\basync function loadUserConfig\s*\(/
const key = Symbol.for('sonde.suite.settings')

const patch = `{
  const own = loadUserConfig
  loadUserConfig = async (...args) => globalThis[Symbol.for('sonde.suite.settings')](await own(...args))
}
`

const text = process.env[settingsVariable]
if (text !== undefined) {
  const settings = JSON.parse(text)
  Object.defineProperty(globalThis, key, {
    value: (/** @type {unknown} */ config) => withSettings(config, settings),
  })
  registerHooks({
    load(url, context, nextLoad) {
      if (!loaders.test(url)) return nextLoad(url, context)
      const source = readFileSync(fileURLToPath(url), 'utf8')
      // Of a version that we do not know: then the project's own settings count, and only them.
      if (!userConfig.test(source)) return nextLoad(url, context)
      return { format: 'commonjs', source: `${source}\n${patch}`, shortCircuit: true }
    },
  })
}
