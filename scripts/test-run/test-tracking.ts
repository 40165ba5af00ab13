import asyncHooks from 'node:async_hooks'

type Hook = ReturnType<typeof asyncHooks.createHook>

const createHook = asyncHooks.createHook
let hook: Hook | null = null

// The first one is that of Node's test runner, which is loaded after this file.
Object.assign(asyncHooks, {
  createHook(callbacks: Parameters<typeof createHook>[0]): Hook {
    Object.assign(asyncHooks, { createHook })
    hook = createHook(callbacks)
    return hook
  },
})

/**
 * By what Node's test runner knows to which test a promise belongs, each promise and its end: a fifth of the processor time of
 * tests that ask a database. It is needed where tests are declared, to know of which suite they are. While they run it would
 * only tell whose error nobody has caught: that is a failure of the file without it.
 */
export const testTracking = {
  start: (): void => void hook?.enable(),
  stop: (): void => void hook?.disable(),
}
