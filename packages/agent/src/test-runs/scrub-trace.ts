import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import type { SandboxLevel } from '@sonde/sandbox/sandbox.ts'
import { mostArtifactBytes } from '@sonde/schema/agents/artifact-protocol.ts'
import { formsOf, isMaskable } from '@sonde/scrub/secret-forms.ts'
import { createDeadline } from '../scripts/deadline.ts'
import type { InstalledRuntime } from '../scripts/runtimes.ts'
import { copyLeftFile } from './collect-files.ts'

const mebibyte = 2 ** 20
const output = 'scrubbed.zip'
const mostMs = 60_000
const unpacked = { entries: 100_000, bytes: 1_024 * mebibyte }

/**
 * Masks secrets in the texts of a trace, in a sandbox: the archive was written by a script, or by whoever got hold of its
 * browser. Null when `target` is there; otherwise why the trace cannot be kept.
 */
export async function scrubTrace(
  deps: { level: SandboxLevel; runtime: InstalledRuntime; harness: string },
  { path, target, secrets }: { path: string; target: string; secrets: readonly string[] },
): Promise<string | null> {
  const { level, harness } = deps
  const { node, folder } = deps.runtime
  const { size } = await stat(path)
  if (size > mostArtifactBytes) return 'it is larger than 150 MB'
  const sandbox = await level.start({
    command: [node, '--no-warnings', `${harness}/traces/main.mjs`, folder],
    readOnly: [...new Set([dirname(dirname(node)), folder, harness])],
    limits: {
      memoryBytes: 2_048 * mebibyte,
      processes: 64,
      diskBytes: 512 * mebibyte,
      fileBytes: mostArtifactBytes,
      openFiles: 1_024,
    },
    mayListen: false,
    environment: { TZ: 'UTC', LANG: 'C.UTF-8' },
    keepsFiles: true,
  })
  let lastWords = ''
  sandbox.output.resume()
  sandbox.channel.resume()
  sandbox.errors.on('data', (chunk: Buffer) => {
    lastWords = `${lastWords}${chunk}`.slice(-2_000)
  })
  const forms = [...new Set(secrets.filter(isMaskable).flatMap(formsOf))]
  const head = {
    type: 'job',
    forms,
    headers: [...credentialHeaders],
    output,
    limits: unpacked,
    blobs: [size],
  }
  sandbox.input.write(`${JSON.stringify(head)}\n`)
  // A process that has ended takes nothing more: its end tells why.
  const sent = pipeline(createReadStream(path), sandbox.input).catch(() => undefined)
  const first = await createDeadline(mostMs).of(sandbox.ended)
  const isDone = first.kind !== 'late' && first.value.code === 0
  let isCopied = false
  const end = await sandbox.end({
    graceMs: 0,
    collect: async (hostFolder) => {
      // Whatever has got hold of the process may have put a link there.
      if (isDone) isCopied = await copyLeftFile(join(hostFolder, output), target)
    },
  })
  await sent
  if (isCopied) return null
  if (first.kind === 'late') return `its secrets were not masked within ${mostMs / 1_000} s`
  const why = /Error: (.*)/.exec(lastWords)?.[1] ?? `exit code ${end.code ?? end.signal}`
  return `its secrets could not be masked: ${why}`
}
