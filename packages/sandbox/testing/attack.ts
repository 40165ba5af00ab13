/**
 * Code that tries things one after the other and prints what became of each: `done` with a result, or the error's code. An
 * attempt is JavaScript that may use `fs`, `cp`, `os`, `net`, `sys(number, ...args)` and whatever the test hands in as `given`.
 */
export function attackCode(attempts: Readonly<Record<string, string>>, given: object = {}): string {
  const functions = Object.entries(attempts).map(
    ([name, code]) => `${JSON.stringify(name)}: async () => { ${code} }`,
  )
  return `
    import fs from 'node:fs'
    import cp from 'node:child_process'
    import os from 'node:os'
    import net from 'node:net'
    const given = ${JSON.stringify(given)}
    const settled = (emitter, good, bad = 'error') => new Promise((resolve, reject) => {
      emitter.once(good, resolve)
      emitter.once(bad, reject)
    })
    let syscall
    const sys = async (number, ...args) => {
      const { default: koffi } = await import(given.koffi)
      syscall ??= koffi.load(null).func('long syscall(long number, long a, long b, long c, long d, long e)')
      const padded = [...args, 0, 0, 0, 0, 0].slice(0, 5)
      if (syscall(number, ...padded) >= 0) return 'allowed'
      const errno = koffi.errno()
      throw { code: Object.entries(os.constants.errno).find(([, value]) => value === errno)?.[0] ?? errno }
    }
    const results = {}
    for (const [name, attempt] of Object.entries({ ${functions.join(', ')} })) {
      try {
        results[name] = 'done: ' + (await attempt())
      } catch (error) {
        results[name] = String(error.code ?? error.message)
      }
    }
    fs.writeSync(1, JSON.stringify(results))
    process.exit()`
}
