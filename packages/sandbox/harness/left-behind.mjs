// @ts-check
import { syncBuiltinESMExports } from 'node:module'

// By `import` every part of it would be loaded.
const timers = process.getBuiltinModule('node:timers')

const { apply } = Reflect
const { clearTimeout: endTimeout, clearImmediate: endImmediate } = timers

/** Timers that a script leaves behind end with it: the next one would be called by them. */
export function watchTimers() {
  /** @type {Set<() => void>} */
  let open = new Set()
  for (const name of /** @type {const} */ (['setTimeout', 'setInterval', 'setImmediate'])) {
    const original = timers[name]
    const end = name === 'setImmediate' ? endImmediate : endTimeout
    /** @this {unknown} @param {unknown[]} args */
    const watched = function (...args) {
      const timer = apply(original, this, args)
      open.add(() => end(timer))
      return timer
    }
    Object.defineProperties(watched, Object.getOwnPropertyDescriptors(original))
    Reflect.set(timers, name, watched)
    Reflect.set(globalThis, name, watched)
  }
  syncBuiltinESMExports()
  return {
    endAll() {
      const left = open
      open = new Set()
      for (const end of left) end()
    },
  }
}
