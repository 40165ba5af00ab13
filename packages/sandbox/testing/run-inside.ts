import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Sandbox, SandboxEnd, SandboxLevel, SandboxLimits, SandboxRequest } from '../src/sandbox.ts'

const mebibyte = 2 ** 20

export const someLimits: SandboxLimits = {
  memoryBytes: 640 * mebibyte,
  processes: 64,
  diskBytes: 16 * mebibyte,
  fileBytes: 8 * mebibyte,
  openFiles: 256,
}

/** A request that runs JavaScript in Node. */
export function nodeRequest(code: string, changes: Partial<SandboxRequest> = {}): SandboxRequest {
  return {
    command: [process.execPath, '--input-type=module', '-e', code],
    readOnly: [dirname(process.execPath)],
    limits: someLimits,
    mayListen: false,
    environment: {},
    keepsFiles: false,
    ...changes,
  }
}

export type RunInside = {
  output: string
  errors: string
  channel: string
  end: SandboxEnd
  hostFolder: string | null
}

export type RunOptions = {
  /** Ended from outside, after this time for SIGTERM, once it has printed something. Without: it ends by itself. */
  graceMsAfterOutput?: number
}

/** Runs to its end and removes it. */
export async function runInside(
  level: SandboxLevel,
  request: SandboxRequest,
  options: RunOptions = {},
): Promise<RunInside> {
  return finish(await level.start(request), options)
}

async function finish(sandbox: Sandbox, { graceMsAfterOutput }: RunOptions): Promise<RunInside> {
  sandbox.input.end()
  const texts = Promise.all([text(sandbox.output), text(sandbox.errors), text(sandbox.channel)])
  if (graceMsAfterOutput === undefined) await sandbox.ended
  else await Promise.race([new Promise((resolve) => sandbox.output.once('data', resolve)), sandbox.ended])
  const end = await sandbox.end({ graceMs: graceMsAfterOutput ?? 0 })
  const [output, errors, channel] = await texts
  return { output, errors, channel, end, hostFolder: sandbox.hostFolder }
}
