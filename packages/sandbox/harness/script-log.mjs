// @ts-check
/** Loaded for whoever writes to the streams themselves: few scripts do. @type {() => typeof import('node:stream')} */
const loadStreams = process.getBuiltinModule.bind(process, 'node:stream')
const { Console } = console
const { apply } = Reflect
const { slice, indexOf, endsWith } = String.prototype
const { byteLength } = Buffer

const mostBytes = 1_048_576
const longestLine = 10_000

/** @type {Record<string, string>} */
const levels = { debug: 'DEBUG', trace: 'DEBUG', log: 'INFO', info: 'INFO', warn: 'WARN', error: 'ERROR' }
const others = [
  'assert',
  'dir',
  'dirxml',
  'table',
  'count',
  'countReset',
  'group',
  'groupCollapsed',
  'groupEnd',
]

/**
 * What scripts print, as lines of a log. One call of `console` is one entry; what is written to the streams is put
 * together to lines first, so that a text that comes in pieces is seen whole.
 *
 * @param {(level: string, text: string) => void} send
 */
export function createScriptLog(send) {
  let bytes = 0
  let level = 'INFO'

  /** @param {string} lineLevel @param {string} text */
  function write(lineLevel, text) {
    if (bytes > mostBytes) return
    const line = text.length > longestLine ? `${apply(slice, text, [0, longestLine])}…` : text
    bytes += byteLength(line) + 1
    if (bytes > mostBytes) send('WARN', 'log cut: it is longer than 1 MiB')
    else send(lineLevel, line)
  }

  const printed = {
    /** @param {string} text */
    write(text) {
      const whole = `${text}`
      try {
        write(level, apply(endsWith, whole, ['\n']) ? apply(slice, whole, [0, -1]) : whole)
      } catch {
        // Whoever prints is not to blame that nobody listens any more: how the run ended says it.
      }
    },
  }
  // It asks for no more of a stream than that, as long as errors are none of its business.
  const inner = new Console({
    stdout: /** @type {NodeJS.WritableStream} */ (/** @type {unknown} */ (printed)),
    colorMode: false,
    ignoreErrors: false,
  })

  /** @param {string} name @param {string} callLevel */
  function redirect(name, callLevel) {
    const method = Reflect.get(inner, name)
    Reflect.set(console, name, (/** @type {unknown[]} */ ...args) => {
      level = callLevel
      return apply(method, inner, args)
    })
  }
  for (const [name, callLevel] of Object.entries(levels)) redirect(name, callLevel)
  for (const name of [...others, 'time', 'timeEnd', 'timeLog']) redirect(name, 'INFO')

  const streams = [offerStream('stdout', 1, 'INFO'), offerStream('stderr', 2, 'ERROR')]

  /** @param {'stdout' | 'stderr'} name @param {number} fd @param {string} lineLevel */
  function offerStream(name, fd, lineLevel) {
    const lines = collectLines(lineLevel)
    /** @type {import('node:stream').Writable | null} */
    let stream = null
    Object.defineProperty(process, name, {
      configurable: true,
      enumerable: true,
      get: () => (stream ??= lineStream(fd, lines)),
    })
    return lines
  }

  /** @param {string} lineLevel */
  function collectLines(lineLevel) {
    let line = ''
    return {
      /** @param {string} text */
      add(text) {
        line += text
        for (let end = 0; (end = apply(indexOf, line, ['\n'])) !== -1;) {
          write(lineLevel, apply(slice, line, [0, end]))
          line = apply(slice, line, [end + 1])
        }
        if (line.length > longestLine) this.flush()
      },
      flush() {
        if (line !== '') write(lineLevel, line)
        line = ''
      },
    }
  }

  /** @param {number} fd @param {ReturnType<typeof collectLines>} lines */
  function lineStream(fd, lines) {
    const { Writable } = loadStreams()
    const stream = new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        lines.add(`${text}`)
        done()
      },
    })
    return Object.defineProperty(stream, 'fd', { value: fd })
  }

  return {
    write,
    /** At the end of a script: what has no line break yet, and the next one may print as much again. */
    endScript() {
      for (const { flush } of streams) flush()
      bytes = 0
    },
  }
}
