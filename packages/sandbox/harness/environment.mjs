// @ts-check
const { defineProperty, entries, keys, hasOwn, create } = Object
const secretName = /^(?:SERVICE|CHECKLY)_SECRET_/
const { test } = RegExp.prototype
const { apply } = Reflect
const longestSecret = 128_000

/**
 * `process.env` of scripts: the variables of the run, which the process itself never had in its environment.
 *
 * @param {Record<string, string>} initial
 * @param {{ secretNames: readonly string[], onSecret(value: string): void }} options
 */
export function createEnvironment(initial, { secretNames, onSecret }) {
  const secrets = new Set(secretNames)
  /** @type {Record<string, string>} */
  const values = {}
  for (const [name, value] of entries(initial)) define(values, name, value)
  const environment = new Proxy(values, {
    set(target, name, value) {
      assign(target, name, value)
      return true
    },
    defineProperty(target, name, { value }) {
      assign(target, name, value)
      return true
    },
  })

  /** @param {Record<string, string>} target @param {string | symbol} name @param {unknown} value */
  function assign(target, name, value) {
    if (typeof name === 'symbol') throw new TypeError('Names of variables are texts')
    const text = `${value}`
    define(target, name, text)
    const isSecret = secrets.has(name) || apply(test, secretName, [name])
    if (isSecret && text !== '' && text.length <= longestSecret) onSecret(text)
  }

  return {
    environment,
    /** What scripts have changed since the beginning: null for what they have deleted. */
    changes() {
      /** @type {Record<string, string | null>} */
      const changed = create(null)
      for (const name of keys(values)) {
        const value = values[name] ?? ''
        if (!hasOwn(initial, name) || initial[name] !== value) changed[name] = value
      }
      for (const name of keys(initial)) if (!hasOwn(values, name)) changed[name] = null
      return changed
    },
    /** A copy, to go back to. */
    copy: () => ({ ...values }),
    /** @param {Record<string, string>} copy */
    restore(copy) {
      for (const name of keys(values)) delete values[name]
      for (const [name, value] of entries(copy)) define(values, name, value)
    },
  }
}

/** @param {Record<string, string>} target @param {string} name @param {string} value */
function define(target, name, value) {
  // By definition: a variable may be called __proto__.
  defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true })
}
