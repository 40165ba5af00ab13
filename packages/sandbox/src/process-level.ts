import { spawn } from 'node:child_process'
import type { Logger } from '@sonde/ground/logger.ts'
import { environmentOf } from './environment.ts'
import { isGroupAlive, signalGroup } from './process-group.ts'
import { createRunFolder } from './run-folder.ts'
import type { SandboxLevel } from './sandbox.ts'
import { startedChild } from './started-child.ts'
import { supervise } from './supervise.ts'
import { untilGone } from './until-gone.ts'

/**
 * A process with an environment and a folder of its own, and no boundary: for installations that trust everybody who
 * may write a check, and for systems without anything better. Processes that leave the group are not found again.
 */
export function createProcessLevel(options: { folders: string; log: Logger }): SandboxLevel {
  return {
    name: 'process',
    async start(request) {
      const folder = await createRunFolder(options, null)
      try {
        const [program, ...args] = request.command
        const child = spawn(program, args, {
          cwd: folder.path,
          env: environmentOf(request, folder.path),
          stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
          detached: true,
        })
        const pid = await startedChild(child)
        return supervise({
          child,
          pid,
          folder: folder.path,
          hostFolder: folder.path,
          terminate: () => signalGroup(pid, 'SIGTERM'),
          kill: () =>
            untilGone(() => {
              signalGroup(pid, 'SIGKILL')
              return !isGroupAlive(pid)
            }),
          readExit: (exit) => exit,
          watch: () => () => {},
          release: () => folder.remove(),
        })
      } catch (error) {
        await folder.remove()
        throw error
      }
    },
  }
}
