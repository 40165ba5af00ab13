// @ts-check
import { writeFileSync } from 'node:fs'
import { readMessage } from '../pipes.mjs'
import { loadZip, scrubArchive } from './scrub-archive.mjs'
import { createTraceScrubber } from './scrub-entry.mjs'

/**
 * The program inside the sandbox that masks secrets in the texts of a trace: reads the archive, writes another one beside
 * it. Whatever goes wrong ends it with another code than 0, and the trace is not kept.
 */

const incoming = readMessage()
if (incoming === null) process.exit(1)
const { forms, headers, output, limits } = incoming.message
const [archive] = incoming.blobs
const scrub = createTraceScrubber({ forms, headers })
writeFileSync(output, await scrubArchive(loadZip(process.argv[2] ?? ''), archive, { scrub, limits }))
process.exit(0)
