import type { SandboxRequest } from './sandbox.ts'

/** The whole environment of the first process. Nothing of the agent's is in it. */
export function environmentOf(request: SandboxRequest, folder: string): Record<string, string> {
  return {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    TMPDIR: `${folder}/tmp`,
    ...request.environment,
  }
}
