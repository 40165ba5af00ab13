import { spawn } from 'node:child_process'
import type { Logger } from '@sonde/ground/logger.ts'
import { environmentOf } from './environment.ts'
import { createMachineShortage } from './limits/machine-shortage.ts'
import { isGroupAlive, signalGroup } from './process-group.ts'
import type { SandboxLevel } from './sandbox.ts'
import { startedChild } from './started-child.ts'
import { supervise } from './supervise.ts'
import { untilGone } from './until-gone.ts'
import { openWorkspace, takePlace } from './workspace.ts'

/**
 * A process with an environment and a folder of its own, and no boundary: for installations that trust everybody who
 * may write a check, and for systems without anything better. Processes that leave the group are not found again.
 */
export function createProcessLevel(options: { folders: string; log: Logger }): SandboxLevel {
  const own = { ...options, slots: null }
  return {
    name: 'process',
    openWorkspace: () => openWorkspace(own),
    async start(request) {
      const { folder, release } = await takePlace(own, { workspace: request.workspace, needsFolder: true })
      try {
        if (folder === null) throw new Error('a run of this level has a folder')
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
          waits: false,
          shortage: createMachineShortage({ folder: folder.path }),
          watch: () => () => {},
          release,
        })
      } catch (error) {
        await release({ survivors: false })
        throw error
      }
    },
  }
}
