import { dirname } from 'node:path'
import { closedFolder } from './closed-folder.ts'
import type { SandboxLevel, SandboxLevelName, SandboxRequest } from './sandbox.ts'

/** `missing`: what this machine lacks for the level, and what to install or set. */
export type LevelOffer =
  | { name: SandboxLevelName; level: SandboxLevel; missing: null }
  | { name: SandboxLevelName; level: null; missing: string }

export function lacking(name: SandboxLevelName, missing: string): LevelOffer {
  return { name, level: null, missing }
}

const trialCode = 7

function trialProgram(): Pick<SandboxRequest, 'command' | 'readOnly'> {
  if (closedFolder(process.execPath) !== null)
    return { command: ['/bin/sh', '-c', `exit ${trialCode}`], readOnly: [] }
  const command = [process.execPath, '-e', `process.exitCode = ${trialCode}`] as const
  return { command, readOnly: [dirname(process.execPath)] }
}

/**
 * Starts Node in it: a level that cannot run scripts is none. Our own may lie where users of sandboxes do not get to, as in the
 * home of root; then a shell has to do.
 */
export async function offerIfItWorks(level: SandboxLevel): Promise<LevelOffer> {
  const { name } = level
  try {
    const sandbox = await level.start({
      ...trialProgram(),
      limits: {
        memoryBytes: 640 * 2 ** 20,
        processes: 64,
        diskBytes: 2 ** 20,
        fileBytes: 2 ** 20,
        openFiles: 256,
      },
      mayListen: false,
      environment: {},
      keepsFiles: true,
    })
    sandbox.input.end()
    for (const stream of [sandbox.output, sandbox.errors, sandbox.channel]) stream.resume()
    await sandbox.ended
    const { code, signal } = await sandbox.end({ graceMs: 0 })
    if (code === trialCode) return { name, level, missing: null }
    return lacking(name, `the trial ended in it by ${signal ?? `exit code ${code}`}`)
  } catch (error) {
    return lacking(name, error instanceof Error ? error.message : String(error))
  }
}
