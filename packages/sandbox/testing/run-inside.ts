import { text } from 'node:stream/consumers'
import { dirname } from 'node:path'
import type { Sandbox, SandboxEnd, SandboxLevel, SandboxLimits, SandboxRequest } from '../src/sandbox.ts'

const mebibyte = 2 ** 20

const someLimits: SandboxLimits = {
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

export type RunInside = { output: string; errors: string; channel: string; end: SandboxEnd }

/** Runs to its own end, or to that of its limits, and removes it. */
export async function runInside(level: SandboxLevel, request: SandboxRequest): Promise<RunInside> {
  return settle(await level.start(request))
}

async function settle(sandbox: Sandbox): Promise<RunInside> {
  sandbox.input.end()
  const texts = Promise.all([text(sandbox.output), text(sandbox.errors), text(sandbox.channel)])
  await sandbox.ended
  const end = await sandbox.end({ graceMs: 0 })
  const [output, errors, channel] = await texts
  return { output, errors, channel, end }
}
