// @ts-check
import { isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readMessage } from '../pipes.mjs'
import { createTraceScrubber } from './scrub-entry.mjs'

/**
 * The program inside the sandbox that masks secrets in the texts of a trace: reads the archive, writes another one beside
 * it. Sizes are counted and never believed. Whatever goes wrong ends it with another code than 0, and the trace is not kept.
 */

const packages = process.argv[2] ?? ''
const require = createRequire(join(packages, 'package.json'))
const { yauzl, yazl } = require(join(packages, 'node_modules/playwright-core/lib/zipBundle.js'))

const incoming = readMessage()
if (incoming === null) process.exit(1)
const { forms, headers, output, limits } = incoming.message
const [archive] = incoming.blobs
const scrub = createTraceScrubber({ forms, headers })
const target = new yazl.ZipFile()
const written = pipeline(target.outputStream, createWriteStream(output))
let unpackedBytes = 0
let entries = 0

yauzl.fromBuffer(archive, { lazyEntries: true }, (/** @type {unknown} */ error, /** @type {any} */ zip) => {
  if (error) throw error
  zip.on('error', (/** @type {unknown} */ cause) => {
    throw cause
  })
  zip.on('end', async () => {
    target.end()
    await written
    process.exit(0)
  })
  zip.on('entry', async (/** @type {any} */ entry) => {
    entries += 1
    if (entries > limits.entries) throw new Error('it has too many files')
    if (!entry.fileName.endsWith('/')) {
      const bytes = await read(zip, entry)
      target.addBuffer(isText(bytes) ? scrub(entry.fileName, bytes) : bytes, entry.fileName)
    }
    zip.readEntry()
  })
  zip.readEntry()
})

/** @param {any} zip @param {any} entry @returns {Promise<Buffer>} */
async function read(zip, entry) {
  const stream = await new Promise((resolve, reject) =>
    zip.openReadStream(entry, (/** @type {unknown} */ error, /** @type {unknown} */ opened) =>
      error ? reject(error) : resolve(opened),
    ),
  )
  /** @type {Buffer[]} */
  const chunks = []
  for await (const chunk of stream) {
    unpackedBytes += chunk.length
    if (unpackedBytes > limits.bytes) throw new Error('it is too large when it is unpacked')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Pictures and other bytes are left alone: nothing can be found in them. @param {Buffer} bytes */
function isText(bytes) {
  return bytes.length > 0 && isUtf8(bytes) && !bytes.includes(0)
}
