// @ts-check
// By `import` every part of it would be loaded, streams and promises among them, which takes a tenth of the start.
const fs = process.getBuiltinModule('node:fs')

// Everything that a script could replace is taken now, before there is one.
const { stringify, parse } = JSON
const { create, entries } = Object
const { concat, from, alloc } = Buffer
const { apply } = Reflect
const { subarray, indexOf, toString } = Buffer.prototype
const { wait } = Atomics
const pauseCell = new Int32Array(new SharedArrayBuffer(4))

const jobDescriptor = 0
const channelDescriptor = 3
const chunkBytes = 65_536

/** @type {Buffer} */
let rest = alloc(0)

/** @template T @param {() => T} act @returns {T} */
function patiently(act) {
  for (;;) {
    try {
      return act()
    } catch (error) {
      // A script that has touched the stream has left it without blocking.
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (code !== 'EAGAIN') throw error
      wait(pauseCell, 0, 0, 5)
    }
  }
}

/** False: nobody has anything more to say. */
function readMore() {
  const chunk = alloc(chunkBytes)
  const length = patiently(() => fs.readSync(jobDescriptor, chunk, 0, chunkBytes, null))
  if (length === 0) return false
  rest = concat([rest, apply(subarray, chunk, [0, length])])
  return true
}

/** @param {number} bytes */
function readBytes(bytes) {
  const whole = alloc(bytes)
  let filled = rest.length < bytes ? rest.length : bytes
  rest.copy(whole, 0, 0, filled)
  rest = apply(subarray, rest, [filled])
  while (filled < bytes) {
    const length = patiently(() => fs.readSync(jobDescriptor, whole, filled, bytes - filled, null))
    if (length === 0) return null
    filled += length
  }
  return whole
}

/**
 * Waits for what the agent says next: a line of JSON, and as many bytes after it as the line announces. Nothing else
 * runs meanwhile, and what a script has left behind stands still. Null: nothing more will come.
 *
 * @returns {{ message: Record<string, any>, blobs: Buffer[] } | null}
 */
export function readMessage() {
  let end = -1
  while ((end = apply(indexOf, rest, [10])) === -1) if (!readMore()) return null
  const line = apply(toString, apply(subarray, rest, [0, end]), ['utf8'])
  rest = apply(subarray, rest, [end + 1])
  const message = parse(line)
  /** @type {Buffer[]} */
  const blobs = []
  for (let index = 0; index < message.blobs.length; index += 1) {
    const blob = readBytes(message.blobs[index])
    if (blob === null) return null
    blobs[index] = blob
  }
  return { message, blobs }
}

/** Whatever comes after the last message, piece by piece. @returns {Generator<Buffer>} */
export function* readPieces() {
  for (;;) {
    const piece = rest
    rest = alloc(0)
    if (piece.length > 0) yield piece
    else if (!readMore()) return
  }
}

/**
 * Objects without a prototype: whatever a script has put there must not speak for us.
 *
 * @param {Record<string, unknown>} value
 */
export function bare(value) {
  const copy = create(null)
  for (const [name, item] of entries(value)) copy[name] = item
  return copy
}

/** @param {Record<string, unknown>} message without prototypes, down to its leaves */
export function writeMessage(message) {
  const bytes = from(`${stringify(message)}\n`)
  let written = 0
  while (written < bytes.length) {
    const offset = written
    written += patiently(() => fs.writeSync(channelDescriptor, bytes, offset, bytes.length - offset))
  }
}
